import type { ReadingScenario } from '../scenario.ts';

/** A list has more records than one listing gives: they arrive, or the reading says that it is not complete. */
export const ceiling: ReadingScenario = {
  kind: 'reading',
  name: 'ceiling',
  from: 'ceilings',
  applies: ({ ceilings }) =>
    ceilings.pageSize !== undefined || ceilings.records !== undefined || ceilings.cutsShort === true,
  rows: () => [undefined, undefined, undefined, undefined, undefined],
  acts: () => [{ act: 'read', what: 'all' }],
  mayFail: true,
};
