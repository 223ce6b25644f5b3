import { isDataUnit, type Unit } from './conversion-options.ts';

/** How many bytes, or milliseconds, a unit has. */
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

/** Digits that every decimal number of as many keeps as a double. */
const digitsKept = 15;

/** True where an amount in one unit can be told in the other. */
export function shareFamily(a: Unit, b: Unit): boolean {
  return isDataUnit(a) === isDataUnit(b);
}

/**
 * Tells an amount in another unit, rounded to 15 significant digits where it does not come out whole.
 *
 * @returns `undefined` where a whole amount would lose digits.
 */
export function convertUnit(amount: number, from: Unit, to: Unit): number | undefined {
  if (from === to) return amount;
  const converted = (amount * factors[from]) / factors[to];
  if (!Number.isFinite(converted)) return undefined;
  if (!Number.isInteger(converted)) return Number(converted.toPrecision(digitsKept));
  return Number.isSafeInteger(amount * factors[from]) || Number.isSafeInteger(converted) ? converted : undefined;
}
