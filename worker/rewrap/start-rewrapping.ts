import type { Clock } from '../../core/clock.ts';
import { type Loop, startLoop } from '../../core/loop.ts';
import type { Database } from '../../drizzle/index.ts';
import type { Rewrapper } from '../../vault/index.ts';
import { type RowKey, rewrapWindow } from './rewrap-window.ts';
import { sealedPlaces } from './sealed-places.ts';

export interface RewrapDeps {
  database: Database;
  /** As `hub_relay`. */
  relayDatabase: Database;
  rewrapper: Rewrapper;
  clock: Clock;
  log: Record<'info' | 'warn', (fields: object, message: string) => void>;
}

const lookEveryMs = 60_000;
/** Where a walk found nothing to do, the next one may wait: other processes seal to the active key once they have started again. */
const restMs = 6 * 3_600_000;

/**
 * Goes through what is stored, window by window, and wraps again for the active key what older keys wrap; then rests. After a walk
 * that left nothing, the older keys can be taken out of the key file: `hub doctor` tells.
 */
export function startRewrapping(deps: RewrapDeps): Loop {
  const { clock, log } = deps;
  let walk: AsyncIterator<WalkStep> | undefined;
  let restsUntil = 0;
  let [rewrapped, left] = [0, 0];
  return startLoop(
    async () => {
      if (walk === undefined && clock.monotonic() < restsUntil) return 'idle';
      walk ??= walkThrough(deps);
      const step = await walk.next().catch((error: unknown) => {
        walk = undefined;
        [rewrapped, left] = [0, 0];
        throw error;
      });
      if (step.done !== true) {
        rewrapped += step.value.rewrapped;
        left += step.value.left;
        return 'more';
      }
      if (rewrapped > 0)
        log.info(
          { rewrapped, left, key: deps.rewrapper.activeKeyId },
          'values of older keys were sealed to the active one',
        );
      else if (left > 0)
        log.warn({ left }, 'values keep an older key: the key file does not have it, or they were in use');
      if (rewrapped === 0) restsUntil = clock.monotonic() + restMs;
      walk = undefined;
      [rewrapped, left] = [0, 0];
      return 'idle';
    },
    { everyMs: lookEveryMs, onError: (error) => log.warn({ error }, 'could not seal values to the active key') },
  );
}

interface WalkStep {
  rewrapped: number;
  left: number;
}

/** One window after the other, through all places of all organizations. */
export async function* walkThrough({
  relayDatabase,
  ...deps
}: Pick<RewrapDeps, 'database' | 'relayDatabase' | 'rewrapper'>): AsyncGenerator<WalkStep> {
  const organizations = await relayDatabase.sql<{ id: string }[]>`select id from organizations order by id`;
  for (const { id } of organizations) {
    for (const place of sealedPlaces) {
      let after: RowKey | undefined;
      do {
        const { next, ...step } = await rewrapWindow(deps, id, place, after);
        yield step;
        after = next;
      } while (after !== undefined);
    }
  }
}
