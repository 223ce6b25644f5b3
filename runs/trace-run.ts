import { toId } from '../core/ids.ts';
import { type LongSpan, noTracer, type Tracer } from '../core/telemetry/tracing.ts';
import { type Database, withTenantPipelined } from '../drizzle/index.ts';
import { LeaseLostError } from '../engine/ports.ts';
import type { SegmentResult } from '../engine/segment/segment.ts';
import type { RunAddress } from './load/load-run.ts';
import { toRunError } from './to-application-failure.ts';
import type { FinishResult, Parked } from '../core/pure/run-messages.ts';

interface TraceDeps {
  database: Database;
  /** Default: nothing is traced. */
  tracer?: Tracer | undefined;
}

/**
 * Does an activity's work inside the span of its run, which is recorded by the activity that reports how the run ended.
 *
 * The span has its ids from the run's, and its parent from the run's row: neither Temporal's history nor anything else
 * grows, and every process comes to the same span by itself. A repetition after a lost answer records it again.
 *
 * @param toEnd How the run ended, where the work's result says so.
 */
export async function traceRun<T>(
  deps: TraceDeps,
  address: RunAddress,
  work: () => Promise<T>,
  toEnd: (result: T) => FinishResult | undefined = () => undefined,
): Promise<T> {
  const { database, tracer = noTracer } = deps;
  if (!tracer.enabled) return work();
  // A database that does not answer is the work's to meet.
  const span = await openRun(database, tracer, address).catch(() => undefined);
  if (span === undefined) return work();
  const result = await span.inside(work);
  const end = toEnd(result);
  if (end !== undefined) await endRun(database, span, address, end).catch(() => span.end());
  return result;
}

async function openRun(database: Database, tracer: Tracer, address: RunAddress): Promise<LongSpan | undefined> {
  const { orgId, runId } = address;
  const [row] = await withTenantPipelined(database, orgId, ({ sql }) =>
    sql<{ traceparent: string | null; trigger: string; queuedAt: number }[]>`
      select traceparent, trigger, extract(epoch from queued_at)::float8 * 1000 as "queuedAt"
      from runs where org_id = ${orgId} and id = ${runId}`.execute(),
  );
  if (row === undefined) return undefined;
  return tracer.open('run', {
    id: runId,
    parent: row.traceparent ?? undefined,
    startedAt: row.queuedAt,
    attributes: { ...toRunAttributes(address), 'hub.run.trigger': row.trigger },
  });
}

async function endRun(
  database: Database,
  span: LongSpan,
  { orgId, runId }: RunAddress,
  { outcome, counters }: FinishResult,
): Promise<void> {
  span.set({ 'hub.run.status': outcome });
  for (const [name, count] of Object.entries<number>({ ...counters })) span.set({ [`hub.records.${name}`]: count });
  if (outcome === 'failed') {
    const [row] = await withTenantPipelined(database, orgId, ({ sql }) =>
      sql<{ code: string | null }[]>`
        select error ->> 'code' as code from runs where org_id = ${orgId} and id = ${runId}`.execute(),
    );
    span.fail(row?.code ?? 'internal');
  }
  span.end();
}

/** Does a segment's work inside a span of its own, under that of its run. */
export function traceSegment(
  { tracer = noTracer }: TraceDeps,
  address: RunAddress,
  work: () => Promise<SegmentResult | Parked>,
): Promise<SegmentResult | Parked> {
  if (!tracer.enabled) return work();
  return tracer.run('segment', { attributes: toRunAttributes(address) }, async (span) => {
    try {
      const result = await work();
      span.set({ 'hub.segment.status': result.status, 'hub.segment.records': result.counters.read });
      return result;
    } catch (error) {
      span.fail(error instanceof LeaseLostError ? 'lease_lost' : toRunError(error).code);
      throw error;
    }
  });
}

/** Ids in the API's form. */
function toRunAttributes(address: RunAddress): Record<string, string> {
  return {
    'hub.organization.id': toId('organization', address.orgId),
    'hub.integration.id': toId('integration', address.integrationId),
    'hub.run.id': toId('run', address.runId),
  };
}
