import type { LookUpScenario } from '../scenario.ts';

/** `Anna` and `anna` are one record where the vendor says so, and two where it does not. */
export const textCase: LookUpScenario = {
  kind: 'look-up',
  name: 'letter case',
  from: 'identity',
  pairs: () => [{ stored: 'Anna', written: 'anna', isSame: 'without_case' }],
};
