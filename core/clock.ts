/** Where time comes from; injected so that tests and the simulator can own it. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch. For timestamps that people read; may jump. */
  now(): number;
  /** Monotonic clock, milliseconds since an arbitrary start. For leases and time boxes; never jumps. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(toError(signal.reason));
        return;
      }
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(toError(signal?.reason));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The wait was aborted.');
}

/**
 * Formats an instant as the API does: ISO 8601, UTC, milliseconds.
 *
 * @example `2026-11-21T11:35:00.000Z`
 */
export function toTimestamp(value: Date | number): string {
  return new Date(value).toISOString();
}
