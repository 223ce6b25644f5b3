import { ConnectorError } from '../../../core/connector-error.ts';
import { messages } from '../../../core/messages.ts';
import { RunUnusableError } from '../../../core/runs/run-unusable-error.ts';
import type { Scrub } from '../../../core/telemetry/scrub.ts';
import { withTenantPipelined } from '../../../drizzle/index.ts';
import type { SegmentResult } from '../../../engine/segment/segment.ts';
import type { Searched } from '../../../engine/stages/enrich-records.ts';
import { KnownRecords } from '../../../engine/stages/known-records.ts';
import { type ActionResult, answerFind, type FindStep, type ItemContext } from '../../../flow/index.ts';
import type { ActivityDeps } from '../../deps.ts';
import type { StreamAddress } from '../../store/segment-statements.ts';
import { type FlowWork, toReader, underLease } from '../flow-work.ts';
import type { StoredItem } from '../item-rows.ts';
import { selectWaiting } from '../item-statements.ts';
import { readContexts } from '../read-items.ts';
import { outputMember } from '../sealed/origins.ts';
import { findEach } from './find-each.ts';
import { type FoundRow, storeFound } from './find-statements.ts';

/** Items that are asked for together. */
const askedMax = 200;
/** What is remembered of what was found for the items before, in characters of JSON. */
const foundMax = 8 * 1024 * 1024;
/** A segment that got on comes back soon. */
const againMs = 1000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Looks records up for the items that stand at a step, many in one call; what several items look for is asked for once.
 *
 * Asks without a lease, for nothing is written to the other system. What it gave is stored under the lease of the flow's
 * reading, and only for items that have no answer yet: after a crash those that have none are asked for again.
 *
 * @param of.key Only items of this key.
 * @returns `more` as far as it came; the items go on with what is stored.
 * @throws {ConnectorError} where nothing was stored for a fault that says nothing of a single item.
 * @throws {RunUnusableError} where the object cannot be searched any more.
 */
export async function lookUp(
  deps: ActivityDeps,
  work: FlowWork,
  step: FindStep,
  { restMs, key }: { restMs: number; key: string | undefined },
): Promise<SegmentResult> {
  const { run, signals } = work;
  const { object, options, enrichment } = step.search;
  const connection = run.finds.get(step.id);
  if (connection === undefined) throw new Error('The step has no connection.');
  const endsAt = deps.clock.monotonic() + Math.min(restMs, work.windows?.untilChangeMs(step.id) ?? Infinity);
  const signal = AbortSignal.any([signals.cancel, signals.shutdown]);
  const { counters } = run;
  let isStored = false;
  try {
    return await deps.sessions.use(work.address.orgId, connection, async (session): Promise<SegmentResult> => {
      const finder = session.openFinder?.({ object, options, key: enrichment.key });
      if (finder === undefined) throw new RunUnusableError(messages.runFindGone({ step: step.id }));
      const searched = { finder, known: new KnownRecords(foundMax) };
      for (let after = beforeAll; ;) {
        const items = await selectItems(deps, work, step, { after, key });
        const last = items.at(-1);
        if (last === undefined) return { status: 'more', counters };
        const contexts = await readContexts(toReader(deps, work), items);
        const results = await ask(work, step, contexts, { searched, signal, scrub: session.createScrub() });
        const stopped = await store(deps, work, step, items, results);
        if (stopped !== undefined) return stopped;
        isStored = true;
        after = last.id;
        if (items.length < askedMax || deps.clock.monotonic() >= endsAt || signal.aborted)
          return { status: 'more', counters };
      }
    });
  } catch (error) {
    // What ends it is seen by who called.
    if (signal.aborted) return { status: 'more', counters };
    const fault = error instanceof ConnectorError && error.retryable ? error : undefined;
    if (fault?.retryAfterMs !== undefined) {
      work.onWait?.({ reason: 'system', ms: fault.retryAfterMs, error: fault });
      return { status: 'waiting', counters, retryAfterMs: fault.retryAfterMs };
    }
    if (fault !== undefined && isStored) return { status: 'waiting', counters, retryAfterMs: againMs, error: fault };
    throw error;
  }
}

function selectItems(
  { database }: ActivityDeps,
  { address, flow }: FlowWork,
  { id }: FindStep,
  { after, key }: { after: string; key: string | undefined },
): Promise<StoredItem[]> {
  const of = { ...address, stream: flow.source.stream };
  return withTenantPipelined(database, address.orgId, (tx) =>
    selectWaiting(tx, of, id, { after, limit: askedMax, known: flow.known, key }),
  );
}

/** What the look-up gives each item, in their order. */
async function ask(
  { environment }: FlowWork,
  step: FindStep,
  contexts: readonly ItemContext[],
  { searched, signal, scrub }: { searched: Searched; signal: AbortSignal; scrub: Scrub },
): Promise<ActionResult[]> {
  const asked = contexts.map((context) => ({ context, value: step.by(context, environment) }));
  const values = asked.flatMap(({ value }) => (value.ok && typeof value.value === 'string' ? [value.value] : []));
  const found = await findEach(step.search.enrichment, searched, [...new Set(values)], signal);
  return asked.map(({ context, value }): ActionResult => {
    if (!value.ok) return value;
    const record = typeof value.value === 'string' ? (found.get(value.value) ?? null) : null;
    if (!(record instanceof ConnectorError)) return answerFind(step, context, record);
    return { ok: false, problem: { code: record.kind, message: scrub(record.message) } };
  });
}

/** @returns what ends the segment, where the lease is not to be had. */
async function store(
  deps: ActivityDeps,
  work: FlowWork,
  { id: step, order }: FindStep,
  items: readonly StoredItem[],
  results: readonly ActionResult[],
): Promise<SegmentResult | undefined> {
  const sealer = await work.sealer();
  const rows = items.flatMap(({ id: itemId }, index): FoundRow[] => {
    const result = results[index];
    if (result === undefined) return [];
    if (result.ok) return [{ itemId, outcome: 'passed', sealed: sealer.seal({ [outputMember]: result.output }) }];
    const { code, message } = result.problem;
    return [{ itemId, outcome: 'failed', sealed: sealer.seal({ code, message }) }];
  });
  return underLease(deps, work, async ({ address, renew }, inTenant) => {
    const of: StreamAddress = { ...address, step };
    await inTenant((tx) => Promise.all([renew(tx), storeFound(tx, of, order, rows)]));
    return undefined;
  });
}
