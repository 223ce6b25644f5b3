import { Decimal } from '../formula/values/decimal.ts';
import { FormulaError } from '../formula/values/formula-error.ts';
import { toNumber } from '../formula/read-text.ts';

/**
 * Currencies whose minor unit is not one hundredth. @see
 * https://www.six-group.com/en/products-services/financial-information/data-standards.html (ISO 4217, list one)
 */
const fractionDigits: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
]);

/** True for a current or former currency code. */
export function isCurrency(code: string): boolean {
  return fractionDigits.has(code) || Intl.supportedValuesOf('currency').includes(code);
}

/**
 * Converts an amount (`12.34`) to minor units: 1234. @returns `undefined` if it has fractions of a minor unit or too
 * many digits.
 */
export function toMinorUnits(amount: number | string, currency: string): number | undefined {
  const decimal = readDecimal(amount);
  if (decimal === undefined) return undefined;
  const shift = (fractionDigits.get(currency) ?? 2) - decimal.scale;
  const scale = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && decimal.digits % scale !== 0n) return undefined;
  const minor = Number(shift < 0 ? decimal.digits / scale : decimal.digits * scale);
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/**
 * Converts minor units to an amount: 1234 gives 12.34. @returns `undefined` if a number cannot represent it exactly.
 */
export function toMajorUnits(minor: number, currency: string): number | undefined {
  return toNumber(`${minor}e-${fractionDigits.get(currency) ?? 2}`);
}

function readDecimal(amount: number | string): Decimal | undefined {
  try {
    return typeof amount === 'string' ? Decimal.parse(amount) : Decimal.fromNumber(amount);
  } catch (error) {
    if (error instanceof FormulaError) return undefined;
    throw error;
  }
}
