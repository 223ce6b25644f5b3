import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/json.ts';
import type { EffectResult, RecordTarget } from '../../core/records.ts';
import type { Plan } from '../../engine/plan.ts';
import { compileDefinition, openNaturalTarget, openPages } from './faults/crashing-ends.ts';
import { type CrashingWorld, finish, honest, type Sabotage } from './faults/crashing-world.ts';
import { HubStore } from './hub-store.ts';
import { Rng } from './rng.ts';

/**
 * Records of which several lead to one record of the target, and that come and go, with crashes at random points. What the
 * target has after each run, and from whom, has to be what a naive account says: nothing that a source record claims is removed.
 */
const worlds = 200;
const runs = 8;

interface Row {
  id: string;
  login: string;
}

interface World extends CrashingWorld {
  rows: Row[];
  pageSize: number;
  /** What the target has: by whom each was written last. */
  target: Map<string, string>;
  wrong: string[];
}

/** Writing again is harmless, and several source keys may mean one target record. */
const plan: Plan = {
  ...compileDefinition({
    source: { connection_id: 'conn_a', object: 'people', key: ['id'] },
    target: {
      connection_id: 'conn_b',
      object: 'users',
      match_on: ['login'],
      on_missing: 'delete',
      guard: { max_deletes: 99 },
    },
    mapping: [
      { to: 'login', from: 'login' },
      { to: 'writer', from: 'id' },
    ],
  }),
  idempotency: 'natural',
};

function toText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** What a target has, as a text to compare. */
function describeTarget(target: ReadonlyMap<string, string>): string {
  return [...target]
    .map(([login, writer]) => `${login} of ${writer}`)
    .toSorted()
    .join(', ');
}

function openTarget(world: World): RecordTarget {
  return openNaturalTarget(world, (effects) => ({
    results: effects.map(({ operation, body }): EffectResult => {
      const [login, writer] = [toText(body['login']), toText(body['writer'])];
      if (operation === 'delete') world.target.delete(login);
      else world.target.set(login, writer);
      return { outcome: operation === 'delete' ? 'deleted' : 'written' };
    }),
  }));
}

/** Who owns which record of the target, and how many readings running missed the owner, as a person would note it. */
class Account {
  readonly target = new Map<string, string>();
  readonly #owners = new Map<string, { id: string; misses: number }>();

  read(rows: readonly Row[]): { failed: number; deleted: number } {
    const claimed = new Set<string>();
    for (const { id, login } of rows) {
      const owner = this.#owners.get(login) ?? { id, misses: 0 };
      this.#owners.set(login, owner);
      if (owner.id === id) this.target.set(login, id);
      else claimed.add(login);
    }
    const ids = new Set(rows.map(({ id }) => id));
    const unseen = [...this.#owners].filter(([, { id }]) => !ids.has(id));
    const missing = unseen.filter(([login]) => !claimed.has(login));
    const confirmed = missing.filter(([, { misses }]) => misses > 0).map(([login]) => login);
    const gone = missing.length === this.#owners.size ? [] : confirmed;
    for (const owner of this.#owners.values()) if (ids.has(owner.id)) owner.misses = 0;
    for (const [login, owner] of unseen) {
      if (owner.misses > 0 && claimed.has(login)) this.#owners.delete(login);
      owner.misses += 1;
    }
    for (const login of gone) {
      this.#owners.delete(login);
      this.target.delete(login);
    }
    const failed = rows.filter(({ id, login }) => claimed.has(login) && this.target.get(login) !== id).length;
    return { failed, deleted: gone.length };
  }
}

function makeRow(rng: Rng, index: number): Row {
  return { id: `p${index}`, login: `u${rng.int(0, 4)}` };
}

/** What people do to the source between two runs: somebody else may have a login from then on. */
function changeSource({ rng, rows }: World, made: number): void {
  if (rng.chance(0.3)) return;
  for (let lost = rng.int(0, 2); lost > 0 && rows.length > 0; lost -= 1) rows.splice(rng.int(0, rows.length - 1), 1);
  if (rng.chance(0.5)) rows.splice(rng.int(0, rows.length), 0, makeRow(rng, made));
}

async function live(seed: number, sabotage: Sabotage): Promise<World> {
  const rng = new Rng(seed, 'claimed targets');
  const count = rng.int(1, 8);
  const world: World = {
    rng,
    now: 0,
    store: new HubStore(() => world.now),
    sabotage,
    rows: Array.from({ length: count }, (_, index) => makeRow(rng, index)),
    pageSize: rng.int(1, 4),
    target: new Map(),
    crashes: rng.pick([0, 0.05, 0.15]),
    crashed: 0,
    wrong: [],
  };
  const account = new Account();
  for (let run = 0; run < runs && world.wrong.length === 0; run += 1) {
    if (run > 0) changeSource(world, count + run);
    const runId = `run ${run}`;
    world.store.beginRun(runId);
    const open = () => ({
      source: openPages(world, { records: world.rows.map((row) => ({ ...row })), size: world.pageSize }),
      target: openTarget(world),
      removals: openTarget(world),
    });
    const ended = await finish(world, { runId, plan, open });
    const expected = account.read(world.rows);
    const { failed, deleted } = world.store.run(runId).counters;
    const found = JSON.stringify([ended, describeTarget(world.target), failed, deleted]);
    const wanted = JSON.stringify([true, describeTarget(account.target), expected.failed, expected.deleted]);
    if (found !== wanted) world.wrong.push(`${runId} comes to ${found}, and should to ${wanted}`);
  }
  return world;
}

/** Ways in which an engine could be wrong. */
const plantedBugs: readonly { name: string; sabotage: Sabotage }[] = [
  {
    name: 'does not know who claims what is gone',
    sabotage: (store) => ({
      checkpoint: (epoch, seq, { seen, ...change }, ms) =>
        store.checkpoint(epoch, seq, { ...change, seen: seen && { ...seen, claimed: [] } }, ms),
    }),
  },
  {
    name: 'never lets go of what is claimed',
    sabotage: (store) => ({
      checkpoint: (epoch, seq, { judged, ...change }, ms) =>
        store.checkpoint(epoch, seq, { ...change, judged: judged && { ...judged, claimed: [] } }, ms),
    }),
  },
  {
    name: 'lets go of what nobody claims',
    sabotage: (store) => ({
      judgeAfter: async (of, after) => {
        const { missed, claimed, ...rows } = await store.judgeAfter(of, after);
        return { ...rows, missed: [], claimed: [...claimed, ...missed] };
      },
    }),
  },
];

describe('test/simulator/claimed-targets', () => {
  it('removes nothing that another record claims, and gives it to that, wherever its segments die', async () => {
    let crashed = 0;
    for (let seed = 0; seed < worlds; seed += 1) {
      const life = await live(seed, honest);
      expect(life.wrong, `seed ${seed}`).toEqual([]);
      crashed += life.crashed;
    }

    expect(crashed).toBeGreaterThan(worlds);
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
