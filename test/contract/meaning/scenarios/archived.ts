import type { ReadingScenario } from '../scenario.ts';

/**
 * Records of states that lists treat otherwise: a full reading shows the same ones as a reading of changes. Else a record is
 * changed in one and gone in the other.
 */
export const archived: ReadingScenario = {
  kind: 'reading',
  name: 'archived',
  from: 'listing',
  applies: ({ listing }) => listStates(listing).length > 0,
  rows: ({ listing }) => [undefined, ...listStates(listing)],
  acts: ({ listing, changed }) => [
    { act: 'read', what: 'all' },
    ...(changed === undefined
      ? []
      : ([
          { act: 'wait', ms: 3_600_000 },
          ...[undefined, ...listStates(listing)].map((_, row) => ({ act: 'change', row }) as const),
          { act: 'wait', ms: 60_000 },
          { act: 'read', what: 'changes' },
        ] as const)),
  ],
};

function listStates({
  leavesOut,
  changesLeaveOut = [],
  shownOnRequest,
}: Parameters<ReadingScenario['rows']>[0]['listing']): string[] {
  return [...new Set([...leavesOut, ...changesLeaveOut, ...(shownOnRequest?.states ?? [])])];
}
