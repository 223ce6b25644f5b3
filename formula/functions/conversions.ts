import { toCanonical, unfit } from '../canonical.ts';
import { toJson, toNumber } from '../read-text.ts';
import type { Decimal } from '../values/decimal.ts';
import { Duration } from '../values/duration.ts';
import { FormulaError } from '../values/formula-error.ts';
import { toOutput } from '../values/output.ts';
import type { Run } from '../values/run.ts';
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
  throw new FormulaError('number_too_large', 'Whole numbers reach to 2^53');
}

function readNumber(value: string): number {
  return toNumber(value.trim()) ?? refuse('a number that keeps every digit');
}

function readInteger(value: string): number {
  return /^[+-]?\d{1,20}$/.test(value) ? toInteger(Number(value)) : refuse('a whole number');
}

/** Decimal places beyond those of a number are rounded; whole numbers beyond 2^53 would be others. */
function decimalToNumber(value: Decimal): number {
  const rounded = Number(value.toString());
  if (Math.abs(rounded) <= Number.MAX_SAFE_INTEGER) return rounded;
  throw new FormulaError('number_too_large', 'Numbers reach to 2^53');
}

/** The words that CEL takes. @see https://github.com/google/cel-go/blob/master/common/types/string.go */
const booleanWords: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'true', 'TRUE', 'True'].map((word) => [word, true] as const),
  ...['0', 'f', 'false', 'FALSE', 'False'].map((word) => [word, false] as const),
]);

function writeJson(value: Maybe, run: Run): string {
  const ordered = toCanonical(toOutput(value, run) ?? null);
  if (ordered === unfit) throw new FormulaError('too_large', 'The value is nested too deep');
  const json = JSON.stringify(ordered);
  run.checkText(json.length);
  return json;
}

/** Functions that turn a value of one type into one of another; what would lose something fails. */
export const conversions: FunctionFamily = {
  name: 'Conversions',
  functions: [
    {
      name: 'string',
      description: 'The text of a number, boolean, timestamp, duration or decimal; text stays as it is.',
      overloads: [overload([parameter('value', any)], text, toText)],
      examples: [example('string(1.50)', '1.5'), example('string(true)', 'true'), example('string(null)', null)],
    },
    {
      name: 'number',
      description:
        'Reads a number from decimal text that keeps every digit, or from a decimal, whose last places it rounds.',
      overloads: [
        overload([parameter('value', number)], number, (value) => value),
        overload([parameter('value', text)], number, readNumber),
        overload([parameter('value', decimal)], number, decimalToNumber),
      ],
      examples: [example("number('12.50')", 12.5), example("number(decimal('0.10'))", 0.1)],
    },
    {
      name: 'int',
      description: 'A whole number: of a number by cutting off its fraction, of a timestamp its seconds since 1970.',
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
      description: 'Reads a number from text, to the precision that numbers have.',
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
      description: 'Reads true or false from the text true, false, t, f, 1 or 0.',
      overloads: [
        overload([parameter('value', boolean)], boolean, (value) => value),
        overload([parameter('value', text)], boolean, (value) => booleanWords.get(value) ?? refuse('true or false')),
      ],
      examples: [example("bool('true')", true), example("bool('0')", false)],
    },
    {
      name: 'duration',
      description: 'Reads a length of time such as 1h30m, 250ms or 2d.',
      overloads: [
        overload([parameter('value', duration)], duration, (value) => value),
        overload([parameter('value', text)], duration, (value) => Duration.parse(value) ?? refuse('a duration')),
      ],
      examples: [example("duration('1h30m')", '5400s'), example("duration('1.5s')", '1.5s')],
    },
    {
      name: 'toJson',
      description: 'Writes a value as JSON text, with the members of objects in the order of their names.',
      overloads: [overload([parameter('value', nullable(any))], text, writeJson)],
      examples: [example('toJson({"b": 1, "a": [true]})', '{"a":[true],"b":1}'), example('toJson(null)', 'null')],
    },
    {
      name: 'fromJson',
      description: 'Reads JSON text whose numbers keep every digit.',
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
