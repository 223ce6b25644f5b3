import { Rng } from '../../simulator/rng.ts';

/**
 * Whom a strike hits: at any moment, but for `backend at a begin`, which comes when the only run at work has just begun, so
 * that no later commit takes that begin to the disk. `everything` is the supervisor with all that it started,
 * and a new `npm start`.
 */
export const victims = [
  'worker',
  'postgres',
  'backend',
  'backend at a begin',
  'temporal',
  'api',
  'script-runner',
  'everything',
  'frozen worker',
  'frozen api',
  'frozen temporal',
  'frozen postgres',
] as const;

export type Victim = (typeof victims)[number];

export interface Strike {
  victim: Victim;
  /** Wait before it, in milliseconds, from when all is at work again. */
  afterMs: number;
  /** How long the victim stands still; 0: it is killed. */
  frozenMs: number;
}

/** How often each is hit, beside the others. */
const weights: Readonly<Record<Victim, number>> = {
  worker: 5,
  postgres: 3,
  backend: 3,
  'backend at a begin': 2,
  temporal: 3,
  api: 2,
  'script-runner': 2,
  everything: 3,
  'frozen worker': 4,
  'frozen api': 1,
  'frozen temporal': 2,
  'frozen postgres': 1,
};

const afterMsMax = 4000;
/** Around what the hub takes to notice, and beyond it. */
const frozenMs = { min: 2000, max: 16_000 };

/**
 * The same seed gives the same plan. With as many kills as there are victims, each is hit at least once.
 *
 * @param only Nobody else is hit.
 */
export function planStrikes(seed: number, count: number, only: readonly Victim[] = victims): Strike[] {
  const rng = new Rng(seed, 'plan');
  // Few kills are among those that hit work at once.
  const first = count >= only.length ? only : only.filter((victim) => telling.includes(victim));
  const bag = shuffle(first, rng);
  const heavy = only.flatMap((victim) => Array<Victim>(weights[victim]).fill(victim));
  while (bag.length < count) bag.push(...shuffle(heavy, rng));
  return shuffle(bag.slice(0, count), rng).map((victim) => ({
    victim,
    afterMs: rng.int(0, afterMsMax),
    frozenMs: victim.startsWith('frozen') ? rng.int(frozenMs.min, frozenMs.max) : 0,
  }));
}

const telling: readonly Victim[] = ['worker', 'backend', 'postgres', 'temporal'];

function shuffle<T>(items: readonly T[], rng: Rng): T[] {
  return items
    .map((item) => ({ item, order: rng.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
