import { isList, isObject, type JsonObject, type JsonValue } from '../json.ts';

/** A single value of a record, as far as its masked shape tells. */
export interface Leaf {
  path: readonly string[];
  kind: 'text' | 'number' | 'boolean';
  /** What the record has, in words. */
  words: string;
}

interface LeafValue {
  path: readonly string[];
  value: JsonValue;
}

/** The single values of a masked record, those within its objects too. Lists are left out. */
export function listLeaves(masked: unknown, path: readonly string[] = []): Leaf[] {
  if (!isObject(masked)) return [];
  return Object.entries(masked).flatMap(([name, member]): Leaf[] => {
    const at = [...path, name];
    if (isObject(member)) return listLeaves(member, at);
    return isList(member) ? [] : [{ path: at, ...describe(member) }];
  });
}

/** @param masked `text(5)`, `number`, `boolean`, or nothing. */
function describe(masked: JsonValue): Pick<Leaf, 'kind' | 'words'> {
  if (masked === 'number') return { kind: 'number', words: 'a number' };
  if (masked === 'boolean') return { kind: 'boolean', words: 'true or false' };
  const length = typeof masked === 'string' ? /^text\((\d+)\)$/.exec(masked)?.[1] : undefined;
  return { kind: 'text', words: length === undefined ? 'no value' : `text of ${length}` };
}

/**
 * The values that were given, as members in place of those of the record.
 *
 * @param texts What was given for each leaf; an empty text leaves it as it is.
 * @returns `undefined` where nothing was given.
 */
export function toCorrection(leaves: readonly Leaf[], texts: readonly string[]): JsonObject | undefined {
  const given = leaves.flatMap(({ path, kind }, index): LeafValue[] => {
    const text = texts[index] ?? '';
    return text === '' ? [] : [{ path, value: toValue(kind, text) }];
  });
  return given.length === 0 ? undefined : nest(given);
}

function toValue(kind: Leaf['kind'], text: string): JsonValue {
  if (kind === 'number') return Number(text);
  return kind === 'boolean' ? text === 'true' : text;
}

function nest(given: readonly LeafValue[]): JsonObject {
  const members = Map.groupBy(given, ({ path: [name = ''] }) => name);
  return Object.fromEntries(
    [...members].map(([name, within]) => {
      const own = within.find(({ path }) => path.length === 1);
      return [name, own?.value ?? nest(within.map(({ path, value }) => ({ path: path.slice(1), value })))];
    }),
  );
}
