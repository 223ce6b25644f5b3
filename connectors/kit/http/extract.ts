import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import { parseValuePath } from '../../../core/paths.ts';
import { toJsonObject } from '../type-guards.ts';
import { valuePath as path } from '../fields.ts';

/** How records are taken out of what an answer lists: unwrapped, multiplied by what they embed, made regular. */

/** Steps run in this order. */
export const extractSchema = z.strictObject({
  /** The record within each element: `node` of a GraphQL edge. Elements without one are left out. */
  each: path.optional(),
  /** Elements with a value here only report a deletion, and are omitted. */
  removed: path.optional(),
  /** Objects whose members become the record's own, in place of the object: `attributes` of JSON:API. */
  lift: z.array(z.string().min(1)).optional(),
  /** The member that holds the value of others: `value` of `{ "email": { "label": …, "value": … } }`. */
  unwrap: z.string().min(1).optional(),
  /** Lists that a document of XML shows as one value or none where they have one element or none. */
  lists: z.array(path).optional(),
  /** One record for each element of an embedded list, with fields of the record around it. */
  expand: z
    .strictObject({
      path,
      /** Fields of the record around: name in the new record → path. */
      copy: z.record(z.string(), path).default({}),
    })
    .optional(),
  /** Leaves members out whose name begins so: annotations such as `@odata.`. */
  dropPrefix: z.string().min(1).optional(),
  /** Leaves members without a value out. */
  dropNulls: z.boolean().optional(),
});

export type Extract = z.output<typeof extractSchema>;

/** Extracts the records from the elements of a response. Pure: does not modify its input. */
export function extractRecords(elements: readonly JsonObject[], extract: Extract): JsonObject[] {
  let records: JsonObject[] = [...elements];
  const { each, removed, lift, unwrap, lists, expand, dropPrefix, dropNulls } = extract;
  if (each !== undefined) {
    const read = compileReader(each);
    records = records.map(read).filter(isJsonObject);
  }
  if (removed !== undefined) {
    const read = compileReader(removed);
    records = records.filter((record) => (read(record) ?? false) === false);
  }
  if (lift !== undefined) records = records.map((record) => liftMembers(record, lift));
  if (unwrap !== undefined) records = records.map((record) => unwrapMembers(record, unwrap));
  for (const list of lists ?? []) records = records.map((record) => toLists(record, parseValuePath(list) ?? []));
  if (expand !== undefined) records = records.flatMap((record) => expandList(record, expand));
  if (dropPrefix !== undefined)
    records = records.map((record) => pick(record, ([name]) => !name.startsWith(dropPrefix)));
  return dropNulls === true ? records.map((record) => pick(record, ([, value]) => value !== null)) : records;
}

function liftMembers(record: JsonObject, names: readonly string[]): JsonObject {
  const own = Object.entries(record).filter(([name, value]) => !names.includes(name) || !isJsonObject(value));
  const lifted = names.flatMap((name) => Object.entries(toJsonObject(record[name])));
  // The record's own members win: an attribute named like the id must not hide it.
  return Object.fromEntries([...lifted, ...own]);
}

function unwrapMembers(record: JsonObject, within: string): JsonObject {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isJsonObject(value) ? (value[within] ?? value) : value]),
  );
}

function toLists(record: JsonObject, segments: readonly (string | number)[]): JsonObject {
  const [name, ...rest] = segments;
  if (typeof name !== 'string') return record;
  const value = record[name];
  if (rest.length === 0) return { ...record, [name]: toList(value) };
  if (Array.isArray(value)) {
    return { ...record, [name]: value.map((item) => (isJsonObject(item) ? toLists(item, rest) : item)) };
  }
  if (isJsonObject(value)) return { ...record, [name]: toLists(value, rest) };
  // The wrapper of a list without elements is an empty element, or left out.
  const isEmpty = value === '' || (value === undefined && rest.length === 1);
  return isEmpty ? { ...record, [name]: toLists({}, rest) } : record;
}

function toList(value: Json | undefined): Json[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}

function expandList(record: JsonObject, { path: list, copy }: NonNullable<Extract['expand']>): JsonObject[] {
  const copied = Object.entries(copy).flatMap(([name, from]) => {
    const value = compileReader(from)(record);
    return value === undefined ? [] : [[name, value] as const];
  });
  const found = compileReader(list)(record);
  return toList(found).map((item) => ({
    ...(isJsonObject(item) ? item : { value: item }),
    ...Object.fromEntries(copied),
  }));
}

function pick(record: JsonObject, keeps: (member: [string, Json]) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(keeps));
}
