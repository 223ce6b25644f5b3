/**
 * Members that each customer has by ids of the system's, such as `customfield_10016`, by the names that people know them by.
 *
 * Pure. What is read keeps its ids, and gets the names beside them; what is written by a name goes to the member's id.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import { toJsonObject, toPlainText } from '../type-guards.ts';

/** Ids by names. A name that several members have tells none of them. */
export type IdsByName = ReadonlyMap<string, string>;

/** @param names Names by ids, or anything else where the system gave none. */
export function toIdsByName(names: Json | undefined, idPrefix: string): IdsByName {
  return collect(Object.entries(toJsonObject(names ?? {})), idPrefix);
}

/** @param id Path of the id in a record. @param name Path of the name. */
export function readIdsByName(
  records: readonly JsonObject[],
  { id, name, idPrefix }: { id: string; name: string; idPrefix: string },
): IdsByName {
  const [readId, readName] = [compileReader(id), compileReader(name)];
  return collect(
    records.map((record) => [toPlainText(readId(record)), readName(record)] as const),
    idPrefix,
  );
}

function collect(pairs: readonly (readonly [string, Json | undefined])[], idPrefix: string): IdsByName {
  const ids = new Map<string, string>();
  const several = new Set<string>();
  for (const [id, name] of pairs) {
    if (!id.startsWith(idPrefix) || typeof name !== 'string' || name === '') continue;
    if (ids.has(name)) several.add(name);
    ids.set(name, id);
  }
  for (const name of several) ids.delete(name);
  return ids;
}

/** Adds the members of the object at `at` by their names. Members that are called so already win. */
export function addNames(record: JsonObject, at: string, ids: IdsByName): JsonObject {
  const members = record[at];
  if (!isJsonObject(members)) return record;
  const named = [...ids].flatMap(([name, id]) => {
    const value = members[id];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...record, [at]: { ...Object.fromEntries(named), ...members } };
}

/** Puts ids in the place of names. A member that is given by its id as well keeps that value. */
export function toIds(record: JsonObject, at: string, ids: IdsByName): JsonObject {
  const members = record[at];
  if (!isJsonObject(members)) return record;
  const given = Object.entries(members).map(([name, value]) => [ids.get(name) ?? name, value, !ids.has(name)] as const);
  // Those by id come last, so that they win.
  const ordered = [...given.filter(([, , isId]) => !isId), ...given.filter(([, , isId]) => isId)];
  return { ...record, [at]: Object.fromEntries(ordered.map(([id, value]) => [id, value])) };
}

/** Whether a record has a member that can only be meant by its name: ids of the system are one word, or begin so. */
export function hasNames(record: JsonObject, at: string, idPrefix: string): boolean {
  return Object.keys(toJsonObject(record[at] ?? {})).some(
    (name) => !name.startsWith(idPrefix) && !/^[a-z][A-Za-z0-9]*$/.test(name),
  );
}
