import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { parsePath } from './record-path.ts';

/**
 * Puts a value at a path, making the objects on the way. The object given is left as it is.
 *
 * @throws {TypeError} when the path is not made of names only.
 */
export function withMember(object: JsonObject, path: string, value: Json): JsonObject {
  const segments = parsePath(path);
  if (segments === undefined) throw new TypeError(`Not a path: ${path}`);
  return set(object, segments, value, path);
}

function set(object: JsonObject, segments: readonly (string | number)[], value: Json, path: string): JsonObject {
  const [name, ...rest] = segments;
  if (typeof name !== 'string') throw new TypeError(`Not a path of names: ${path}`);
  const inner = object[name];
  const member = rest.length === 0 ? value : set(isJsonObject(inner) ? inner : {}, rest, value, path);
  // Own members whatever their name: `__proto__` would be lost by an assignment.
  return Object.fromEntries([...Object.entries(object).filter(([key]) => key !== name), [name, member]]);
}
