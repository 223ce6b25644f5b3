export type Victim = 'worker' | 'postgres' | 'temporal';

export interface Kill {
  victim: Victim;
  /** It happens when this page was asked for. */
  atPage: number;
}

/** Spreads kills over the pages of a run; the same seed gives the same plan. */
export function planKills(seed: number, kills: number, pages: number): Kill[] {
  const random = newRandom(seed);
  const victims = Array.from({ length: kills }, (_, index): Victim => {
    if (index === 0 && kills >= 3) return 'postgres';
    return index === 1 && kills >= 3 ? 'temporal' : 'worker';
  });
  // Each kill has a stretch of pages of its own, so that the work goes on between two of them.
  const stretch = (pages - 4) / Math.max(kills, 1);
  return shuffle(victims, random).map((victim, index) => ({
    victim,
    atPage: Math.max(1, Math.floor(index * stretch + random() * (stretch - 4)) + 1),
  }));
}

/** Pages asked for again, over all pages. */
export function countRereads(requests: Readonly<Record<string, number>>): number {
  return Object.values(requests).reduce((sum, times) => sum + times - 1, 0);
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
function newRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
