import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

/**
 * Replaces whole members: one that is left out keeps its value, `null` takes it away.
 */
export function replaceMembers(current: JsonObject, change: JsonObject): JsonObject {
  const merged = { ...current, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/**
 * Applies a JSON Merge Patch.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7396#section-2
 */
export function mergePatch(current: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const result: JsonObject = isJsonObject(current) ? { ...current } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = mergePatch(result[name], value);
  }
  return result;
}
