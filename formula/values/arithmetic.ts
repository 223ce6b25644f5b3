import { Decimal } from './decimal.ts';
import { Duration } from './duration.ts';
import { toDecimal } from './equality.ts';
import { FormulaError } from './formula-error.ts';
import type { Evaluation } from './evaluation.ts';
import { Timestamp } from './timestamp.ts';
import { isList, type Maybe, typeOfValue } from './value.ts';

/**
 * The operators over values of any type. No operand is null.
 *
 * Operands and results are limited to 2^53: beyond it a double represents several integers, and results could be
 * silently wrong.
 *
 * @throws {FormulaError} `type_mismatch`, `number_too_large`, `division_by_zero`, `too_large`
 */
export function addValues(a: Maybe, b: Maybe, run: Evaluation): Maybe {
  if (typeof a === 'number' && typeof b === 'number') return checkNumber(a, b, a + b);
  if (typeof a === 'string' && typeof b === 'string') {
    run.checkText(a.length + b.length);
    return a + b;
  }
  if (isList(a) && isList(b)) {
    run.checkList(a.length + b.length);
    return [...a, ...b];
  }
  if (a instanceof Timestamp && b instanceof Duration) return a.plus(b);
  if (a instanceof Duration && b instanceof Timestamp) return b.plus(a);
  if (a instanceof Duration && b instanceof Duration) return a.plus(b);
  return combineDecimals(a, b, (x, y) => x.plus(y)) ?? refuse('+', a, b);
}

export function subtractValues(a: Maybe, b: Maybe): Maybe {
  if (typeof a === 'number' && typeof b === 'number') return checkNumber(a, b, a - b);
  if (a instanceof Timestamp && b instanceof Timestamp) return a.since(b);
  if (a instanceof Timestamp && b instanceof Duration) return a.plus(b.negated());
  if (a instanceof Duration && b instanceof Duration) return a.plus(b.negated());
  return combineDecimals(a, b, (x, y) => x.minus(y)) ?? refuse('-', a, b);
}

export function multiplyValues(a: Maybe, b: Maybe): Maybe {
  if (typeof a === 'number' && typeof b === 'number') return checkNumber(a, b, a * b);
  return combineDecimals(a, b, (x, y) => x.times(y)) ?? refuse('*', a, b);
}

export function divideValues(a: Maybe, b: Maybe): Maybe {
  if (typeof a !== 'number' || typeof b !== 'number') return refuse('/', a, b);
  if (b === 0) throw new FormulaError('division_by_zero', 'Division by zero');
  return checkNumber(a, b, a / b);
}

/** The remainder of an integer division, with the sign of the dividend. */
export function remainderOfValues(a: Maybe, b: Maybe): Maybe {
  if (typeof a !== 'number' || typeof b !== 'number') return refuse('%', a, b);
  if (b === 0) throw new FormulaError('division_by_zero', 'Division by zero');
  return checkNumber(a, b, a % b);
}

const max = Number.MAX_SAFE_INTEGER;

function checkNumber(a: number, b: number, result: number): number {
  // Adding 0 turns -0 into 0, as JSON does.
  if (Math.abs(a) <= max && Math.abs(b) <= max && Math.abs(result) <= max) return result + 0;
  throw new FormulaError('number_too_large', 'Numbers are limited to 2^53; use decimal(…) for larger ones');
}

function combineDecimals(a: Maybe, b: Maybe, combine: (a: Decimal, b: Decimal) => Decimal): Decimal | undefined {
  if (!(a instanceof Decimal) && !(b instanceof Decimal)) return undefined;
  const [left, right] = [toDecimal(a), toDecimal(b)];
  return left && right && combine(left, right);
}

function refuse(operator: string, a: Maybe, b: Maybe): never {
  const message = `\`${operator}\` does not accept ${typeOfValue(a)} and ${typeOfValue(b)}`;
  throw new FormulaError('type_mismatch', message);
}
