import type { ReadingScenario } from '../scenario.ts';

/** Records change at one instant, and more of them than go into a page. */
export const equalTimestamps: ReadingScenario = {
  kind: 'reading',
  name: 'equal timestamps at a page border',
  from: 'changed',
  applies: ({ changed }) => changed !== undefined,
  rows: () => [undefined, undefined, undefined, undefined, undefined],
  acts: () => [
    { act: 'read', what: 'all' },
    { act: 'wait', ms: 3_600_000 },
    ...[0, 1, 2, 3, 4].map((row) => ({ act: 'change', row }) as const),
    { act: 'wait', ms: 60_000 },
    { act: 'read', what: 'changes' },
  ],
};
