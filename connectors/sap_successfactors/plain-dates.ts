import type { JsonObject } from '../../core/json.ts';

const wrapped = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/;

/**
 * A record with its dates as ISO texts: OData 2 writes `/Date(1735689600000)/`.
 *
 * @see https://www.odata.org/documentation/odata-version-2-0/json-format/
 */
export function readDates(record: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? readDate(value) : value]),
  );
}

function readDate(text: string): string {
  const ms = wrapped.exec(text)?.[1];
  if (ms === undefined) return text;
  const iso = new Date(Number(ms)).toISOString();
  // Years of more than four digits are no dates that others read.
  return iso.length === 24 ? iso : text;
}
