import { toNumber } from '../read-text.ts';
import { compareValues } from '../values/equality.ts';
import { Decimal, roundings } from '../values/decimal.ts';
import { FormulaError } from '../values/formula-error.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { sortValues } from '../values/sort.ts';
import type { Maybe, Value } from '../values/value.ts';
import { example, type FunctionEntry, type FunctionFamily, overload, parameter, variadic } from './define.ts';
import { any, boolean, integer, list, number, numbers as numberList, text } from './signature.ts';

const value = parameter('value', number);
const one = [value] as const;
const two = [value, parameter('by', number)] as const;

function check(result: number): number {
  if (Math.abs(result) <= Number.MAX_SAFE_INTEGER) return result + 0;
  throw new FormulaError('number_too_large', 'Numbers are limited to 2^53; use decimal(…) for larger ones');
}

function divideWhole(dividend: number, divisor: number): number {
  if (divisor === 0) throw new FormulaError('division_by_zero', 'Division by zero');
  return check(Math.trunc(dividend / divisor));
}

/** The remainder of a floored division, with the sign of the divisor. */
function modulo(dividend: number, divisor: number): number {
  if (divisor === 0) throw new FormulaError('division_by_zero', 'Division by zero');
  return (((dividend % divisor) + divisor) % divisor) + 0;
}

/** Rounds by a mode, from the number's decimal digits. */
function roundBy(input: number, places: number, mode: string): number {
  const rounding = roundings.find((known) => known === mode);
  if (rounding === undefined) {
    throw new FormulaError('invalid_argument', `Unknown rounding mode; use one of ${roundings.join(', ')}`);
  }
  if (!(places >= 0 && places <= 15)) throw new FormulaError('out_of_range', 'Decimal places must be 0 to 15');
  return Number(Decimal.fromNumber(check(input)).round(places, rounding).toString()) + 0;
}

function median(values: readonly number[], run: Evaluation): number | null {
  const sorted = sortValues(values, (input) => check(input), run);
  const middle = sorted.length >> 1;
  const [upper, lower] = [sorted[middle], sorted[middle - 1]];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 || lower === undefined ? upper : check(lower + upper) / 2;
}

/** Rounds half away from zero, from the number's decimal digits: 1.005 to two places is 1.01. */
function round(input: number, places: number): number {
  if (!(places >= 0 && places <= 15)) throw new FormulaError('out_of_range', 'Decimal places must be 0 to 15');
  if (Number.isInteger(input)) return check(input);
  // Adding 0.5 would be wrong: 0.49999999999999994 + 0.5 is 1.
  if (places === 0) return check(Math.sign(input) * Math.round(Math.abs(input)));
  return Number(Decimal.fromNumber(check(input)).round(places, 'half_up').toString()) + 0;
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const input of values) total = check(total + check(input));
  return total;
}

/** The first value by an order; null if there is none. */
function pick(values: readonly Maybe[], isBetter: (order: number) => boolean, run: Evaluation): Value {
  let best: Value = null;
  for (const candidate of values) {
    if (candidate === null || candidate === undefined) continue;
    if (best === null || isBetter(compareValues(candidate, best, run))) best = candidate;
  }
  return best;
}

/** The least or greatest of the arguments or of one list, of any ordered type. */
function extreme(
  name: string,
  description: string,
  isBetter: (order: number) => boolean,
  isLeast: boolean,
): FunctionEntry {
  return {
    name,
    description,
    overloads: [
      overload([parameter('list', list)], any, (values, run) => pick(values, isBetter, run)),
      variadic(parameter('value', any), any, (values, run) => pick(values, isBetter, run)),
    ],
    examples: [example(`${name}(3, 1, 2)`, isLeast ? 1 : 3), example(`${name}([])`, null)],
  };
}

