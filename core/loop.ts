/** Something that repeats until stopped, and can be woken before its time. */
export interface Loop {
  wake(): void;
  /** Lets the current iteration end, then stops. */
  stop(): Promise<void>;
}

/** A wait is shorter by up to this share. */
const waitSpread = 0.2;

/** How long an iteration that the clock begins waits for the one that the clock began before, of any loop. */
const turnMs = 100;
let lastTurn: Promise<void> = Promise.resolve();

/**
 * Runs `iterate` repeatedly: at once when it reports `more` or when woken, else after `everyMs` at most.
 *
 * Those that the clock begins follow each other, over all loops of the process: a dozen that look into the database each second
 * then need one connection, not several, each of which is a process of the server, of some 10 MB.
 *
 * A failed iteration is reported to `onError` and repeated with a growing wait, up to `everyMs` × 10.
 */
export function startLoop(
  iterate: () => Promise<'more' | 'idle'>,
  { everyMs, onError }: { everyMs: number; onError: (error: unknown) => void },
): Loop {
  let failures = 0;
  let stopped = false;
  let woken = false;
  let endWait: (() => void) | undefined;

  // A plain timer: the relay is woken for each order, and signals cost several times as much.
  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** @returns a function that lets the next one begin. */
  const awaitTurn = async (): Promise<() => void> => {
    const before = lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    lastTurn = promise;
    await Promise.race([before, wait(turnMs)]);
    endWait?.();
    return resolve;
  };

  const run = async (): Promise<void> => {
    let endTurn: (() => void) | undefined;
    while (!stopped) {
      // A wake-up during the iteration makes the next one start at once.
      woken = false;
      // Loops that begin together would stay together, and need as many connections at the same moment, once in each round.
      let waitMs = everyMs * (1 - waitSpread * Math.random());
      try {
        const state = await iterate();
        failures = 0;
        if (state === 'more') continue;
      } catch (error) {
        failures += 1;
        onError(error);
        waitMs = Math.min(everyMs * 2 ** Math.min(failures, 4), everyMs * 10);
      } finally {
        endTurn?.();
        endTurn = undefined;
      }
      if (!woken && !stopped) await wait(waitMs);
      if (!woken && !stopped) endTurn = await awaitTurn();
    }
    endTurn?.();
  };
  const running = run();

  return {
    wake: () => {
      woken = true;
      endWait?.();
    },
    stop: async () => {
      stopped = true;
      endWait?.();
      await running;
    },
  };
}
