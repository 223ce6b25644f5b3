import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { Searched } from '../../engine/stages/enrich-records.ts';
import { KnownRecords } from '../../engine/stages/known-records.ts';
import type { Plan } from '../../engine/plan.ts';
import { compileDefinition, openNaturalTarget, openPages } from './faults/crashing-ends.ts';
import { call, type CrashingWorld, finish, honest, type Sabotage } from './faults/crashing-world.ts';
import { HubStore } from './hub-store.ts';
import { Rng } from './rng.ts';

/**
 * Records that refer to one another, on whatever pages, with crashes at random points and lost answers. What the target has
 * after each run has to be what somebody would write who knew all of them.
 */
const worlds = 300;

interface Row {
  id: string;
  /** Nobody has the id `nobody`. */
  boss: string | null;
}

interface World extends CrashingWorld {
  rows: Row[];
  target: Map<string, JsonObject>;
  /** Writes that changed the target. */
  changes: number;
}

function makePlan(onMissing: 'null' | 'dead_letter'): Plan {
  const end = { connection_id: 'conn_b', object: 'users' };
  return compileDefinition({
    source: { connection_id: 'conn_a', object: 'people', key: ['id'] },
    enrich: [{ as: 'superior', ...end, by: 'boss', key: 'id', on_missing: onMissing }],
    target: { ...end, match_on: ['id'] },
    mapping: [
      { to: 'id', from: 'id' },
      { to: 'boss', from: 'superior.id' },
    ],
  });
}

function open(world: World, pageSize: number) {
  const records = world.rows.map((row): JsonObject => ({ ...row }));
  const find = (values: readonly string[]): Promise<JsonObject[]> =>
    call(world, () => {
      const found = values.map((value) => world.target.get(value));
      return structuredClone(found.filter((record) => record !== undefined));
    });
  const searched: Searched[] = [{ finder: { find }, known: new KnownRecords(1000) }];
  return () => ({
    searched,
    source: openPages(world, { records, size: pageSize }),
    target: openNaturalTarget(world, (effects) => ({
      results: effects.map(({ body }) => {
        const id = typeof body['id'] === 'string' ? body['id'] : '';
        if (JSON.stringify(world.target.get(id)) !== JSON.stringify(body)) world.changes += 1;
        world.target.set(id, body);
        return { outcome: 'written' };
      }),
    })),
  });
}

/** What somebody would write who knew all records. */
function expected({ rows }: World, onMissing: 'null' | 'dead_letter'): Map<string, string | null> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isWritten = ({ id, boss }: Row, below: readonly string[] = []): boolean => {
    if (boss === null || onMissing === 'null') return true;
    const superior = byId.get(boss);
    return superior !== undefined && !below.includes(boss) && isWritten(superior, [...below, id]);
  };
  return new Map(
    rows.filter((row) => isWritten(row)).map(({ id, boss }) => [id, boss !== null && byId.has(boss) ? boss : null]),
  );
}

/** Lives through the world of one seed. @returns what is wrong with it. */
async function live(seed: number, sabotage: Sabotage = honest): Promise<{ wrong: string[]; crashed: number }> {
  const rng = new Rng(seed, 'references');
  const onMissing = rng.pick(['null', 'dead_letter'] as const);
  const count = rng.pick([1, 4, 9, 25]);
  const ids = Array.from({ length: count }, (_, index) => `p${index}`);
  const toBoss = (index: number): string | null => {
    if (rng.chance(0.1)) return rng.pick([null, 'nobody']);
    // Where a record may not be without its reference, nobody leads himself, by whatever way.
    return index === 0 ? null : (ids[onMissing === 'null' ? rng.int(0, count - 1) : rng.int(0, index - 1)] ?? null);
  };
  const rows = ids.map((id, index) => ({ id, boss: toBoss(index) }));
  const world: World = {
    rng,
    now: 0,
    store: new HubStore(() => world.now),
    sabotage,
    rows: rows.toSorted(() => (rng.chance(0.5) ? 1 : -1)),
    target: new Map(),
    changes: 0,
    crashes: rng.pick([0, 0.05, 0.15]),
    crashed: 0,
  };
  const plan = makePlan(onMissing);
  const wrong: string[] = [];
  const pageSize = rng.int(1, 6);
  for (const runId of ['first', 'second']) {
    world.changes = 0;
    world.store.beginRun(runId);
    const ended = await finish(world, { runId, plan, open: open(world, pageSize) });
    const wanted = expected(world, onMissing);
    const compare = (name: string, found: unknown, should: unknown): void => {
      const [is, ought] = [JSON.stringify(found), JSON.stringify(should)];
      if (is !== ought) wrong.push(`${runId}: ${name} is ${is}, and should be ${ought}`);
    };
    const { counters, unresolvedReferences, deadLetters } = world.store.run(runId);
    const found = [...world.target].map(([id, body]) => [id, body['boss'] ?? null]);
    compare('end', ended, true);
    compare('what the target has', found.toSorted(byText), [...wanted].toSorted(byText));
    compare('read', counters.read, count);
    compare('failed', counters.failed, count - wanted.size);
    compare('letters', deadLetters.length, counters.failed);
    const lonely = world.rows.filter(({ boss }) => boss === 'nobody').length;
    compare('unresolved', unresolvedReferences, onMissing === 'null' ? lonely : 0);
    if (runId === 'second') compare('changes', world.changes, 0);
    compare('waiting', world.store.waitingAfter(null, 1), []);
  }
  return { wrong, crashed: world.crashed };
}

function byText(a: readonly unknown[], b: readonly unknown[]): number {
  return String(a[0]) < String(b[0]) ? -1 : 1;
}

/** Ways in which an engine could be wrong. */
const plantedBugs: readonly { name: string; sabotage: Sabotage }[] = [
  {
    name: 'forgets who waits',
    sabotage: (store) => ({
      checkpoint: (epoch, seq, { waiting, ...change }, ms) =>
        store.checkpoint(epoch, seq, { ...change, waiting: waiting && { ...waiting, stored: [] } }, ms),
    }),
  },
  {
    name: 'keeps those who wait of the last page only',
    sabotage: (store) => ({
      checkpoint: (epoch, seq, { waiting, ...change }, ms) =>
        store.checkpoint(epoch, seq, { ...change, waiting: waiting && { ...waiting, reset: true } }, ms),
    }),
  },
  {
    name: 'counts twice what it looks at again',
    sabotage: (store) => ({
      waitingAfter: async (...where) => (await store.waitingAfter(...where)).map((row) => ({ ...row, counted: false })),
    }),
  },
];

describe('test/simulator/references', () => {
  it('resolves every reference that can be, counts each record once and writes nothing twice', async () => {
    let crashes = 0;
    for (let seed = 0; seed < worlds; seed += 1) {
      const { wrong, crashed } = await live(seed);
      expect(wrong, `seed ${seed}`).toEqual([]);
      crashes += crashed;
    }

    expect(crashes).toBeGreaterThan(worlds);
  }, 120_000);

  it.each(plantedBugs)(
    'catches an engine that $name',
    async ({ sabotage }) => {
      let wrong: string[] = [];
      for (let seed = 0; seed < worlds && wrong.length === 0; seed += 1) ({ wrong } = await live(seed, sabotage));

      expect(wrong).not.toEqual([]);
    },
    120_000,
  );
});
