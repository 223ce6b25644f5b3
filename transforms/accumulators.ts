import { canonicalJson, isJsonObject, type Json } from '../core/json.ts';
import { Decimal } from '../formula/values/decimal.ts';
import { FormulaError } from '../formula/values/formula-error.ts';
import { toNumber } from '../formula/read-text.ts';
import type { Aggregation } from './rules.ts';
import { listType, numberType, type ValueType } from '../formula/value-type.ts';

/**
 * The aggregations: each folds values into a state, which is JSON so that it can be stored between pages.
 *
 * Missing values and null are ignored. Sums and averages accept numbers and decimal text and are exact: a number if it
 * represents the result exactly, otherwise decimal text. `min` and `max` are of numbers and text: decimal text goes by
 * its value, as it is what long numbers and those of databases are, and comes with numbers before other text, which
 * goes by UTF-16 code unit. What is first and last, and the order of lists, is the order of reading.
 */
export interface Accumulator {
  /** Describes why a value cannot be folded, to complete the sentence "The value …"; `undefined` if it can. */
  refuse?(value: Json): string | undefined;
  /** @param state `undefined` before the first value. */
  fold(state: Json | undefined, value: Json): Json;
  finish(state: Json | undefined): Json;
  typeOf(value: ValueType): ValueType;
}

type KeysOf<Union> = Union extends object ? keyof Union : never;
export type AggregationName = KeysOf<Aggregation>;

/** Maximum digits of one amount, so that the sum of 10^10 of them fits a decimal. */
const amountDigits = { whole: 30, fraction: 20 };

/** Decimal places of an average, before rounding to the precision of a number. */
const averagePlaces = 20;

const orNull = (state: Json | undefined): Json => state ?? null;
const same = (type: ValueType): ValueType => type;

export const accumulators: Readonly<Record<AggregationName, Accumulator>> = {
  count: { fold: (state) => Number(state ?? 0) + 1, finish: (state) => state ?? 0, typeOf: () => numberType },
  sum: {
    refuse: refuseAmount,
    fold: addAmount,
    finish: (state) => (typeof state === 'string' ? (toNumber(state) ?? state) : null),
    typeOf: () => numberType,
  },
  avg: {
    refuse: refuseAmount,
    fold: (state, value) => {
      const { sum = null, count = 0 } = isJsonObject(state) ? state : {};
      return { sum: addAmount(sum ?? undefined, value), count: Number(count) + 1 };
    },
    finish: (state) => {
      if (!isJsonObject(state)) return null;
      const [sum, count] = [toAmount(state['sum'] ?? null), toAmount(state['count'] ?? null)];
      if (sum === undefined || count === undefined) return null;
      const average = sum.dividedBy(count, averagePlaces, 'half_even').toString();
      return Math.abs(Number(average)) <= Number.MAX_SAFE_INTEGER ? Number(average) : average;
    },
    typeOf: () => numberType,
  },
  min: {
    refuse: refuseUnordered,
    fold: (state, value) => (state === undefined || isBefore(value, state) ? value : state),
    finish: orNull,
    typeOf: same,
  },
  max: {
    refuse: refuseUnordered,
    fold: (state, value) => (state === undefined || isBefore(state, value) ? value : state),
    finish: orNull,
    typeOf: same,
  },
  first: { fold: (state, value) => state ?? value, finish: orNull, typeOf: same },
  last: { fold: (_state, value) => value, finish: orNull, typeOf: same },
  collect: {
    fold: (state, value) => {
      if (!Array.isArray(state)) return [value];
      // The state belongs to this run: copying it for each value would make long lists slow.
      state.push(value);
      return state;
    },
    finish: (state) => state ?? [],
    typeOf: listType,
  },
  distinct: {
    fold: (state, value) => {
      const seen = isJsonObject(state) ? state : {};
      seen[`=${canonicalJson(value)}`] ??= value;
      return seen;
    },
    finish: (state) => (isJsonObject(state) ? Object.values(state) : []),
    typeOf: listType,
  },
};

function toAmount(value: Json): Decimal | undefined {
  try {
    if (typeof value === 'number') return Decimal.fromNumber(value);
    return typeof value === 'string' ? Decimal.parse(value.trim()) : undefined;
  } catch (error) {
    if (error instanceof FormulaError) return undefined;
    throw error;
  }
}

function refuseAmount(value: Json): string | undefined {
  const amount = toAmount(value);
  if (amount === undefined) return 'is not a decimal number';
  const whole = String(amount.digits).length - amount.scale;
  if (whole <= amountDigits.whole && amount.scale <= amountDigits.fraction) return undefined;
  return `has more than ${amountDigits.whole} digits before, or ${amountDigits.fraction} after the decimal point`;
}

function addAmount(state: Json | undefined, value: Json): string {
  const amount = toAmount(value) ?? new Decimal(0n, 0);
  const sum = state === undefined ? undefined : toAmount(state);
  return (sum === undefined ? amount : sum.plus(amount)).toString();
}

function refuseUnordered(value: Json): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? undefined : 'is neither a number nor text';
}

function isBefore(a: Json, b: Json): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  const [x, y] = [toAmount(a), toAmount(b)];
  if (x !== undefined && y !== undefined) return x.compare(y) < 0;
  // Numbers that exceed a decimal are still compared as numbers.
  const [isNumber, isOtherNumber] = [
    x !== undefined || typeof a === 'number',
    y !== undefined || typeof b === 'number',
  ];
  if (isNumber && isOtherNumber) return Number(a) < Number(b);
  if (isNumber || isOtherNumber) return isNumber;
  return typeof a === 'string' && typeof b === 'string' && a < b;
}
