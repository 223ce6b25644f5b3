import type { Discovery } from '../../core/connection-requests.ts';
import type { Clock } from '../../core/clock.ts';

/** How long the result of a discovery is kept for later callers. */
const keptMs = 60_000;

export interface Discovered extends Discovery {
  discovered_at: string;
}

/**
 * Discoveries in progress in this process. Callers that ask for the same one wait for it; who would not
 * wait for its end finds it by asking again.
 */
export interface Discoveries {
  /**
   * Begins a discovery, or joins the one that is under way.
   *
   * @param timeoutMs How long to wait for its end.
   * @returns `undefined` when it takes longer.
   * @throws what the discovery threw.
   */
  join(of: string, timeoutMs: number, discover: () => Promise<Discovered>): Promise<Discovered | undefined>;
}

interface UnderWay {
  found: Promise<Discovered>;
  /** Monotonic time of its end. */
  endedAt?: number;
}

export function createDiscoveries(clock: Clock): Discoveries {
  const known = new Map<string, UnderWay>();

  const begin = (discover: () => Promise<Discovered>): UnderWay => {
    const discovery: UnderWay = { found: discover() };
    const end = (): void => {
      discovery.endedAt = clock.monotonic();
    };
    discovery.found.then(end, end);
    return discovery;
  };

  return {
    join: async (of, timeoutMs, discover) => {
      for (const [name, { endedAt = Infinity }] of known) if (clock.monotonic() - endedAt > keptMs) known.delete(name);
      const discovery = known.get(of) ?? begin(discover);
      known.set(of, discovery);
      const timeout = new AbortController();
      const timedOut = clock.sleep(timeoutMs, timeout.signal).then(
        () => undefined,
        () => undefined,
      );
      try {
        return await Promise.race([discovery.found, timedOut]);
      } finally {
        timeout.abort();
        // A reported result is not reported again.
        if (discovery.endedAt !== undefined && known.get(of) === discovery) known.delete(of);
      }
    },
  };
}
