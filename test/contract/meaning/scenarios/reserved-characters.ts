import type { LookUpScenario } from '../scenario.ts';

/** Names of people and things have characters in them that filters give a meaning to. */
const names = ["O'Brien", 'the "blue" one', String.raw`back\slash`, 'up^down', 'Anna + Bob & Co.', '*', '100% {x}'];

export const reservedCharacters: LookUpScenario = {
  kind: 'look-up',
  name: 'reserved characters in look-ups',
  from: 'filter',
  pairs: () => names.map((name) => ({ stored: name, written: name, isSame: 'always' })),
};
