import type { JsonValue } from '../../client/operations.data.ts';

export type { JsonValue };
export type JsonObject = Record<string, JsonValue>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is JsonValue[] {
  return Array.isArray(value);
}

/** What the API gave and takes as JSON. @returns nothing where a value has no form in JSON. */
export function toJson(value: unknown): JsonValue | undefined {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? undefined : parseJson(text);
}

/** @throws {SyntaxError} where it is none. */
export function parseJson(text: string): JsonValue {
  const value: unknown = JSON.parse(text);
  return isJson(value) ? value : null;
}

/** Whatever `JSON.parse` gives is JSON. */
function isJson(_value: unknown): _value is JsonValue {
  return true;
}

/** Members of both in the same order make the same text. */
export function isSame(a: unknown, b: unknown): boolean {
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
    );
  }
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  return a === b;
}
