import { toTimestamp } from '../core/clock.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';

/**
 * The rows that raw statements give, typed from the tables of `drizzle/schema`: a column that is renamed or changes its
 * type there does not compile here. Type imports only, so no process pays for a query builder it does not use.
 */

/** `createdAt` → `created_at`. */
type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Uppercase<Head> ? (Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`) : Head}${Snake<Tail>}`
  : S;

/** The named columns of a table, under the names that the database gives them. */
export type Row<Table extends { $inferSelect: object }, Column extends keyof Table['$inferSelect'] & string> = {
  [Name in Column as Snake<Name>]: Raw<Table['$inferSelect'][Name]>;
};

/** Times come as the text that the server writes, and go as ISO text. */
type Raw<Value> = Value extends Date ? string : Value;

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
