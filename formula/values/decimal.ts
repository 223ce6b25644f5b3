import { FormulaError } from './formula-error.ts';
import { Special } from './special.ts';

/** Maximum digits of a decimal, enough for any amount of money in any currency. */
const digitsMax = 60;
const written = /^([+-]?)(\d{1,60})?(?:\.(\d{0,60}))?$/;

export const roundings = ['half_up', 'half_even', 'up', 'down', 'floor', 'ceiling'] as const;
export type Rounding = (typeof roundings)[number];

/**
 * An exact decimal number: `digits` × 10^-`scale`. Trailing zeros are kept, as in amounts of money.
 *
 * Results contain it as text, because a number could not hold its digits.
 */
export class Decimal extends Special {
  readonly digits: bigint;
  readonly scale: number;

  /** @throws {FormulaError} if there are more than 60 digits. */
  constructor(digits: bigint, scale: number) {
    super();
    if (scale > digitsMax || digits > largest || digits < -largest) {
      throw new FormulaError('number_too_large', `Decimals have at most ${digitsMax} digits`);
    }
    this.digits = digits;
    this.scale = scale;
  }

  /** @returns `undefined` if the text is not a decimal number without an exponent. */
  static parse(text: string): Decimal | undefined {
    const match = written.exec(text);
    const [, sign, whole = '', fraction = ''] = match ?? [];
    if (match === null || whole.length + fraction.length === 0) return undefined;
    const digits = BigInt(whole + fraction);
    return new Decimal(sign === '-' ? -digits : digits, fraction.length);
  }

  /** The digits of a number as written: 0.1 gives 0.1. */
  static fromNumber(value: number): Decimal {
    const [digits = '', exponent = '0'] = String(value).split('e');
    const decimal = Decimal.parse(digits) ?? new Decimal(0n, 0);
    const scale = decimal.scale - Number(exponent);
    return scale >= 0 ? new Decimal(decimal.digits, scale) : new Decimal(decimal.digits * powerOf10(-scale), 0);
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return new Decimal(this.#digitsAt(scale) + other.#digitsAt(scale), scale);
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negated());
  }

  times(other: Decimal): Decimal {
    return new Decimal(this.digits * other.digits, this.scale + other.scale);
  }

  /** @throws {FormulaError} `division_by_zero` */
  dividedBy(other: Decimal, places: number, rounding: Rounding): Decimal {
    if (other.digits === 0n) throw new FormulaError('division_by_zero', 'Division by zero');
    checkPlaces(places);
    const shift = places + other.scale - this.scale;
    const numerator = shift > 0 ? this.digits * powerOf10(shift) : this.digits;
    const denominator = shift < 0 ? other.digits * powerOf10(-shift) : other.digits;
    return new Decimal(divide(numerator, denominator, rounding), places);
  }

  round(places: number, rounding: Rounding): Decimal {
    checkPlaces(places);
    if (places >= this.scale) return new Decimal(this.#digitsAt(places), places);
    return new Decimal(divide(this.digits, powerOf10(this.scale - places), rounding), places);
  }

  negated(): Decimal {
    return new Decimal(-this.digits, this.scale);
  }

  /** Less than, equal to or greater than 0, like a comparator. */
  compare(other: Decimal): number {
    const scale = Math.max(this.scale, other.scale);
    const [a, b] = [this.#digitsAt(scale), other.#digitsAt(scale)];
    if (a === b) return 0;
    return a < b ? -1 : 1;
  }

  override toString(): string {
    const sign = this.digits < 0n ? '-' : '';
    const digits = String(this.digits < 0n ? -this.digits : this.digits).padStart(this.scale + 1, '0');
    if (this.scale === 0) return sign + digits;
    return `${sign}${digits.slice(0, -this.scale)}.${digits.slice(-this.scale)}`;
  }

  #digitsAt(scale: number): bigint {
    return this.digits * powerOf10(scale - this.scale);
  }
}

const largest = 10n ** BigInt(digitsMax);

function powerOf10(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

function checkPlaces(places: number): void {
  if (Number.isInteger(places) && places >= 0 && places <= 30) return;
  throw new FormulaError('out_of_range', 'Decimal places must be a whole number from 0 to 30');
}

function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const quotient = numerator / denominator;
  const rest = numerator % denominator;
  if (rest === 0n) return quotient;
  const isNegative = numerator < 0n !== denominator < 0n;
  const away = quotient + (isNegative ? -1n : 1n);
  const double = 2n * (rest < 0n ? -rest : rest);
  const half = denominator < 0n ? -denominator : denominator;
  switch (rounding) {
    case 'down':
      return quotient;
    case 'up':
      return away;
    case 'floor':
      return isNegative ? away : quotient;
    case 'ceiling':
      return isNegative ? quotient : away;
    case 'half_up':
      return double >= half ? away : quotient;
    case 'half_even':
      if (double !== half) return double > half ? away : quotient;
      return quotient % 2n === 0n ? quotient : away;
  }
}
