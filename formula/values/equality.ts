import { Decimal } from './decimal.ts';
import { Duration } from './duration.ts';
import { FormulaError } from './formula-error.ts';
import type { Run } from './run.ts';
import { Timestamp } from './timestamp.ts';
import { Special } from './special.ts';
import { isList, type Maybe, typeOfValue, type Value } from './value.ts';

/** Lists and objects are compared so deep. */
const depthMax = 100;

/**
 * True when two values are the same: numbers by value, also against decimals; lists item by item; objects member by
 * member in any order. Values of different types are never the same. Nothing (null or missing) equals nothing only.
 */
export function isEqual(a: Maybe, b: Maybe, run: Run, depth = 0): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    if (typeof a === 'string' && typeof b === 'string') run.spendLength(a.length);
    return a === b || isSameScalar(a, b);
  }
  if (depth === depthMax) throw new FormulaError('too_large', `Values are compared ${depthMax} levels deep`);
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
 * @throws {FormulaError} `type_mismatch` when they have no order: both are numbers, texts, booleans, timestamps or
 *   durations. Texts are ordered by UTF-16 code unit.
 */
export function compareValues(a: Value, b: Value, run: Run): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') {
    run.spendLength(Math.min(a.length, b.length));
    if (a === b) return 0;
    return a < b ? -1 : 1;
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  const order = compareSpecials(a, b);
  if (order !== undefined) return order;
  const message = `There is no order between ${typeOfValue(a)} and ${typeOfValue(b)}`;
  throw new FormulaError('type_mismatch', message);
}

/** Decimals are ordered among each other and with numbers. */
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
