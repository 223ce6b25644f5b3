import type { Json, JsonObject } from '../core/json.ts';

/** Maximum nesting of a target record; `JSON.stringify` and most systems support little more. */
export const depthMax = 100;

/** Returned by `toCanonical` for a value that is not JSON or is nested deeper than `depthMax`. */
export const unfit: unique symbol = Symbol('unfit');

/**
 * Sorts members, so that equal records have equal `JSON.stringify` text.
 *
 * Scalars, and values that are already sorted, are returned unchanged; others are copied, never modified. Members that
 * are `undefined` are left out.
 */
export function toCanonical(value: unknown, depth = 0): Json | typeof unfit {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : unfit;
    case 'object':
      if (value === null) return null;
      if (depth === depthMax) return unfit;
      if (isList(value)) return orderItems(value, depth + 1);
      return isPlain(value) ? orderMembers(value, depth + 1) : unfit;
    default:
      return unfit;
  }
}

function isList(value: object): value is Json[] {
  return Array.isArray(value);
}

function isPlain(value: object): value is JsonObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function orderItems(items: Json[], depth: number): Json[] | typeof unfit {
  let copy: Json[] | undefined;
  for (let i = 0; i < items.length; i += 1) {
    const item = items[i];
    const ordered = toCanonical(item, depth);
    if (ordered === unfit) return unfit;
    if (ordered !== item) copy ??= items.slice(0, i);
    copy?.push(ordered);
  }
  return copy ?? items;
}

function orderMembers(object: JsonObject, depth: number): JsonObject | typeof unfit {
  const names = Object.keys(object);
  const ordered = isOrdered(names);
  if (!ordered) names.sort();
  let copy: JsonObject | undefined = ordered ? undefined : {};
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i] ?? '';
    const member = object[name];
    const value = member === undefined ? undefined : toCanonical(member, depth);
    if (value === unfit) return unfit;
    if (copy === undefined && (value === undefined || value !== member)) copy = copyMembers(object, names.slice(0, i));
    if (copy !== undefined && value !== undefined) setMember(copy, name, value);
  }
  return copy ?? object;
}

function isOrdered(names: readonly string[]): boolean {
  for (let i = 1; i < names.length; i += 1) if ((names[i - 1] ?? '') > (names[i] ?? '')) return false;
  return true;
}

function copyMembers(object: JsonObject, names: readonly string[]): JsonObject {
  const copy: JsonObject = {};
  for (const name of names) setMember(copy, name, object[name] ?? null);
  return copy;
}

/** Sets an own member of any name: assigning to `__proto__` would change the object's prototype. */
export function setMember<T>(object: { [name: string]: T }, name: string, value: T): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}
