import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import { parseValuePath } from '../../../../core/paths.ts';

/**
 * Sets a value at a path, creating objects and lists as needed. Does not modify the given object.
 *
 * @throws {TypeError} when the path is not valid, or does not begin with a name.
 */
export function withMember(object: JsonObject, path: string, value: Json): JsonObject {
  const [name, ...rest] = parseValuePath(path) ?? [];
  if (typeof name !== 'string') throw new TypeError(`Not a path of a member: ${path}`);
  // Own members whatever their name: `__proto__` would be lost by an assignment.
  return Object.fromEntries([
    ...Object.entries(object).filter(([key]) => key !== name),
    [name, putWithin(object[name], rest, value)],
  ]);
}

function putWithin(inner: Json | undefined, [segment, ...rest]: readonly (string | number)[], value: Json): Json {
  if (segment === undefined) return value;
  if (typeof segment === 'number') {
    const list = Array.isArray(inner) ? inner : [];
    // Lists get no gaps: an index beyond the end appends.
    return list.toSpliced(segment, 1, putWithin(list[segment], rest, value));
  }
  const object = isJsonObject(inner) ? inner : {};
  return Object.fromEntries([
    ...Object.entries(object).filter(([key]) => key !== segment),
    [segment, putWithin(object[segment], rest, value)],
  ]);
}
