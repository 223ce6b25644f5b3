import { Decimal, type Rounding, roundings } from '../values/decimal.ts';
import { FormulaError } from '../values/formula-error.ts';
import { example, type FunctionFamily, overload, parameter } from './define.ts';
import { amount, decimal, integer, list, text, writtenAmount } from './signature.ts';

function toDecimal(value: Decimal | number | string): Decimal {
  if (value instanceof Decimal) return value;
  if (typeof value === 'string') {
    const read = Decimal.parse(value.trim());
    if (read !== undefined) return read;
    throw new FormulaError('invalid_argument', 'The text is not a decimal number');
  }
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return Decimal.fromNumber(value);
  throw new FormulaError('number_too_large', 'A number beyond 2^53 may have lost digits; pass decimals as text');
}

function toRounding(name: string): Rounding {
  const rounding = roundings.find((one) => one === name);
  if (rounding !== undefined) return rounding;
  throw new FormulaError('invalid_argument', `Unknown rounding mode; use one of ${roundings.join(', ')}`);
}

const value = parameter('value', amount);
const places = parameter('places', integer);
const rounding = parameter('rounding', text);

/** Exact decimal arithmetic, for money. `+`, `-`, `*` and comparisons also accept decimals. */
export const decimals: FunctionFamily = {
  name: 'Decimals',
  functions: [
    {
      name: 'decimal',
      description: 'An exact decimal number of up to 60 digits; results contain it as text.',
      overloads: [overload([parameter('value', writtenAmount)], decimal, toDecimal)],
      examples: [
        example("decimal('0.1') + decimal('0.2')", '0.3'),
        example("decimal('9007199254740993') * 2", '18014398509481986'),
      ],
    },
    {
      name: 'decimalDivide',
      description: 'Divides, with the given number of decimal places, rounding half up or by the given mode.',
      overloads: [
        overload([value, parameter('by', amount), places], decimal, (a, b, scale) =>
          toDecimal(a).dividedBy(toDecimal(b), scale, 'half_up'),
        ),
        overload([value, parameter('by', amount), places, rounding], decimal, (a, b, scale, name) =>
          toDecimal(a).dividedBy(toDecimal(b), scale, toRounding(name)),
        ),
      ],
      examples: [
        example("decimalDivide(decimal('10'), 3, 2)", '3.33'),
        example("decimalDivide(decimal('1'), 8, 2, 'half_even')", '0.12'),
      ],
    },
    {
      name: 'decimalRound',
      description:
        'Rounds to decimal places, half up or by the given mode: half_up, half_even, up, down, floor, ceiling.',
      overloads: [
        overload([value, places], decimal, (a, scale) => toDecimal(a).round(scale, 'half_up')),
        overload([value, places, rounding], decimal, (a, scale, name) => toDecimal(a).round(scale, toRounding(name))),
      ],
      examples: [
        example("decimalRound(decimal('2.345'), 2)", '2.35'),
        example("decimalRound(2.5, 0, 'half_even')", '2'),
      ],
    },
    {
      name: 'decimalSum',
      description: 'Exact sum of a list of decimals, numbers and decimal texts.',
      overloads: [
        overload([parameter('list', list)], decimal, (values) =>
          values.reduce<Decimal>(
            (total, one) => {
              if (one instanceof Decimal || typeof one === 'number' || typeof one === 'string') {
                return total.plus(toDecimal(one));
              }
              throw new FormulaError('type_mismatch', 'Expected decimals, numbers or decimal texts in the list');
            },
            new Decimal(0n, 0),
          ),
        ),
      ],
      examples: [example("decimalSum(['0.10', 0.2])", '0.30')],
    },
  ],
};
