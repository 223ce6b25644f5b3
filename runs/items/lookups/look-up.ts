import { ConnectorError } from '../../../core/connector-error.ts';
import { withTenantPipelined } from '../../../drizzle/index.ts';
import type { SegmentResult } from '../../../engine/segment/segment.ts';
import type { ActionResult, SearchStep } from '../../../flow/index.ts';
import type { ActivityDeps } from '../../deps.ts';
import type { StreamAddress } from '../../store/segment-statements.ts';
import { type FlowWork, toReader, underLease } from '../flow-work.ts';
import type { StoredItem } from '../item-rows.ts';
import { selectWaiting } from '../item-statements.ts';
import { readContexts } from '../read-items.ts';
import { outputMember } from '../sealed/origins.ts';
import { answerFinds } from './answer-finds.ts';
import { answerLists } from './answer-lists.ts';
import { type FoundRow, storeFound } from './find-statements.ts';

/** Items that are asked for together. */
const askedMax = 200;
/** A segment that got on comes back soon. */
const againMs = 1000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Looks records up for the items that stand at a step: one for each, many in one call, or a list for each; what several items
 * ask for is asked for once.
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
  step: SearchStep,
  { restMs, key }: { restMs: number; key: string | undefined },
): Promise<SegmentResult> {
  const { run, signals } = work;
  const connection = run.finds.get(step.id);
  if (connection === undefined) throw new Error('The step has no connection.');
  const endsAt = deps.clock.monotonic() + Math.min(restMs, work.windows?.untilChangeMs(step.id) ?? Infinity);
  const signal = AbortSignal.any([signals.cancel, signals.shutdown]);
  const { counters } = run;
  let isStored = false;
  try {
    return await deps.sessions.use(work.address.orgId, connection, async (session): Promise<SegmentResult> => {
      const mayGoOn = (): boolean => deps.clock.monotonic() < endsAt;
      const { environment } = work;
      const answer =
        step.kind === 'find'
          ? answerFinds(session, step, environment)
          : answerLists({ session, connection, step, environment, mayGoOn });
      for (let after = beforeAll; ;) {
        const items = await selectItems(deps, work, step, { after, key });
        if (items.length === 0) return { status: 'more', counters };
        const contexts = await readContexts(toReader(deps, work), items);
        const results = await answer(contexts, signal);
        const stopped = await store(deps, work, step, items, results);
        if (stopped !== undefined) return stopped;
        isStored = true;
        after = items[results.length - 1]?.id ?? after;
        const isLast = items.length < askedMax && results.length === items.length;
        if (isLast || !mayGoOn() || signal.aborted) return { status: 'more', counters };
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
  { id }: SearchStep,
  { after, key }: { after: string; key: string | undefined },
): Promise<StoredItem[]> {
  const of = { ...address, stream: flow.source.stream };
  return withTenantPipelined(database, address.orgId, (tx) =>
    selectWaiting(tx, of, id, { after, limit: askedMax, known: flow.known, key }),
  );
}

/** @returns what ends the segment, where the lease is not to be had. */
async function store(
  deps: ActivityDeps,
  work: FlowWork,
  { id: step, order }: SearchStep,
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
