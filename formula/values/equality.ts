import { Decimal } from './decimal.ts';
import { Duration } from './duration.ts';
import { FormulaError } from './formula-error.ts';
import type { Evaluation } from './evaluation.ts';
import { Timestamp } from './timestamp.ts';
import { Special } from './special.ts';
import { isList, type Maybe, typeOfValue, type Value } from './value.ts';

/** Maximum depth of comparison. */
const depthMax = 100;

/**
 * True if two values are equal: numbers and decimals by value, lists item by item, objects member by member in any
 * order. Values of different types are never equal. Null and missing equal only each other.
 */
export function isEqual(a: Maybe, b: Maybe, run: Evaluation, depth = 0): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    if (typeof a === 'string' && typeof b === 'string') run.spendLength(a.length);
    return a === b || isSameScalar(a, b);
  }
  if (depth === depthMax)
    throw new FormulaError('too_large', `Values nested deeper than ${depthMax} levels cannot be compared`);
  run.spend(1);
  if (isList(a)) {
    if (!isList(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i += 1) if (!isEqual(a[i], b[i], run, depth + 1)) return false;
    return true;
  }
  if (isList(b)) return false;
  if (a instanceof Special || b instanceof Special) return compareSpecials(a, b) === 0;
  const names = Object.keys(a);
  run.spend(names.length);
  if (names.length !== Object.keys(b).length) return false;
  for (const name of names) if (!Object.hasOwn(b, name) || !isEqual(a[name], b[name], run, depth + 1)) return false;
  return true;
}

function isSameScalar(a: Maybe, b: Maybe): boolean {
  if (a === undefined || a === null) return b === undefined || b === null;
  if (typeof a === 'number' || typeof b === 'number') return compareSpecials(a, b) === 0;
  return false;
}

/**
 * Orders two values: less than, equal to or greater than 0.
 *
 * @throws {FormulaError} `type_mismatch` unless both are numbers, texts, booleans, timestamps or
 *   durations. Texts are ordered by UTF-16 code unit.
 */
export function compareValues(a: Value, b: Value, run: Evaluation): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') {
    run.spendLength(Math.min(a.length, b.length));
    if (a === b) return 0;
    return a < b ? -1 : 1;
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  const order = compareSpecials(a, b);
  if (order !== undefined) return order;
  const message = `Cannot compare ${typeOfValue(a)} with ${typeOfValue(b)}`;
  throw new FormulaError('type_mismatch', message);
}

/** Compares decimals with each other and with numbers. */
function compareSpecials(a: Maybe, b: Maybe): number | undefined {
  if (a instanceof Decimal || b instanceof Decimal) {
    const [left, right] = [toDecimal(a), toDecimal(b)];
    return left && right && left.compare(right);
  }
  if (a instanceof Timestamp && b instanceof Timestamp) return a.compare(b);
  return a instanceof Duration && b instanceof Duration ? a.compare(b) : undefined;
}

export function toDecimal(value: Maybe): Decimal | undefined {
  if (value instanceof Decimal) return value;
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER
    ? Decimal.fromNumber(value)
    : undefined;
}
