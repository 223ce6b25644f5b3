import { createHash } from 'node:crypto';

/**
 * By how much one time of a schedule is put off, so that many that ask for the same time do not come at once. Always the same for
 * the same schedule and time.
 *
 * @param key Of the schedule.
 * @param at The time, milliseconds since 1970.
 * @param jitterMs The most; 0 for none.
 * @returns milliseconds, from 0 to `jitterMs`.
 */
export function findDelay(key: string, at: number, jitterMs: number): number {
  if (jitterMs === 0) return 0;
  return createHash('sha256').update(`${key} ${at}`).digest().readUIntBE(0, 6) % (jitterMs + 1);
}
