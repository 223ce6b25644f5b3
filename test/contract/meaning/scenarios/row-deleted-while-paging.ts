import type { ReadingScenario } from '../scenario.ts';

/** A record that was read vanishes before the next page is asked for. */
export const rowDeletedWhilePaging: ReadingScenario = {
  kind: 'reading',
  name: 'row deleted while paging',
  from: 'listing',
  applies: ({ listing }) => listing.paging !== 'whole',
  rows: () => [undefined, undefined, undefined, undefined, undefined],
  acts: () => [
    { act: 'read', what: 'all', meanwhile: [{ act: 'remove', row: 0 }] },
    { act: 'read', what: 'all' },
  ],
};
