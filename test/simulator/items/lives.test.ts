import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../api/harness.ts';
import { openActivities, type TestActivities } from '../../harness/activities.ts';
import type { Mutation } from './faulty-database.ts';
import { itemInvariants, type ItemViolation } from './judge-life.ts';
import { live, type LifeOptions, type LifeWorld } from './life.ts';
import { type ItemBug, plant, plantedItemBugs } from './planted-item-bugs.ts';
import { Vendor } from './vendor.ts';

/** How many lives are lived; more with `ITEM_SEEDS`, from `ITEM_SEED_FROM` on. */
const seedCount = Number(process.env['ITEM_SEEDS'] ?? 24);
const seedFrom = Number(process.env['ITEM_SEED_FROM'] ?? 0);
const traces = process.env['ITEM_TRACE'] === '1';
const chunk = 60;
/** Within so many lives a planted bug has to show. */
const livesPerBug = 200;
/** Lives go on side by side, each with a vendor of its own: they often wait. */
const atOnce = 4;

let api: TestApi;
let activities: TestActivities;
const places: LifeWorld[] = [];

beforeAll(async () => {
  api = await startTestApi();
  activities = await openActivities(api);
  // So that few items are several pages, whose steps go on beside each other.
  activities.deps.itemPages = { min: 1, max: 3 };
  // Workers that die keep their places for two minutes: no life waits for those of another.
  await api.admin`update organizations set segments_max = 1000`;
  for (let n = 0; n < atOnce; n += 1) {
    const vendor = new Vendor();
    const config = { base_url: await vendor.start() };
    const connect = async (name: string): Promise<{ connection_id: string }> => {
      const body = { name: `${name} ${n}`, service_type: 'http', credentials: {}, config };
      return { connection_id: (await api.request('POST', '/v1/connections', { body })).data.id };
    };
    places.push({ api, activities, vendor, end: await connect('Source'), target: await connect('Target') });
  }
});

afterAll(async () => {
  for (const { vendor } of places) vendor.stop();
  await activities.close();
  await api.close();
});

/** Plants a bug in a function of the database. @returns what puts the function back. */
async function plantInFunction({ inFunction }: ItemBug, mutate: Mutation): Promise<() => Promise<void>> {
  if (inFunction === undefined) return () => Promise.resolve();
  const [row] = await api.admin<{ text: string }[]>`select pg_get_functiondef(${inFunction}::regproc) as text`;
  const { text } = row ?? { text: '' };
  await api.admin.unsafe(mutate(text));
  return async () => void (await api.admin.unsafe(text));
}

/** Lives through seeds until one of them breaks something. @returns the first that did. */
async function findViolation(
  from: number,
  count: number,
  options: LifeOptions,
  counts: (violation: ItemViolation) => boolean = () => true,
): Promise<{ seed: number; violation: ItemViolation } | undefined> {
  let next = from;
  let found: { seed: number; violation: ItemViolation } | undefined;
  const over = new AbortController();
  await Promise.all(
    places.map(async (place) => {
      while (found === undefined && next < from + count) {
        const seed = next;
        next += 1;
        const violation = await live(place, seed, { ...options, stop: over.signal }).catch((error: unknown) => {
          // A life that was ended in the middle may meet what it did not expect.
          if (over.signal.aborted) return undefined;
          throw error;
        });
        if (violation === undefined || !counts(violation)) continue;
        found ??= { seed, violation };
        over.abort();
      }
    }),
  );
  return found;
}

describe('test/simulator/items/lives', { timeout: 1_200_000 }, () => {
  it.each(Array.from({ length: Math.ceil(seedCount / chunk) }, (_, index) => seedFrom + index * chunk))(
    'holds for the seeds from %i on',
    async (from) => {
      const count = Math.min(chunk, seedFrom + seedCount - from);
      const options = traces ? { say: (text: string) => process.stdout.write(`${text}\n`) } : {};

      expect(await findViolation(from, count, options)).toBeUndefined();
    },
  );

  it.each(plantedItemBugs)('catches a hub that $name', async (bug) => {
    const { mutate, isThere } = plant(bug);
    const repair = await plantInFunction(bug, mutate);

    let found: { seed: number; violation: ItemViolation } | undefined;
    try {
      const options = bug.inFunction === undefined ? { mutate } : {};
      const isMeant = ({ invariant }: ItemViolation): boolean => bug.breaks.includes(invariant);
      found = await findViolation(bug.from ?? 0, livesPerBug, options, isMeant);
    } finally {
      await repair();
    }

    expect(isThere()).toBe(true);
    expect(found).toBeDefined();
    if (traces) process.stdout.write(`${bug.name}: ${JSON.stringify(found)}\n`);
  });

  it('has a planted bug for every invariant but that of ends, which only rare lives break', () => {
    const broken = new Set(plantedItemBugs.map(({ breaks }) => breaks[0]));

    expect([...broken].toSorted()).toEqual(
      Object.keys(itemInvariants)
        .filter((name) => name !== 'after_end')
        .toSorted(),
    );
  });
});
