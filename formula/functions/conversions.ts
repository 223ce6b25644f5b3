import { toCanonical, unfit } from '../canonical.ts';
import { toJson, toNumber } from '../read-text.ts';
import type { Decimal } from '../values/decimal.ts';
import { Duration } from '../values/duration.ts';
import { FormulaError } from '../values/formula-error.ts';
import { toOutput } from '../values/output.ts';
import type { Evaluation } from '../values/evaluation.ts';
import { toText } from '../values/to-text.ts';
import { fromJson, type Maybe } from '../values/value.ts';
import { example, type FunctionFamily, overload, parameter } from './define.ts';
import { any, boolean, decimal, duration, nullable, number, text, timestamp } from './signature.ts';

function refuse(expected: string): never {
  throw new FormulaError('invalid_argument', `The text is not ${expected}`);
}

function toInteger(value: number): number {
  const whole = Math.trunc(value) + 0;
  if (Number.isSafeInteger(whole)) return whole;
  throw new FormulaError('number_too_large', 'Whole numbers are limited to 2^53');
}

function readNumber(value: string): number {
  return toNumber(value.trim()) ?? refuse('a number that can be represented exactly');
}

function readInteger(value: string): number {
  return /^[+-]?\d{1,20}$/.test(value) ? toInteger(Number(value)) : refuse('a whole number');
}

/** Decimal places are rounded to the precision of numbers; whole numbers beyond 2^53 are rejected. */
function decimalToNumber(value: Decimal): number {
  const rounded = Number(value.toString());
  if (Math.abs(rounded) <= Number.MAX_SAFE_INTEGER) return rounded;
  throw new FormulaError('number_too_large', 'Numbers are limited to 2^53');
}

/** The words that CEL accepts. @see https://github.com/google/cel-go/blob/master/common/types/string.go */
const booleanWords: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'true', 'TRUE', 'True'].map((word) => [word, true] as const),
  ...['0', 'f', 'false', 'FALSE', 'False'].map((word) => [word, false] as const),
]);

function writeJson(value: Maybe, run: Evaluation): string {
  const ordered = toCanonical(toOutput(value, run) ?? null);
  if (ordered === unfit) throw new FormulaError('too_large', 'The value is nested too deeply');
  const json = JSON.stringify(ordered);
  run.checkText(json.length);
  return json;
}

/** Conversions between types; a conversion that would lose information fails. */
export const conversions: FunctionFamily = {
  name: 'Conversions',
  functions: [
    {
      name: 'string',
      description: 'Converts a number, boolean, timestamp, duration or decimal to text; text stays unchanged.',
      overloads: [overload([parameter('value', any)], text, toText)],
      examples: [example('string(1.50)', '1.5'), example('string(true)', 'true'), example('string(null)', null)],
    },
    {
      name: 'number',
      description: 'Parses a number from decimal text that can be represented exactly, or rounds a decimal.',
      overloads: [
        overload([parameter('value', number)], number, (value) => value),
        overload([parameter('value', text)], number, readNumber),
        overload([parameter('value', decimal)], number, decimalToNumber),
      ],
      examples: [example("number('12.50')", 12.5), example("number(decimal('0.10'))", 0.1)],
    },
    {
      name: 'int',
      description:
        'Converts to a whole number: truncates the fraction of a number; of a timestamp, seconds since 1970.',
      overloads: [
        overload([parameter('value', number)], number, toInteger),
        overload([parameter('value', text)], number, readInteger),
        overload([parameter('value', timestamp)], number, ({ seconds }) => seconds),
        overload([parameter('value', decimal)], number, (value) => toInteger(decimalToNumber(value.round(0, 'down')))),
      ],
      examples: [
        example("int('42')", 42),
        example('int(-2.7)', -2),
        example("int(timestamp('1970-01-01T00:01:00Z'))", 60),
      ],
    },
    {
      name: 'double',
      description: 'Parses a number from text, rounded to the precision of numbers.',
      overloads: [
        overload([parameter('value', number)], number, (value) => value),
        overload([parameter('value', text)], number, (value) => {
          const read = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/.test(value) ? Number(value) : Number.NaN;
          return Number.isFinite(read) ? read : refuse('a number');
        }),
      ],
      examples: [example("double('1e2')", 100)],
    },
    {
      name: 'bool',
      description: 'Parses a boolean from the text true, false, t, f, 1 or 0.',
      overloads: [
        overload([parameter('value', boolean)], boolean, (value) => value),
        overload([parameter('value', text)], boolean, (value) => booleanWords.get(value) ?? refuse('true or false')),
      ],
      examples: [example("bool('true')", true), example("bool('0')", false)],
    },
    {
      name: 'duration',
      description: 'Parses a duration such as 1h30m, 250ms or 2d.',
      overloads: [
        overload([parameter('value', duration)], duration, (value) => value),
        overload([parameter('value', text)], duration, (value) => Duration.parse(value) ?? refuse('a duration')),
      ],
      examples: [example("duration('1h30m')", '5400s'), example("duration('1.5s')", '1.5s')],
    },
    {
      name: 'toJson',
      description: 'Formats a value as JSON text with sorted object members.',
      overloads: [overload([parameter('value', nullable(any))], text, writeJson)],
      examples: [example('toJson({"b": 1, "a": [true]})', '{"a":[true],"b":1}'), example('toJson(null)', 'null')],
    },
    {
      name: 'fromJson',
      description: 'Parses JSON text; its numbers must be exactly representable.',
      overloads: [
        overload([parameter('value', text)], any, (value, run) => {
          run.spend(Math.ceil(value.length / 8));
          return fromJson(toJson(value) ?? refuse('JSON'));
        }),
      ],
      examples: [example('fromJson(\'{"a": [1]}\').a[0]', 1)],
    },
  ],
};
