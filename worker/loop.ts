import { setTimeout as sleep } from 'node:timers/promises';

/** Something that repeats until stopped, and can be woken before its time. */
export interface Loop {
  wake(): void;
  /** Lets the turn at hand end, then stops. */
  stop(): Promise<void>;
}

/**
 * Runs `turn` again and again: at once when it says that there is more or when woken, else after `everyMs`.
 *
 * A turn that fails is told to `onError` and repeated with a growing wait, up to `everyMs` × 10.
 */
export function startLoop(
  turn: () => Promise<'more' | 'idle'>,
  { everyMs, onError }: { everyMs: number; onError: (error: unknown) => void },
): Loop {
  const stopping = new AbortController();
  let wakeUp = new AbortController();
  let failures = 0;

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // Renewed before the turn: a wake-up during it makes the next one start at once.
      wakeUp = new AbortController();
      let waitMs = everyMs;
      try {
        const state = await turn();
        failures = 0;
        if (state === 'more') continue;
      } catch (error) {
        failures += 1;
        onError(error);
        waitMs = Math.min(everyMs * 2 ** Math.min(failures, 4), everyMs * 10);
      }
      const signal = AbortSignal.any([stopping.signal, wakeUp.signal]);
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();

  return {
    wake: () => wakeUp.abort(),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
