import { isJsonObject, type JsonObject } from '../../core/json.ts';

/** An object as far as its connector declares it. */
interface Declared {
  key?: readonly string[];
  schema?: JsonObject;
}

/** Puts a record's members in the order of its object: the key, what the schema lists, and the rest as the system gave it. */
export function orderMembers(record: JsonObject, { key = [], schema = {} }: Declared): JsonObject {
  const { properties } = schema;
  const listed = isJsonObject(properties) ? Object.keys(properties) : [];
  const names = new Set([...key, ...listed, ...Object.keys(record)]);
  // As entries: `__proto__` is a name like others.
  const kept = [...names].filter((name) => Object.hasOwn(record, name));
  return Object.fromEntries(kept.map((name) => [name, record[name] ?? null]));
}
