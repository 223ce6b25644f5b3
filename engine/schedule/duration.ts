/** A length of time as definitions write it: a whole number and its unit. */
export const durationPattern = /^([1-9]\d{0,5})([smhd])$/;

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of `90s`, `15m`, `2h` or `1d`; undefined for other text. A day is 24 hours. */
export function readDuration(text: string): number | undefined {
  const [, count, unit] = durationPattern.exec(text) ?? [];
  const ms = unit === undefined ? undefined : unitMs[unit];
  return ms === undefined ? undefined : Number(count) * ms;
}
