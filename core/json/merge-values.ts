import { isJsonObject, type Json, type JsonObject } from '../json.ts';

/** A record with values in place of its own: objects are merged, everything else is replaced. */
export function mergeValues(record: JsonObject, values: JsonObject): JsonObject {
  const merged = Object.entries(values).map(([name, value]): [string, Json] => {
    const before = Object.hasOwn(record, name) ? record[name] : undefined;
    return [name, isJsonObject(before) && isJsonObject(value) ? mergeValues(before, value) : value];
  });
  return { ...record, ...Object.fromEntries(merged) };
}
