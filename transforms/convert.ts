import type { Json } from '../core/json.ts';
import { toDate, toInstant } from '../formula/calendar.ts';
import { isExact, toEmail, toInteger, toJson, toNumber } from '../formula/read-text.ts';
import type { Conversion } from './rules.ts';

/**
 * The conversions of a mapping. Each returns the new value or `inconvertible`. Intended losses:
 *
 * - Text without any visible character counts as null where something other than text is asked for.
 * - `trim` drops outer spaces; `lowercase`, `uppercase` and `email` drop the case, the same in every locale.
 * - `number` and `integer` read decimal text whose every digit a double can hold, `boolean` the words of `words`.
 * - `date` drops the time of a timestamp and keeps the day as written there; `timestamp` drops the zone and fractions of
 *   a millisecond, and refuses text without a zone.
 * - `list` wraps what is not a list; `json` reads text, and gives other values unchanged.
 *
 * Null stays null in all of them.
 */

/** Returned by a conversion for a value that it cannot convert without loss. */
export const inconvertible: unique symbol = Symbol('inconvertible');

export type Converter = (value: Json) => Json | typeof inconvertible;

const words: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', 't', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'f', 'off', '0'].map((word) => [word, false] as const),
]);

export const converters: Readonly<Record<Conversion, Converter>> = {
  string: toText,
  trim: (value) => mapText(value, (text) => text.trim()),
  lowercase: (value) => mapText(value, (text) => text.toLowerCase()),
  uppercase: (value) => mapText(value, (text) => text.toUpperCase()),
  number: (value) => (typeof value === 'number' ? value : readText(value, toNumber)),
  integer: (value) =>
    typeof value === 'number'
      ? (toInteger(value) ?? inconvertible)
      : readText(value, (text) => toInteger(toNumber(text))),
  boolean: toBoolean,
  date: (value) => readText(value, toDate),
  timestamp: (value) => readText(value, toInstant),
  email: (value) => readText(value, toEmail),
  list: (value) => (value === null || Array.isArray(value) ? value : [value]),
  json: (value) => (typeof value === 'string' ? readText(value, toJson) : value),
};

/** The input of each conversion, to complete the sentence "expected …". */
export const expectations: Readonly<Record<Conversion, string>> = {
  string: 'text, true or false, or a number of at most 2^53',
  trim: 'text, true or false, or a number of at most 2^53',
  lowercase: 'text, true or false, or a number of at most 2^53',
  uppercase: 'text, true or false, or a number of at most 2^53',
  number: 'a number, or decimal text that a number can represent exactly',
  integer: 'a whole number of at most 2^53, or its decimal text',
  boolean: 'true or false, 1 or 0, or one of the words true, false, yes, no, y, n, t, f, on, off',
  date: 'a date such as 2026-11-21, or a timestamp',
  timestamp: 'a timestamp with its time zone, such as 2026-11-21T11:35:00Z',
  email: 'one e-mail address',
  list: 'any value',
  json: 'JSON text whose numbers can be represented exactly',
};

/** Describes why a conversion failed without showing the value, which may be personal data. */
export function describeFailure({ to, expected }: { to: string; expected: string }, value: Json): string {
  return `Cannot convert to ${to}: expected ${expected}; found ${describeValue(value)}.`;
}

/** Names the type and size of a value, never its content. */
export function describeValue(value: Json): string {
  if (typeof value === 'string') return `text of ${value.length} characters`;
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a number with a fraction';
  if (typeof value === 'boolean') return 'true or false';
  if (value === null) return 'null';
  return Array.isArray(value) ? `a list of ${value.length} items` : 'an object';
}

function toText(value: Json): string | null | typeof inconvertible {
  if (typeof value === 'string' || value === null) return value;
  if (typeof value === 'boolean') return String(value);
  // Beyond 2^53 the digits may have been lost already when the record was parsed.
  if (typeof value === 'number') return isExact(value) ? String(value) : inconvertible;
  return inconvertible;
}

function mapText(value: Json, change: (text: string) => string): Json | typeof inconvertible {
  const text = toText(value);
  return typeof text === 'string' ? change(text) : text;
}

function readText<T extends Json>(value: Json, read: (text: string) => T | undefined): T | null | typeof inconvertible {
  if (value === null) return null;
  if (typeof value !== 'string') return inconvertible;
  const text = value.trim();
  if (text === '') return null;
  const result = read(text);
  return result === undefined ? inconvertible : result;
}

function toBoolean(value: Json): boolean | null | typeof inconvertible {
  if (typeof value === 'boolean') return value;
  if (value === 1) return true;
  if (value === 0) return false;
  return readText(value, (text) => words.get(text.toLowerCase()));
}