function formatNumber(input: number, places: number, group: string, point: string): string {
  const [whole = '', fraction] = Decimal.fromNumber(check(input)).round(places, 'half_up').toString().split('.');
  const digits = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return fraction === undefined ? digits : `${digits}${point}${fraction}`;
}

/**
 * Whole numbers without signs, or with one kind of sign before every three digits; the groups before these may have two,
 * as in India. Signs that stand elsewhere mean another notation: with a comma for a point, 12.34 is not 1234.
 */
const groupedWhole = /^[+-]?(?:\d+|\d{1,3}(?:([.,'’_ ])(?:\d{2,3}\1)*\d{3}))$/;

function parseNumber(input: string, point: string): number {
  if (point.length !== 1) throw new FormulaError('invalid_argument', 'The decimal separator must be one character');
  const [whole = '', fraction = '0', ...more] = input.trim().replace(/\s/g, ' ').split(point);
  const group = groupedWhole.exec(whole)?.[1];
  const plain = group === undefined ? whole : whole.replaceAll(group, '');
  const isNumber = groupedWhole.test(whole) && /^\d+$/.test(fraction) && more.length === 0;
  if (!isNumber) throw new FormulaError('invalid_argument', 'The text is not a number');
  const read = toNumber(`${plain}.${fraction}`);
  if (read === undefined) throw new FormulaError('number_too_large', 'A number cannot represent these digits exactly');
  return read;
}

function unary(
  name: string,
  description: string,
  run: (input: number) => number,
  call: string,
  result: number,
): FunctionEntry {
  return {
    name,
    description,
    overloads: [overload(one, number, run)],
    examples: [example(call, result)],
  };
}

/** Functions over numbers. */
export const numbers: FunctionFamily = {
  name: 'Numbers',
  functions: [
    unary('abs', 'The absolute value.', Math.abs, 'abs(-2.5)', 2.5),
    unary('ceil', 'Rounds up to a whole number.', (input) => Math.ceil(input) + 0, 'ceil(1.2)', 2),
    unary('floor', 'Rounds down to a whole number.', Math.floor, 'floor(-1.2)', -2),
    unary('trunc', 'Truncates the fraction.', (input) => Math.trunc(input) + 0, 'trunc(-1.7)', -1),
    unary('sign', '-1, 0 or 1.', (input) => Math.sign(input) + 0, 'sign(-7)', -1),
    unary('math.abs', 'The absolute value.', Math.abs, 'math.abs(-2.5)', 2.5),
    unary('math.ceil', 'Rounds up to a whole number.', (input) => Math.ceil(input) + 0, 'math.ceil(1.2)', 2),
    unary('math.floor', 'Rounds down to a whole number.', Math.floor, 'math.floor(-1.2)', -2),
    unary('math.trunc', 'Truncates the fraction.', (input) => Math.trunc(input) + 0, 'math.trunc(-1.7)', -1),
    unary('math.sign', '-1, 0 or 1.', (input) => Math.sign(input) + 0, 'math.sign(-7)', -1),
    unary(
      'math.round',
      'Rounds to the nearest whole number, halves away from zero.',
      (input) => round(input, 0),
      'math.round(-1.5)',
      -2,
    ),
    {
      name: 'round',
      description: `Rounds to a whole number or to decimal places; halves away from zero, or by one of ${roundings.join(', ')}.`,
      overloads: [
        overload(one, number, (input) => round(input, 0)),
        overload([value, parameter('places', integer)], number, round),
        overload([value, parameter('places', integer), parameter('mode', text)], number, roundBy),
      ],
      examples: [example('round(2.5)', 3), example('round(1.005, 2)', 1.01), example("round(2.5, 0, 'half_even')", 2)],
    },
    {
      name: 'sqrt',
      description: 'The square root.',
      overloads: [
        overload(one, number, (input) => {
          if (input < 0) throw new FormulaError('out_of_range', 'A negative number has no square root');
          return Math.sqrt(input);
        }),
      ],
      examples: [example('sqrt(9)', 3)],
    },
    {
      name: 'pow',
      description: 'Raises a number to a power.',
      overloads: [
        overload([value, parameter('exponent', number)], number, (input, exponent) => {
          const result = input ** exponent;
          if (Number.isNaN(result)) throw new FormulaError('out_of_range', 'The power is undefined or too large');
          return check(result);
        }),
      ],
      examples: [example('pow(2, 10)', 1024)],
    },
    {
      name: 'div',
      description: 'Integer division.',
      overloads: [overload(two, number, divideWhole)],
      examples: [example('div(7, 2)', 3), example('div(-7, 2)', -3)],
    },
    {
      name: 'mod',
      description: 'The remainder of a division with the sign of the divisor; `%` has the sign of the dividend.',
      overloads: [overload(two, number, modulo)],
      examples: [example('mod(-7, 3)', 2), example('-7 % 3', -1)],
    },
    {
      name: 'clamp',
      description: 'Limits a number to a range.',
      overloads: [
        overload([value, parameter('least', number), parameter('greatest', number)], number, (input, least, greatest) =>
          Math.min(Math.max(input, least), greatest),
        ),
      ],
      examples: [example('clamp(12, 0, 10)', 10)],
    },
    {
      name: 'math.isFinite',
      description: 'Always true: formulas have no infinite numbers.',
      overloads: [overload(one, boolean, Number.isFinite)],
      examples: [example('math.isFinite(1.5)', true)],
    },
    {
      name: 'isInteger',
      description: 'Whether a number is whole.',
      overloads: [overload(one, boolean, Number.isInteger)],
      examples: [example('isInteger(2.0)', true), example('isInteger(2.5)', false)],
    },
    extreme('min', 'The least of the arguments or of a list; null if there are none.', (order) => order < 0, true),
    extreme('max', 'The greatest of the arguments or of a list; null if there are none.', (order) => order > 0, false),
    extreme('math.least', 'The least of the arguments or of a list.', (order) => order < 0, true),
    extreme('math.greatest', 'The greatest of the arguments or of a list.', (order) => order > 0, false),
    {
      name: 'sum',
      description: 'The sum of a list of numbers; 0 for an empty list.',
      overloads: [overload([parameter('list', numberList)], number, sum)],
      examples: [example('sum([1, 2.5])', 3.5), example('[].sum()', 0)],
    },
    {
      name: 'average',
      description: 'The arithmetic mean of a list of numbers; null for an empty list.',
      overloads: [
        overload([parameter('list', numberList)], number, (values) =>
          values.length === 0 ? null : sum(values) / values.length,
        ),
      ],
      examples: [example('average([1, 2])', 1.5), example('average([])', null)],
    },
    {
      name: 'median',
      description: 'The median of a list of numbers; null for an empty list.',
      overloads: [overload([parameter('list', numberList)], number, median)],
      examples: [example('median([5, 1, 3])', 3), example('median([1, 2])', 1.5)],
    },
    {
      name: 'formatNumber',
      description: 'Formats a number with the given decimal places, thousands separator and decimal separator.',
      overloads: [
        overload([value, parameter('places', integer)], text, (input, places) => formatNumber(input, places, '', '.')),
        overload(
          [value, parameter('places', integer), parameter('thousands', text), parameter('point', text)],
          text,
          formatNumber,
        ),
      ],
      examples: [
        example('formatNumber(1234.5, 2)', '1234.50'),
        example("formatNumber(1234567.891, 2, '.', ',')", '1.234.567,89'),
      ],
    },
    {
      name: 'parseNumber',
      description:
        'Parses a number with thousands separators and the given decimal separator; fails if digits would be lost.',
      overloads: [overload([parameter('value', text), parameter('point', text)], number, parseNumber)],
      examples: [example("parseNumber('1.234,50', ',')", 1234.5), example("parseNumber('1,234.50', '.')", 1234.5)],
    },
  ],
};
