import type { RunStats } from '../../../client/operations.data.ts';
import { toStatus, type Tone } from '../status.ts';

/** The runs that ended in an hour, by the tone of their states. */
export interface Hour {
  /** The beginning, in milliseconds. */
  at: number;
  tones: Readonly<Record<Tone, number>>;
  total: number;
}

const hourMs = 3_600_000;

type Bucket = Pick<RunStats['buckets'][number], 'at' | 'status' | 'runs'>;

/** Puts the hub's counts into the last hours, the oldest first; the present hour is the last one. */
export function countByHour(buckets: readonly Bucket[], now: number, hours = 24): Hour[] {
  const last = Math.floor(now / hourMs) * hourMs;
  return Array.from({ length: hours }, (_, index) => {
    const at = last - (hours - 1 - index) * hourMs;
    const inside = buckets.filter((bucket) => Date.parse(bucket.at) === at);
    const tones: Record<Tone, number> = { good: 0, bad: 0, warn: 0, busy: 0, idle: 0 };
    for (const { status, runs } of inside) tones[toStatus(status).tone] += runs;
    return { at, tones, total: inside.reduce((sum, { runs }) => sum + runs, 0) };
  });
}
