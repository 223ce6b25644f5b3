import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

export { parseJson } from './parse-json.ts';

/** True when `key` is one of the table's own keys. */
export function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
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

/** Whether a database holds all texts of a value: none has NUL, or half of a character pair. */
export function isStorable(value: Json): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable);
}

/** A scalar as text; the empty text for anything else. */
export function toPlainText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
