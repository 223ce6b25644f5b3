/** A figure that was measured, beside the most that it may be. */
export interface Figure {
  name: string;
  value: number;
  max: number;
  unit: 'ms' | 'MB' | '';
  /** How much slower than an idle machine this one was meanwhile. Absent for what does not depend on it. */
  slowdown?: number;
}

export type Verdict = 'kept' | 'missed' | 'unclear';

/** From here on a time says more of the machine than of the dashboard. */
const slowdownMax = 8;

/**
 * Whether a figure keeps its budget. What keeps it on a busy machine keeps it.
 *
 * @param lenient Grants a busy machine as much more time as it takes for work of which nobody else has a part. Otherwise
 *   what is late on such a machine is unclear.
 */
export function judge({ value, max, slowdown = 1 }: Figure, lenient: boolean): Verdict {
  if (value <= max) return 'kept';
  // What was never measured is not kept either.
  if (Number.isNaN(value)) return 'missed';
  if (slowdown > slowdownMax) return 'unclear';
  if (value > max * slowdown) return 'missed';
  return lenient ? 'kept' : 'unclear';
}

/** The exit code: budgets that are missed fail, and so does a machine too busy to judge, as sysexits' EX_TEMPFAIL. */
export function toExitCode(verdicts: readonly Verdict[]): 0 | 1 | 75 {
  if (verdicts.includes('missed')) return 1;
  return verdicts.includes('unclear') ? 75 : 0;
}

/** @param part 0.5 for the median, 0.95 for what all but one of twenty keep. */
export function findPart(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

export function findMiddle(values: readonly number[]): number {
  return findPart(values, 0.5);
}
