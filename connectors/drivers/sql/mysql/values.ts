import type { Json } from '../../../../core/json.ts';
import { parseJson, toPlainText } from '../../../kit/type-guards.ts';
import { JsonText } from './json-text.ts';
import { type ColumnFacts, quoteName } from './catalog.ts';

/**
 * Converts a value of a record to a parameter: lists and objects become JSON text, times the format of the database.
 */
export function toParameter(value: Json, column: ColumnFacts): string | number | null {
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'object') return JSON.stringify(value);
  return column.type === 'datetime' || column.type === 'timestamp' ? toTime(value) : value;
}

/** Databases take no `Z`; an instant becomes its time in UTC, which is the time zone of our connections. */
function toTime(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  // Dates know milliseconds, columns microseconds; no time zone moves either.
  return `${date.toISOString().slice(0, 19).replace('T', ' ')}${/\.\d+/.exec(text)?.[0] ?? ''}`;
}

/**
 * A value of a row as JSON: bytes in base64, what is JSON as it is, 64-bit and decimal numbers as texts.
 *
 * @throws {FaultError} when a JSON value needs too much memory.
 */
export function toJson(value: unknown, { type }: ColumnFacts): Json {
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && exact.has(type)) return String(value);
  if (typeof value === 'number' && type === 'float') return toShortest(value);
  if (value instanceof JsonText) return parseJson(value.text);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}

const exact = new Set(['bigint', 'decimal']);

/** A number of 32 bits with no more digits than it has: widened to 64, 0.1 would be 0.10000000149011612. */
function toShortest(value: number): number {
  const shorter = [6, 7, 8].map((digits) => Number(value.toPrecision(digits)));
  return shorter.find((candidate) => Math.fround(candidate) === value) ?? value;
}

/**
 * What rows are put in order by: names of a fixed list by themselves, as places are compared, and not by their numbers.
 */
export function orderTerm({ name, type }: ColumnFacts): string {
  return type === 'enum' || type === 'set' ? `cast(${quoteName(name)} as char)` : quoteName(name);
}

/** A value of a key as a place: of a number of 32 bits, the one that the database compares with. */
export function toPlace(value: Json | undefined, { type }: ColumnFacts): string {
  return toPlainText(type === 'float' && typeof value === 'number' ? Math.fround(value) : value);
}

/** A place in a key, which travels as text, as the column's type: texts beside numbers would be compared as floats. */
export function castTo({ type, full_type: fullType }: ColumnFacts): string {
  if (/^(?:tiny|small|medium|big)?int$/.test(type))
    return fullType.includes('unsigned') ? 'cast(? as unsigned)' : 'cast(? as signed)';
  if (type === 'decimal') return 'cast(? as decimal(65, 30))';
  if (type === 'datetime' || type === 'timestamp') return 'cast(? as datetime(6))';
  if (type === 'date') return 'cast(? as date)';
  return /binary|blob/.test(type) ? 'from_base64(?)' : '?';
}
