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

/** `2026-11-21 11:35:00.123456+00`: what a server whose time zone is UTC writes. */
const utcText = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(\.\d{1,6})?\+00$/;

/** Turns a time of a row into the API's form: by its text where that is in UTC, as arithmetic takes ten times as long. */
export function fromTime(text: string): string {
  const [, date, time, fraction = '.'] = utcText.exec(text) ?? [];
  if (date === undefined || time === undefined) return toTimestamp(new Date(text));
  return `${date}T${time}${fraction.slice(0, 4).padEnd(4, '0')}Z`;
}

/** A JSON value as the parameter of a `jsonb` column. */
export function toJsonb(value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(value);
}

/** The object that a `jsonb` column gives; the driver parsed it from JSON text, so it holds JSON only. */
export function fromJsonb(value: Record<string, unknown>): JsonObject {
  return isJsonObject(value) ? value : {};
}
