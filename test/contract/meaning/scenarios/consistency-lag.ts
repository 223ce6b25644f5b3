import type { LookUpScenario } from '../scenario.ts';

/** A search does not know a record yet that was created a moment ago. */
export const consistencyLag: LookUpScenario = {
  kind: 'look-up',
  name: 'consistency lag after a create',
  from: 'lag',
  pairs: () => [{ stored: 'Anna', written: 'Anna', isSame: 'always' }],
  isLost: true,
};
