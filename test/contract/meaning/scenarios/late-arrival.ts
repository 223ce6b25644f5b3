import { readLateMs } from '../../../../connectors/kit/meaning/meaning.ts';
import type { ReadingScenario } from '../scenario.ts';

/** A record changes, and the hub reads right before that can be found: with the next reading it is there. */
export const lateArrival: ReadingScenario = {
  kind: 'reading',
  name: 'late arrival',
  from: 'changed',
  applies: ({ changed }) => changed !== undefined,
  rows: () => [undefined, undefined, undefined],
  acts: ({ changed }) => {
    const lateMs = Math.max(1, changed === undefined ? 0 : readLateMs(changed));
    return [
      { act: 'read', what: 'all' },
      { act: 'wait', ms: 3_600_000 },
      { act: 'change', row: 1, lateMs },
      { act: 'wait', ms: lateMs - 1 },
      { act: 'read', what: 'changes' },
      { act: 'wait', ms: 1 },
      { act: 'read', what: 'changes' },
    ];
  },
};
