import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

/** True when `key` is one of the table's own keys. */
export function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}

/**
 * Parses JSON text. Numbers that would lose digits (long ids, above all) become texts.
 *
 * @throws {SyntaxError} when the text is not JSON.
 */
export function parseJson(text: string): Json {
  const value: unknown = hasLongNumber(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  return isParsed(value) ? value : null;
}

/** Shorter numbers always keep their digits, so that most texts are parsed without a look at each value. */
const longNumber = 16;

/** Looks at every sixteenth character, and around it only where that is part of a number: far quicker than a pattern. */
function hasLongNumber(text: string): boolean {
  for (let at = longNumber - 1; at < text.length;) {
    if (!isNumeral(text, at)) {
      at += longNumber;
      continue;
    }
    let start = at;
    while (isNumeral(text, start - 1)) start -= 1;
    let end = at;
    while (isNumeral(text, end + 1)) end += 1;
    if (end - start + 1 >= longNumber) return true;
    at = end + 1 + longNumber;
  }
  return false;
}

/** A digit or a point (or a slash, which lies between them and does no harm). */
function isNumeral(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x2e && code <= 0x39;
}

function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || source === String(value)) return value;
  const digits = source.replace(/e.*$/i, '').replace(/^-?[0.]*/, '');
  const significant = (source.includes('.') ? digits.replace(/0+$/, '') : digits).replace('.', '');
  return significant.length > 15 ? source : value;
}

/** Guarantee: `JSON.parse` gives JSON values only, and the reviver puts texts for numbers. */
function isParsed(value: unknown): value is Json {
  return value !== undefined;
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
