import type { Json } from '../../../../core/json.ts';
import { messages } from '../../../../core/messages.ts';
import { FaultError } from '../../../kit/fault.ts';
import { parseJson, toPlainText } from '../../../kit/type-guards.ts';
import { JsonText } from './json-text.ts';
import { type ColumnFacts, quoteName } from './catalog.ts';

/**
 * Converts a value of a record to a parameter of its column's kind: the server would compare a number with all texts that
 * read as it, and a text with the number that it begins with.
 *
 * @throws {FaultError} when no value of the column has this form.
 */
export function toParameter(value: Json, column: ColumnFacts): string | number | Buffer | null {
  const { type } = column;
  if (value === null) return null;
  if (typeof value === 'object' || (type === 'json' && typeof value !== 'string')) return JSON.stringify(value);
  const plain = typeof value === 'boolean' ? Number(value) : value;
  // As it is stored: MySQL compares a number of 32 bits with one of 64 as one of 64.
  if (type === 'float' && number.test(String(plain))) return Math.fround(Number(plain));
  if (typeof plain === 'number') return numeric.test(type) ? plain : String(plain);
  if (bytes.test(type)) return toBytes(plain, column);
  if ((numeric.test(type) || type === 'decimal') && !number.test(plain)) throw refuse(column, 'a number');
  return type === 'datetime' || type === 'timestamp' ? toTime(plain) : plain;
}

const numeric = /^(?:(?:tiny|small|medium|big)?int|float|double|year|bit)$/;
const bytes = /binary$|blob$/;
const number = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i;

function toBytes(text: string, column: ColumnFacts): Buffer {
  const decoded = Buffer.from(text, 'base64');
  if (decoded.toString('base64') === text) return decoded;
  throw refuse(column, 'bytes in base64');
}

function refuse({ name, full_type: fullType }: ColumnFacts, wanted: string): FaultError {
  const message = messages.columnTakes({ column: name, type: fullType, wanted });
  return new FaultError({ kind: 'validation', message, fields: [{ field: name, message }] });
}

/** A column as it is read: places are texts here (`POINT(1 2)`). */
export function asRead({ name, type }: ColumnFacts): string {
  return places.has(type) ? `st_astext(${quoteName(name)}) as ${quoteName(name)}` : quoteName(name);
}

/** The parameter that a column is written and found by. */
export function asWritten({ type }: ColumnFacts): string {
  if (type === 'bit') return asUnsigned;
  return places.has(type) ? 'st_geomfromtext(?)' : '?';
}

/** The parameter that a column is compared with: a document is no text to MySQL. */
export function asCompared(column: ColumnFacts): string {
  return column.type === 'json' ? 'cast(? as json)' : asWritten(column);
}

/** MySQL takes a parameter that is cast itself for one of 63 bits, and gives the largest of these for what is larger. */
const asUnsigned = 'cast(cast(? as char) as unsigned)';

/** @see https://dev.mysql.com/doc/refman/8.4/en/spatial-type-overview.html */
const places: ReadonlySet<string> = new Set([
  'geometry',
  'point',
  'linestring',
  'polygon',
  'geometrycollection',
  'geomcollection',
  'multipoint',
  'multilinestring',
  'multipolygon',
]);

/** Databases take no `Z`; an instant becomes its time in UTC, which is the time zone of our connections. */
function toTime(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  // Dates know milliseconds, columns microseconds; no time zone moves either.
  return `${date.toISOString().slice(0, 19).replace('T', ' ')}${/\.\d+/.exec(text)?.[0] ?? ''}`;
}

/**
 * A value of a row as JSON: bytes in base64, what is JSON as it is, 64-bit and decimal numbers and long masks as texts.
 *
 * @throws {FaultError} when a JSON value needs too much memory.
 */
export function toJson(value: unknown, { type, full_type: fullType }: ColumnFacts): Json {
  if (Buffer.isBuffer(value) && type === 'bit') return toNumber(value, fullType);
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && exact.has(type)) return String(value);
  if (typeof value === 'number' && type === 'float') return toShortest(value);
  if (value instanceof JsonText) return parseJson(value.text);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}

/** By the width of the column, so that its values are of one kind. */
function toNumber(value: Buffer, fullType: string): Json {
  const bits = BigInt(`0x${value.toString('hex')}`);
  return Number(/\d+/.exec(fullType)?.[0] ?? 1) > 53 ? String(bits) : Number(bits);
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
    return fullType.includes('unsigned') ? asUnsigned : 'cast(? as signed)';
  if (type === 'bit') return asUnsigned;
  if (type === 'decimal') return 'cast(? as decimal(65, 30))';
  if (type === 'datetime' || type === 'timestamp') return 'cast(? as datetime(6))';
  if (type === 'date') return 'cast(? as date)';
  return bytes.test(type) ? 'from_base64(?)' : '?';
}
