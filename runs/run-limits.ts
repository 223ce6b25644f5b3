import type { RecordTarget } from '../core/records.ts';
import type { SegmentLimits } from '../engine/segment/segment.ts';

/** What a target says of its times. */
export type TargetTimes = Pick<RecordTarget, 'requestTimeoutMs' | 'writeTimeoutMs'>;

/**
 * A lease outlasts a request by this much: a renewal every 2 s, one that is late, and the clock's own error.
 *
 * After the death of a worker its streams wait for the rest of the lease, 9 s for the longest request and this.
 */
const leaseMarginMs = 4000;

/** What an ordinary segment may take. @see docs/architecture.md#why-no-effect-is-doubled */
export function toSegmentLimits({ requestTimeoutMs }: TargetTimes): SegmentLimits {
  return {
    timeBoxMs: 60_000,
    leaseMs: requestTimeoutMs + leaseMarginMs,
    renewEveryMs: 2000,
    pageBytesMax: 32 * 1024 * 1024,
    partMin: 200,
    waitMaxMs: 20_000,
  };
}

/** Limits of the first segment, inside the local activity that begins the run. */
export function toFirstSegmentLimits(target: TargetTimes): SegmentLimits {
  return { ...toSegmentLimits(target), timeBoxMs: firstSegmentMs, waitMaxMs: 0 };
}

const firstSegmentMs = 2000;

/** The first segment is cut short after this, also while it waits for its source. */
export const firstSegmentCutMs = 5000;

/** A write that may take longer than this is not begun inside a local activity, which is cut after 30 s. */
export const firstSegmentWriteTimeoutMaxMs = 20_000;

/** Time for the source of a canceled run to take back what it prepares; the local activity that ends a run has 5 s. */
export const abandonMs = 3000;

export const heartbeatEveryMs = 3000;
