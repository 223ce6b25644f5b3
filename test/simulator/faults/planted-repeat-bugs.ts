import type { Saboteur } from './saboteur.ts';
import { withCheckpoint, withStore } from './sabotage.ts';
import type { WorldConfig } from '../world.ts';

const repeats = ({ repeatedKeys, pageSizeVaries }: WorldConfig): boolean => repeatedKeys && !pageSizeVaries;

/** Bugs that show where several pages of a reading have records of one key. */
export const plantedRepeatBugs: readonly Saboteur[] = [
  {
    name: 'writes a key as each page has it',
    breaks: ['unchanged'],
    shows: repeats,
    sabotage: (call) => withStore(call, (store) => ({ diff: (query) => store.diff({ ...query, repeats: undefined }) })),
  },
  {
    name: 'forgets what waits for the end of a reading',
    breaks: ['lost', 'cursor'],
    shows: repeats,
    sabotage: (call) =>
      withCheckpoint(call, ({ waiting, ...change }) => ({ ...change, waiting: waiting && { ...waiting, stored: [] } })),
  },
  {
    name: 'writes what waited although a later page had another record of its key',
    breaks: ['lost', 'cursor'],
    shows: repeats,
    sabotage: (call) =>
      withCheckpoint(call, ({ waiting, ...change }) => ({
        ...change,
        waiting: waiting && { ...waiting, done: change.repeats === undefined ? [] : waiting.done },
      })),
  },
];
