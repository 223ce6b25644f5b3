import type { Rng } from '../../simulator/rng.ts';

/** Whom a strike hits. `everything` is the supervisor with all that it started, and a new `npm start`. */
export const victims = [
  'worker',
  'postgres',
  'backend',
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

/** In a short plan, those first that break the most. */
const weights: Readonly<Record<Victim, number>> = {
  worker: 5,
  postgres: 3,
  backend: 3,
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

/** The same seed gives the same plan. With as many kills as there are victims, each is hit at least once. */
export function planStrikes(seed: number, count: number, rng: Rng): Strike[] {
  const bag: Victim[] = [];
  while (bag.length < count) {
    const round = bag.length === 0 ? victims : victims.flatMap((victim) => Array<Victim>(weights[victim]).fill(victim));
    bag.push(...shuffle(round, rng));
  }
  const chosen = count >= victims.length ? bag.slice(0, count) : pickFew(bag, count, seed);
  return shuffle(chosen, rng).map((victim) => ({
    victim,
    afterMs: rng.int(0, afterMsMax),
    frozenMs: victim.startsWith('frozen') ? rng.int(frozenMs.min, frozenMs.max) : 0,
  }));
}

/** Few kills are among those that hit work at once. */
function pickFew(bag: readonly Victim[], count: number, seed: number): Victim[] {
  const telling: readonly Victim[] = ['worker', 'backend', 'postgres', 'temporal'];
  return Array.from(
    { length: count },
    (_, index) => telling[(seed + index - 1) % telling.length] ?? bag[index] ?? 'worker',
  );
}

function shuffle<T>(items: readonly T[], rng: Rng): T[] {
  return items
    .map((item) => ({ item, order: rng.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
