import type { SegmentLimits } from '../engine/segment.ts';

/** A lease outlasts a write by this much: a renewal every 3 s, one that is late, and the clock's own error. */
const leaseMarginMs = 5000;

/** What an ordinary segment may take. @see DESIGN §7 */
export function toSegmentLimits(writeTimeoutMs: number): SegmentLimits {
  return {
    timeBoxMs: 60_000,
    leaseMs: writeTimeoutMs + leaseMarginMs,
    renewEveryMs: 3000,
    pageBytesMax: 32 * 1024 * 1024,
    waitMaxMs: 20_000,
  };
}

/** What the first stretch may take, inside the local activity that begins the run. @see DESIGN §6.3 */
export function toStretchLimits(writeTimeoutMs: number): SegmentLimits {
  return { ...toSegmentLimits(writeTimeoutMs), timeBoxMs: stretchMs, waitMaxMs: 0 };
}

const stretchMs = 2000;

/** A stretch is cut short after this, also while it waits for its source. */
export const stretchCutMs = 5000;

/** A write that may take longer than this is not begun inside a local activity, which is cut after 30 s. */
export const stretchWriteTimeoutMaxMs = 20_000;

export const heartbeatEveryMs = 3000;
