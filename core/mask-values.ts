import type { Json } from './json.ts';

/** Lists are shown up to this many items. */
const itemsMax = 20;

/**
 * Shows the shape of a record without its values: member names stay, texts become their length, numbers and booleans
 * their type.
 *
 * @example `{"email":"a@b.c"}` becomes `{"email":"text(5)"}`
 */
export function maskValues(value: Json): Json {
  if (value === null) return null;
  if (Array.isArray(value)) return value.slice(0, itemsMax).map(maskValues);
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [toStorable(name), maskValues(member)]));
  }
  return typeof value === 'string' ? `text(${value.length})` : typeof value;
}

/** Text that PostgreSQL can hold: without NUL and without halves of character pairs. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
