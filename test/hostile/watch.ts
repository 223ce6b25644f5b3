import { setTimeout as sleep } from 'node:timers/promises';
import { readMemory } from '../../bench/memory.ts';
import type { Victim } from './raw-client.ts';

/** What was seen of the victim during an attack. */
export interface Watched<Result> {
  result: Result;
  /** Health checks that were answered, and that were not within their time. */
  healthy: number;
  unhealthy: number;
  /** Resident memory at its highest, so far in the life of the process. */
  peakMb: number;
}

const pollMs = 100;
/** What load balancers commonly wait. */
const timeoutMs = 5000;

/** Asks for the victim's health again and again while something is done to it. */
export async function watch<Result>(victim: Victim, attack: () => Promise<Result>): Promise<Watched<Result>> {
  const over = new AbortController();
  let healthy = 0;
  let unhealthy = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      if (await isHealthy(victim)) healthy += 1;
      else unhealthy += 1;
      await sleep(pollMs);
    }
  })();
  try {
    const result = await attack();
    return { result, healthy: healthy + 1, unhealthy, peakMb: readMemory(victim.pid).peakMb };
  } finally {
    over.abort();
    await watching;
  }
}

/** Over a connection of its own, as a load balancer asks. */
async function isHealthy({ port }: Victim): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health/live`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
