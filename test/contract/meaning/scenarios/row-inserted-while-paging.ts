import type { ReadingScenario } from '../scenario.ts';

/** A record appears before those that were read already. */
export const rowInsertedWhilePaging: ReadingScenario = {
  kind: 'reading',
  name: 'row inserted while paging',
  from: 'listing',
  applies: ({ listing }) => listing.paging !== 'whole',
  rows: () => [undefined, undefined, undefined, undefined],
  acts: () => [
    { act: 'read', what: 'all', meanwhile: [{ act: 'insert', at: 'first' }] },
    { act: 'read', what: 'all' },
  ],
};
