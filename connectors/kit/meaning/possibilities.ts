import { undocumentedLagMs } from '../http/operations.ts';
import { type FactName, type ObjectMeaning, readOpen } from './meaning.ts';

type Sheet = Partial<ObjectMeaning>;

/**
 * The sheets that may turn out to be right, as far as the named facts go: one, unless the vendor's pages leave one of them
 * open. A connector has to be right by each of them.
 */
export function listPossibilities(sheet: Sheet, names: readonly FactName[]): Sheet[] {
  return names.reduce<Sheet[]>(
    (sheets, name) => sheets.flatMap((one) => listAnswers(one, name).map((answer) => ({ ...one, ...answer }))),
    [sheet],
  );
}

/** All that a fact may be, if it is left open; else what it is. */
function listAnswers(sheet: Sheet, name: FactName): Sheet[] {
  switch (name) {
    case 'changed': {
      const open = readOpen(sheet.changed);
      return open === undefined
        ? [sheet]
        : [true, false].map((inclusive) => ({ changed: { ...open.careful, inclusive, page: open.pages[0] } }));
    }
    case 'identity': {
      const open = readOpen(sheet.identity);
      if (open === undefined) return [sheet];
      const { field, unique } = open.careful;
      return [true, false].map((ignoresCase) => ({ identity: { field, unique, ignoresCase, page: open.pages[0] } }));
    }
    case 'lag': {
      const open = readOpen(sheet.lag);
      return open === undefined ? [sheet] : [0, undocumentedLagMs].map((ms) => ({ lag: { ms, page: open.pages[0] } }));
    }
    case 'ceilings': {
      const open = readOpen(sheet.ceilings);
      return open === undefined ? [sheet] : [{ ceilings: { cutsShort: true, page: open.pages[0] } }];
    }
    default:
      return [sheet];
  }
}
