import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { parsePath } from './record-path.ts';

/**
 * Puts a value at a path such as `filters.since` or `resources[0].id`, making the objects and lists on the way.
 *
 * The object given is left as it is.
 *
 * @throws {TypeError} when the path does not begin with a name, or leaves positions of a list out.
 */
export function withMember(object: JsonObject, path: string, value: Json): JsonObject {
  const [name, ...rest] = parsePath(path) ?? [];
  if (typeof name !== 'string') throw new TypeError(`Not a path of a member: ${path}`);
  // Own members whatever their name: `__proto__` would be lost by an assignment.
  return Object.fromEntries([
    ...Object.entries(object).filter(([key]) => key !== name),
    [name, put(object[name], rest, value, path)],
  ]);
}

function put(
  place: Json | undefined,
  [segment, ...rest]: readonly (string | number)[],
  value: Json,
  path: string,
): Json {
  if (segment === undefined) return value;
  if (typeof segment === 'string') {
    const object = isJsonObject(place) ? place : {};
    const member = put(object[segment], rest, value, path);
    return Object.fromEntries([...Object.entries(object).filter(([key]) => key !== segment), [segment, member]]);
  }
  const list = Array.isArray(place) ? place : [];
  if (segment > list.length) throw new TypeError(`Positions are left out: ${path}`);
  return list.toSpliced(segment, 1, put(list[segment], rest, value, path));
}
