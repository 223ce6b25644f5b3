import type { Json } from '../core/json.ts';
import { isFinished } from '../core/pure/run-status.ts';
import { type Pipeline, withTenantPipelined } from '../drizzle/index.ts';
import { onlyStep } from '../engine/definition.ts';
import { readSourceCursor } from '../engine/read-position.ts';
import { loadRun, type RunAddress, toLogIds } from '../runs/load/load-run.ts';
import { abandonMs } from '../runs/run-limits.ts';
import { toApplicationFailure } from '../runs/to-application-failure.ts';
import type { ActivityDeps } from '../runs/deps.ts';

/**
 * Cancels what the source of a canceled run prepares, such as an export that would run for hours.
 *
 * Call it before the run ends: until then the stream's cursor is the run's own, also after a crash. A job that no
 * checkpoint holds yet ends by itself.
 *
 * Never throws, and takes no longer than `abandonMs`: a source that does not answer must not keep a run from ending.
 *
 * @idempotency by the source: what is given up stays so.
 */
export async function abandonReading(
  deps: Pick<ActivityDeps, 'database' | 'definitions' | 'log' | 'sessions'>,
  address: RunAddress,
): Promise<void> {
  const { orgId } = address;
  const signal = AbortSignal.timeout(abandonMs);
  try {
    const [run, cursor] = await withTenantPipelined(deps.database, orgId, (tx) =>
      Promise.all([loadRun(tx, deps.definitions, address), readCursor(tx, address)]),
    );
    if (run === undefined || isFinished(run.status) || run.deadLetters !== undefined || cursor === null) return;
    const { definition, source } = run;
    if (definition.source === undefined || source === undefined) return;
    const { object, options = {} } = definition.source;
    const at = readSourceCursor(cursor);
    await deps.sessions.use(orgId, source, async (session) =>
      session.openSource({ object, options }).abandon?.(at, signal),
    );
  } catch (error) {
    const { type: kind } = toApplicationFailure(error);
    deps.log.info({ ...toLogIds(address), kind }, 'export of a canceled run could not be canceled at the source');
  }
}

/** `null` where the run has not read, or another one has read its stream since. */
async function readCursor({ sql }: Pipeline, { orgId, integrationId, runId }: RunAddress): Promise<Json> {
  const [stream] = await sql<{ page_cursor: Json }[]>`
    select page_cursor from streams
    where org_id = ${orgId} and integration_id = ${integrationId} and run_id = ${runId} and step = ${onlyStep}
      and not finished`.execute();
  return stream?.page_cursor ?? null;
}
