import { messages } from '../../core/messages.ts';
import { addCounters, noCounters } from '../../core/pure/counters.ts';
import type { Aggregate, Contribution, GroupState } from '../../transforms/compile-aggregate.ts';
import { RunFailedError } from '../errors.ts';
import type { PreparedPage } from '../stages/page.ts';
import { findStage } from '../stages/stage.ts';
import type { Checkpoint, StoredGroup } from '../ports.ts';
import type { PageContext } from './page-context.ts';
import type { PageOutcome } from './settle-page.ts';

/** A group reaches to so many characters of JSON: it is held in memory and written with each page that adds to it. */
const groupSizeMax = 1024 * 1024;

/**
 * Adds a page of the source to the groups, in the transaction that moves the cursor past it: whatever happens, each
 * record is in its group once.
 *
 * The first record of a group is counted with the group when that is written; the others as deduplicated, since one
 * record stands for all of them.
 *
 * @throws {LeaseLostError} when another segment took over; nothing was changed then.
 * @throws {RunFailedError} when a group grows too large, or the integration does not tolerate failed records.
 */
export async function collectPage(page: PreparedPage, context: PageContext): Promise<PageOutcome> {
  const { plan, ports, lease, pageSeq } = context;
  const grouping = findStage(plan, 'aggregate');
  const { collected } = page;
  if (grouping === undefined || collected === undefined || page.next === undefined) {
    throw new Error('The page is none of a source whose records are grouped.');
  }
  const { contributions, reset } = collected;
  const keys = [...new Set(contributions.map(({ key }) => key))];
  const known = reset || keys.length === 0 ? new Map<string, GroupState>() : await ports.store.groups(keys);
  const stored = foldAll(grouping.aggregate, new Map(known), contributions);
  const merged = contributions.length - (keys.length - known.size);
  const counters = addCounters(page.counters, { ...noCounters, read: merged, deduplicated: merged });
  const failed = plan.onError.record === 'fail' && page.deadLetters.length > 0;
  const change: Checkpoint = {
    fingerprint: ports.target.fingerprint,
    settled: [],
    unmarked: [],
    forgotten: [],
    deadLetters: page.deadLetters,
    counters,
    ...(!failed && page.seen !== undefined ? { seen: page.seen } : {}),
    ...(failed ? {} : { groups: { reset, stored }, advance: { cursor: page.next, finished: false } }),
  };
  await lease.prolongWith(() => ports.store.checkpoint(lease.epoch, pageSeq, change, lease.leaseMs));
  if (failed) throw new RunFailedError('record_failed', messages.runStoppedByRecord);
  return { status: 'settled', counters, touched: new Set() };
}

/** Groups in the order of their first record on the page. @param states What is known of them; changed. */
function foldAll(
  aggregate: Aggregate,
  states: Map<string, GroupState>,
  contributions: readonly Contribution[],
): StoredGroup[] {
  const touched = new Set<string>();
  for (const contribution of contributions) {
    const { key } = contribution;
    states.set(key, aggregate.fold(states.get(key), contribution));
    touched.add(key);
  }
  return [...touched].flatMap((key) => {
    const state = states.get(key);
    return state === undefined ? [] : [{ key, state: requireSmall(state) }];
  });
}

function requireSmall(state: GroupState): GroupState {
  if (JSON.stringify(state).length <= groupSizeMax) return state;
  const message = `A group would be larger than ${groupSizeMax} characters: its lists or texts are too long.`;
  throw new RunFailedError('group_too_large', message);
}
