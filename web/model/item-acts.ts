import type { FlowStep, Item } from '../../client/operations.data.ts';

/** What people can do with an item that needs a hand. */
export type ItemAct = 'retry' | 'skip' | 'move' | 'cancel';

/** What can be done with an item as it stands. The hub checks the rest, and says why where it refuses. */
export function listItemActs({ status, parent, child, canceling }: Item): ItemAct[] {
  if (canceling === true) return [];
  // A child goes with its item: only its own wait can be left out.
  if (parent !== undefined) return status === 'parked' ? ['skip'] : [];
  // What a run goes through at its end cannot be sent elsewhere.
  const directed: ItemAct[] = child === undefined ? ['skip', 'move'] : [];
  if (status === 'failed') return ['retry', ...directed];
  if (status === 'parked') return [...directed, 'cancel'];
  return status === 'ready' || status === 'held' ? ['cancel'] : [];
}

/** Steps that an item comes to by itself: not those of its children, nor those that are gone through once for many. */
export function listReachable(steps: readonly FlowStep[]): FlowStep[] {
  return steps.flatMap((step) => {
    const { condition = [], else: rest = [], on_error: onError } = step;
    // The errors of a scope are handled behind its children, by the item itself.
    const handled = Array.isArray(onError) ? onError : [];
    return [step, ...[...condition.map((branch) => branch.steps), rest, handled].flatMap(listReachable)];
  });
}

/** Ways to try an item again, and what happens then. */
export const retryWays = [
  ['again', 'At the step that failed', 'The steps before it are not repeated. A run of its own does it.'],
  [
    'newest',
    'With the newest record',
    'The item takes the record of the newest item of its record, where that has succeeded. What its earlier steps gave stays.',
  ],
  [
    'done',
    'The write was carried out',
    'For a write of which nobody knows what became. You have looked into the system: the record is there. The item goes on behind the step, and nothing is written again.',
  ],
  [
    'not_done',
    'The write was not carried out',
    'For a write of which nobody knows what became. You have looked into the system: the record is not there. The step writes again, which makes a second record if it is there after all.',
  ],
] as const;

export type RetryWay = (typeof retryWays)[number][0];

/** What is asked of the hub for a way. */
export function toRetry(way: RetryWay): { with?: 'newest'; assume?: 'done' | 'not_done' } {
  if (way === 'again') return {};
  return way === 'newest' ? { with: way } : { assume: way };
}
