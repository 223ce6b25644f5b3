import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

/** True when `key` is one of the table's own keys. */
export function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}

/**
 * Parses JSON text.
 *
 * Guarantee behind the assertion: `JSON.parse` without a reviver gives JSON values only.
 *
 * @throws {SyntaxError} when the text is not JSON.
 */
export function parseJson(text: string): Json {
  return JSON.parse(text) as Json;
}

/** The value as a JSON object, or an empty one. */
export function toJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** `code` of a thrown value, as Node, undici and Postgres give it. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
