import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import { formatPath, parseValuePath } from '../../../../core/paths.ts';

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

/** Leaves out what is at a path, where there is something. Does not modify the given object. */
export function withoutMember(object: JsonObject, path: string): JsonObject {
  const [name, ...rest] = Object.hasOwn(object, path) ? [path] : (parseValuePath(path) ?? []);
  if (typeof name !== 'string' || !Object.hasOwn(object, name)) return object;
  const { [name]: inner, ...others } = object;
  if (rest.length === 0) return others;
  return isJsonObject(inner) ? { ...object, [name]: withoutMember(inner, formatPath(rest)) } : object;
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
