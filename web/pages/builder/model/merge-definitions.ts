import { isList, isObject, isSame, type JsonObject, type JsonValue } from '../../../model/json.ts';

/** What two people changed in different ways. */
export interface Conflict {
  /** `mapping[login].from` */
  path: string;
  base: JsonValue | undefined;
  mine: JsonValue | undefined;
  theirs: JsonValue | undefined;
}

export interface Merge {
  /** What only one side changed is there as that side has it, and conflicts are as they were decided. */
  merged: JsonObject;
  conflicts: Conflict[];
}

type Side = 'mine' | 'theirs';

/**
 * Brings together what two people made of the same definition.
 *
 * Members of objects are compared one by one, and so are the entries of lists that name themselves (a rule by its `to`, a
 * step by its `id`). Any other list is one value.
 *
 * @param decide Which side counts at a path that both changed. Default: mine.
 */
export function mergeDefinitions(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  decide: (path: string) => Side = () => 'mine',
): Merge {
  const conflicts: Conflict[] = [];
  const merged = merge('', { base, mine, theirs }, (conflict) => {
    conflicts.push(conflict);
    return decide(conflict.path);
  });
  return { merged: isObject(merged) ? merged : {}, conflicts };
}

interface Three {
  base: JsonValue | undefined;
  mine: JsonValue | undefined;
  theirs: JsonValue | undefined;
}

type Ask = (conflict: Conflict) => Side;

function merge(path: string, { base, mine, theirs }: Three, ask: Ask): JsonValue | undefined {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  if (isObject(mine) && isObject(theirs)) {
    return mergeObjects(path, { base: isObject(base) ? base : {}, mine, theirs }, ask);
  }
  const named = { base: byName(base ?? []), mine: byName(mine), theirs: byName(theirs) };
  if (named.base !== undefined && named.mine !== undefined && named.theirs !== undefined) {
    return mergeLists(path, { base: named.base, mine: named.mine, theirs: named.theirs }, ask);
  }
  return ask({ path, base, mine, theirs }) === 'mine' ? mine : theirs;
}

function mergeObjects(
  path: string,
  { base, mine, theirs }: { base: JsonObject; mine: JsonObject; theirs: JsonObject },
  ask: Ask,
): JsonObject {
  const merged: JsonObject = {};
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const below = { base: base[name], mine: mine[name], theirs: theirs[name] };
    const value = merge(path === '' ? name : `${path}.${name}`, below, ask);
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

type Named = ReadonlyMap<string, JsonValue>;

/** In the order of mine; what only the other side has follows the entry that it follows there. */
function mergeLists(
  path: string,
  { base, mine, theirs }: { base: Named; mine: Named; theirs: Named },
  ask: Ask,
): JsonValue[] {
  const order = [...mine.keys()];
  const others = [...theirs.keys()];
  for (const [index, name] of others.entries()) {
    if (mine.has(name)) continue;
    const before = others[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name);
  }
  return order.flatMap((name) => {
    const value = merge(
      `${path}[${name}]`,
      { base: base.get(name), mine: mine.get(name), theirs: theirs.get(name) },
      ask,
    );
    return value === undefined ? [] : [value];
  });
}

const names = ['to', 'id', 'as'] as const;

function byName(value: JsonValue | undefined): Named | undefined {
  if (!isList(value)) return undefined;
  const entries = value.map((item): [string, JsonValue] => {
    const name = isObject(item)
      ? names.map((member) => item[member]).find((text) => typeof text === 'string')
      : undefined;
    return [typeof name === 'string' ? name : '', item];
  });
  const map = new Map(entries);
  return map.has('') || map.size < entries.length ? undefined : map;
}
