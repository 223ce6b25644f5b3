import { Decimal } from './decimal.ts';
import { FormulaError } from './formula-error.ts';
import { Special } from './special.ts';
import { type Maybe, typeOfValue } from './value.ts';

/**
 * The text of a scalar. Numbers are written in decimal, so that they read the same everywhere.
 *
 * @throws {FormulaError} for lists, objects, and numbers beyond 2^53, whose digits may have been lost.
 */
export function toText(value: Maybe): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || value instanceof Special) return String(value);
  if (typeof value === 'number') return numberToText(value);
  throw new FormulaError('type_mismatch', `Expected a value that can be written as text, found ${typeOfValue(value)}`);
}

function numberToText(value: number): string {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new FormulaError(
      'number_too_large',
      'A number beyond 2^53 may have lost digits and cannot be written exactly',
    );
  }
  const text = String(value + 0);
  return text.includes('e') ? Decimal.fromNumber(value).toString() : text;
}
