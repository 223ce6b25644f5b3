import type { Clock } from '../../core/clock.ts';

/** A request may take 30 s; an answer needs time to get back. */
export const waitSecondsMax = 25;

/** Requests of a process that wait at once; more are answered at once. */
const waitersMax = 500;
const firstLookMs = 20;
const lookEveryMaxMs = 500;

let waiters = 0;

/**
 * Waits for the end of something, looking ever less often.
 *
 * @param seconds How long to wait; cut to the maximum for a request.
 * @returns what was read last, when it is over or the time is up.
 */
export async function waitUntil<T>(
  { clock }: { clock: Clock },
  { seconds, read, isOver }: { seconds: number; read: () => Promise<T>; isOver: (read: T) => boolean },
): Promise<T> {
  const deadline = clock.monotonic() + Math.min(seconds, waitSecondsMax) * 1000;
  waiters += 1;
  try {
    for (let pauseMs = firstLookMs; ; pauseMs = Math.min(pauseMs * 1.5, lookEveryMaxMs)) {
      const seen = await read();
      const leftMs = deadline - clock.monotonic();
      if (isOver(seen) || leftMs <= 0 || waiters > waitersMax) return seen;
      await clock.sleep(Math.min(pauseMs, leftMs));
    }
  } finally {
    waiters -= 1;
  }
}
