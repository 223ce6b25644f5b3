import { toTimestamp } from '../../core/clock.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';

export type { Row } from '../../drizzle/rows.ts';

/**
 * Turns a time of a row into the API's form.
 *
 * A server whose time zone is UTC writes `2026-11-21 11:35:00.123456+00`, up to six decimals: its text is rearranged, as
 * arithmetic takes ten times as long.
 */
export function fromTime(text: string): string {
  if (text.charAt(10) !== ' ' || !text.endsWith('+00')) return toTimestamp(new Date(text));
  const decimals = text.slice(20, -3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${decimals.slice(0, 3).padEnd(3, '0')}Z`;
}

/** A JSON value as the parameter of a `jsonb` column. */
export function toJsonb(value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(value);
}

/** The object that a `jsonb` column gives; the driver parsed it from JSON text, so it holds JSON only. */
export function fromJsonb(value: Record<string, unknown>): JsonObject {
  return isJsonObject(value) ? value : {};
}
