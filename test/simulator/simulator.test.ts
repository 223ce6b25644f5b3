import { describe, expect, it } from 'vitest';
import { plantedBugs } from './faults/planted-bugs.ts';
import { plantedLifeBugs } from './faults/planted-life-bugs.ts';
import { regressionSeeds } from './regression-seeds.ts';
import type { Saboteur } from './faults/saboteur.ts';
import { type Outcome, simulate } from './simulate.ts';
import { invariants } from './checks/verdict.ts';
import { makeWorld } from './world.ts';

/** How many worlds a run lives through; CI takes the default, a release a million by `main.ts`. */
const seedCount = Number(process.env['SIMULATOR_SEEDS'] ?? 5_000);
/** Of those, so many once more with runs that the real workflow carries, which costs more. */
const carriedCount = Math.ceil(seedCount / 10);
const chunk = 500;
/** Within so many worlds a planted bug has to show. */
const worldsPerBug = 800;

describe('test/simulator/simulator', () => {
  it.each(regressionSeeds)('holds for seed $seed, which once showed: $showed', async ({ seed }) => {
    expect(tell(await simulate(seed))).toBe('holds');
  });

  it.each(Array.from({ length: Math.ceil(seedCount / chunk) }, (_, index) => index * chunk))(
    'holds for the seeds from %i on',
    async (from) => {
      for (let seed = from; seed < Math.min(from + chunk, seedCount); seed += 1) {
        expect(tell(await simulate(seed))).toBe('holds');
      }
    },
    120_000,
  );

  it.each(Array.from({ length: Math.ceil(carriedCount / chunk) }, (_, index) => index * chunk))(
    'holds for the seeds from %i on where the real workflow carries runs',
    async (from) => {
      for (let seed = from; seed < Math.min(from + chunk, carriedCount); seed += 1) {
        expect(tell(await simulate(seed, { workflow: true }))).toBe('holds');
      }
    },
    120_000,
  );

  it.each([false, true])('gives the same life for the same seed, with workflows: %s', async (workflow) => {
    const live = async (): Promise<readonly string[]> => (await simulate(17, { trace: true, workflow })).trace;

    expect(await live()).toEqual(await live());
  });

  it('meets faults in most worlds', async () => {
    let faulty = 0;
    for (let seed = 0; seed < 200; seed += 1) faulty += (await simulate(seed)).faults > 0 ? 1 : 0;

    expect(faulty).toBeGreaterThan(100);
  });

  it.each(plantedBugs)(
    'catches an engine that $name',
    async (bug) => {
      const seed = await findSeed(bug);

      expect(seed).toBeDefined();
      // It is the bug that shows, not the world.
      if (seed !== undefined) expect(tell(await simulate(seed))).toBe('holds');
    },
    60_000,
  );

  it.each(plantedLifeBugs)(
    'catches a hub that $name',
    async (bug) => {
      const seed = await findSeed(bug, { workflow: true });

      expect(seed).toBeDefined();
      if (seed !== undefined) expect(tell(await simulate(seed, { workflow: true }))).toBe('holds');
    },
    60_000,
  );

  it('has a planted bug for every invariant', () => {
    const broken = new Set([...plantedBugs, ...plantedLifeBugs].flatMap(({ breaks }) => breaks.slice(0, 1)));

    expect([...broken].toSorted()).toEqual(Object.keys(invariants).toSorted());
  });
});

/** The first world in which a planted bug breaks what it is meant to break. */
async function findSeed(bug: Saboteur, options: { workflow?: boolean } = {}): Promise<number | undefined> {
  let worlds = 0;
  for (let seed = 0; worlds < worldsPerBug; seed += 1) {
    const world = makeWorld(seed);
    if (bug.shows?.(world) === false) continue;
    worlds += 1;
    const { violation } = await simulate(world, { ...options, saboteur: bug });
    if (violation !== undefined && bug.breaks.includes(violation.invariant)) return seed;
  }
  return undefined;
}

function tell({ seed, violation }: Outcome): string {
  if (violation === undefined) return 'holds';
  return `seed ${seed} breaks "${violation.invariant}": ${violation.message} (node test/simulator/main.ts --replay ${seed})`;
}
