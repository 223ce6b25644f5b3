import { isDataUnit, type Unit } from './conversion-options.ts';

/** Size of a unit in bytes or milliseconds. */
const factors: Readonly<Record<Unit, number>> = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  PB: 1e15,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  PiB: 2 ** 50,
  ms: 1,
  s: 1e3,
  min: 6e4,
  h: 36e5,
  d: 864e5,
  w: 6048e5,
};

/** Digits that a double always represents exactly. */
const digitsKept = 15;

/** True if one unit can be converted to the other. */
export function shareFamily(a: Unit, b: Unit): boolean {
  return isDataUnit(a) === isDataUnit(b);
}

/**
 * Converts an amount to another unit, rounded to 15 significant digits if the result is not whole.
 *
 * @returns `undefined` if a whole amount would lose digits.
 */
export function convertUnit(amount: number, from: Unit, to: Unit): number | undefined {
  if (from === to) return amount;
  const converted = (amount * factors[from]) / factors[to];
  if (!Number.isFinite(converted)) return undefined;
  if (!Number.isInteger(converted)) return Number(converted.toPrecision(digitsKept));
  return Number.isSafeInteger(amount * factors[from]) || Number.isSafeInteger(converted) ? converted : undefined;
}
