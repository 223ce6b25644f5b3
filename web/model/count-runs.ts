import type { Run } from '../../client/operations.data.ts';
import { toStatus, type Tone } from './status.ts';

/** The runs of an hour, by the tone of their states. */
export interface Hour {
  /** The beginning, in milliseconds. */
  at: number;
  tones: Readonly<Record<Tone, number>>;
  total: number;
}

const hourMs = 3_600_000;

/** Sorts runs into the last hours, the oldest first; the present hour is the last one. */
export function countByHour(runs: readonly Pick<Run, 'created_at' | 'status'>[], now: number, hours = 24): Hour[] {
  const last = Math.floor(now / hourMs) * hourMs;
  return Array.from({ length: hours }, (_, index) => {
    const at = last - (hours - 1 - index) * hourMs;
    const inside = runs.filter(({ created_at: made }) => Math.floor(Date.parse(made) / hourMs) * hourMs === at);
    const tones: Record<Tone, number> = { good: 0, bad: 0, warn: 0, busy: 0, idle: 0 };
    for (const { status } of inside) tones[toStatus(status).tone] += 1;
    return { at, tones, total: inside.length };
  });
}
