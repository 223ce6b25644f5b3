import { describe, expect, it } from 'vitest';
import { ConnectorError } from '../../core/connector-error.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Effect, EffectResult, RecordTarget } from '../../core/records.ts';
import { readKeyTexts } from '../../engine/key-text.ts';
import type { Plan } from '../../engine/plan.ts';
import type { Withheld } from '../../engine/removal.ts';
import { compileDefinition, openNaturalTarget, openPages } from './faults/crashing-ends.ts';
import { type CrashingWorld, finish, honest, type Sabotage } from './faults/crashing-world.ts';
import { HubStore } from './hub-store.ts';
import { Rng } from './rng.ts';

/**
 * Records that vanish from a source, come back, and are filtered out, whose source begins to write the numbers of their keys as
 * texts and ends to, with crashes at random points, lost answers and readings that never end. What the target has after each
 * complete reading has to be what a naive account of the readings says.
 */
const worlds = 300;
const runs = 7;

interface Row {
  id: string | null;
  value: number;
  keep: boolean;
  broken: boolean;
}

interface Guard {
  max_deletes?: number;
  max_deletes_percent?: number;
}

interface World extends CrashingWorld {
  rows: Row[];
  /** The source writes numbers as texts. */
  writesTexts: boolean;
  pageSize: number;
  guard: Guard;
  target: Map<string, string>;
  /** Records that the target does not let go. */
  kept: ReadonlySet<string>;
  /** What each effect id came with. */
  effects: Map<string, string>;
  /** How often a record was created. */
  creations: Map<string, number>;
  wrong: string[];
}

function makePlan(guard: Guard): Plan {
  return compileDefinition({
    source: { connection_id: 'conn_a', object: 'people', key: ['id', 'site'], filter: 'keep' },
    target: { connection_id: 'conn_b', object: 'users', match_on: ['id'], on_missing: 'delete', guard },
    mapping: [
      { to: 'id', from: 'id' },
      { to: 'value', from: 'value', convert: 'integer', required: true },
    ],
  });
}

function toRecord({ id, value, keep, broken }: Row, writesTexts: boolean): JsonObject {
  return { ...(id === null ? {} : { id }), site: writesTexts ? '7' : 7, value: broken ? 'none' : value, keep };
}

/** The id that a key has, in whatever form. */
function idOf(key = ''): string {
  const [id] = readKeyTexts(key);
  return typeof id === 'string' ? id : '';
}

const failure = new ConnectorError('transient', 'Not now.', { connectorId: 'simulated', operation: 'list' });

function openTarget(world: World): RecordTarget {
  return openNaturalTarget(world, (effects) => {
    const results = effects.map((effect) => apply(world, effect));
    if (!world.rng.chance(world.crashes / 2)) return { results };
    return { results: effects.map((): EffectResult => ({ outcome: 'in_doubt' })), error: failure };
  });
}

function apply(world: World, { effectId, operation, body, targetId }: Effect): EffectResult {
  const id = typeof body['id'] === 'string' ? body['id'] : '';
  // The same removal is another one once its record was there again.
  const text = JSON.stringify([operation, body, operation === 'delete' ? (world.creations.get(id) ?? 0) : 0]);
  const before = world.effects.get(effectId) ?? text;
  if (before !== text) world.wrong.push(`effect ${effectId} came with ${before}, and now with ${text}`);
  world.effects.set(effectId, text);
  if (targetId !== id) world.wrong.push(`${operation} of ${id} names the target id ${targetId}`);
  if (operation !== 'delete') {
    if (!world.target.has(id)) world.creations.set(id, (world.creations.get(id) ?? 0) + 1);
    world.target.set(id, JSON.stringify(body));
    return { outcome: 'written' };
  }
  if (world.kept.has(id)) return { outcome: 'rejected', code: 'validation', message: 'It stays.' };
  world.target.delete(id);
  return { outcome: 'deleted' };
}

/** The account that a person would keep: what the target has, and how many complete readings running missed it. */
class Account {
  readonly misses = new Map<string, number>();
  /** Records that count as there, since the answer to their creation was lost, and are not. */
  readonly doubtful = new Set<string>();

  /** Looks at what a reading left that never ended. */
  lookAround({ store, target }: World, runId: string): void {
    for (const [key, { settled, pending }] of store.ledger.rows) {
      const id = idOf(key);
      // What it wrote it saw.
      if (settled?.runId === runId) this.misses.set(id, 0);
      if (this.misses.has(id) || (settled === undefined && pending === undefined)) continue;
      this.misses.set(id, 0);
      if (!target.has(id)) this.doubtful.add(id);
    }
  }

  /** @returns what a complete reading should come to. */
  read(world: World): { removed: string[]; refused: string[]; withheld: Withheld | undefined } {
    const kept = world.rows.filter(({ keep }) => keep);
    const seen = new Set(kept.flatMap(({ id }) => id ?? []));
    for (const { id, broken } of kept) {
      if (id === null || broken) continue;
      this.doubtful.delete(id);
      if (!this.misses.has(id)) this.misses.set(id, 0);
    }
    const missing = [...this.misses.keys()].filter((id) => !seen.has(id));
    const confirmed = missing.filter((id) => (this.misses.get(id) ?? 0) > 0);
    const unidentified = kept.some(({ id }) => id === null);
    const reason = this.#reason({ unidentified, missing, confirmed }, world.guard);
    for (const id of this.misses.keys()) if (seen.has(id)) this.misses.set(id, 0);
    if (!unidentified) for (const id of missing) this.misses.set(id, (this.misses.get(id) ?? 0) + 1);
    if (reason !== undefined) {
      const records = unidentified ? missing.length : confirmed.length;
      return { removed: [], refused: [], withheld: { reason, records } };
    }
    if (unidentified) return { removed: [], refused: [], withheld: undefined };
    const removed = confirmed.filter((id) => !world.kept.has(id));
    for (const id of removed) {
      this.misses.delete(id);
      this.doubtful.delete(id);
    }
    return { removed, refused: confirmed.filter((id) => world.kept.has(id)), withheld: undefined };
  }

  #reason(
    found: { unidentified: boolean; missing: readonly string[]; confirmed: readonly string[] },
    { max_deletes: max, max_deletes_percent: percent }: Guard,
  ): Withheld['reason'] | undefined {
    const known = this.misses.size;
    const many = found.confirmed.length;
    if (found.unidentified) return found.missing.length > 0 ? 'unidentified_records' : undefined;
    if (many === 0) return undefined;
    if (found.missing.length === known) return 'all_missing';
    if (max === undefined && percent === undefined) return many > 5 && many * 10 > known ? 'above_guard' : undefined;
    const isAbove = many > (max ?? known) || many * 100 > (percent ?? 100) * known;
    return isAbove ? 'above_guard' : undefined;
  }
}

interface Bug {
  name: string;
  sabotage?: Sabotage;
  plan?: (plan: Plan) => Plan;
}

/** Lives through the world of one seed. @returns what is wrong with it. */
async function live(seed: number, { sabotage = honest, plan: spoil = (plan) => plan }: Bug): Promise<World> {
  const rng = new Rng(seed, 'removal');
  const world: World = {
    rng,
    now: 0,
    store: new HubStore(() => world.now),
    sabotage,
    rows: Array.from({ length: rng.pick([0, 3, 12, 40]) }, (_, index) => makeRow(rng, `p${index}`)),
    writesTexts: false,
    pageSize: rng.int(1, 6),
    guard: rng.pick<Guard>([{}, {}, { max_deletes: 2 }, { max_deletes_percent: 20 }]),
    target: new Map(),
    kept: new Set(rng.chance(0.3) ? ['p1', 'p2'] : []),
    effects: new Map(),
    creations: new Map(),
    crashes: rng.pick([0, 0.05, 0.15]),
    crashed: 0,
    wrong: [],
  };
  const plan = spoil(makePlan(world.guard));
  const account = new Account();
  for (let run = 0; run < runs && world.wrong.length === 0; run += 1) {
    if (run > 0) changeSource(world);
    if (run > 0 && rng.chance(0.3)) {
      await readInPart(world, plan, `part ${run}`);
      account.lookAround(world, `part ${run}`);
      lose(world, rng.int(0, 2));
    }
    await readAll(world, plan, { runId: `run ${run}`, account });
  }
  return world;
}

function open(world: World, endless?: Error) {
  const records = world.rows.map((row) => toRecord(row, world.writesTexts));
  return () => ({
    source: openPages(world, { records, size: world.pageSize, endless }),
    target: openTarget(world),
    removals: openTarget(world),
  });
}

async function readInPart(world: World, plan: Plan, runId: string): Promise<void> {
  world.store.beginRun(runId);
  await finish(world, { runId, plan, open: open(world, failure), attempts: 6 });
}

async function readAll(
  world: World,
  plan: Plan,
  { runId, account }: { runId: string; account: Account },
): Promise<void> {
  const { store, rows, target, wrong } = world;
  store.beginRun(runId);
  const ended = await finish(world, { runId, plan, open: open(world) });
  const expected = account.read(world);
  const { counters, deadLetters, withheld } = store.run(runId);
  const compare = (name: string, found: unknown, wanted: unknown): void => {
    const [is, should] = [JSON.stringify(found) ?? 'none', JSON.stringify(wanted) ?? 'none'];
    if (is !== should) wrong.push(`${runId}: ${name} is ${is}, and should be ${should}`);
  };
  const refused = deadLetters.filter(({ code }) => code === 'removal_failed');
  compare('end', ended, true);
  const there = [...account.misses.keys()].filter((id) => !account.doubtful.has(id));
  compare('what the target has', [...target.keys()].toSorted(), there.toSorted());
  compare('withheld', withheld, expected.withheld);
  compare('deleted', counters.deleted, expected.removed.length);
  compare('read', counters.read, rows.length);
  compare('refused', refused.map(({ sourceKey }) => idOf(sourceKey)).toSorted(), expected.refused.toSorted());
  compare('failed', counters.failed, deadLetters.length);
}

function makeRow(rng: Rng, id: string | null): Row {
  return { id, value: rng.int(0, 9), keep: rng.chance(0.9), broken: rng.chance(0.05) };
}

/** What people do to the source between two runs. */
function changeSource(world: World): void {
  const { rng } = world;
  world.rows = world.rows.filter(({ id }) => id !== null);
  if (rng.chance(0.3)) world.writesTexts = !world.writesTexts;
  const kind = rng.next();
  if (kind < 0.15) return;
  if (kind < 0.25) lose(world, rng.pick([world.rows.length, world.rows.length - 1]));
  else lose(world, rng.int(0, 3));
  for (const row of world.rows) if (rng.chance(0.1)) Object.assign(row, makeRow(rng, row.id));
  for (let added = rng.int(0, 3); added > 0; added -= 1) {
    const id = `p${rng.int(0, 50)}`;
    if (!world.rows.some((row) => row.id === id)) world.rows.push(makeRow(rng, id));
  }
  if (rng.chance(0.15)) world.rows.push(makeRow(rng, null));
}

function lose({ rng, rows }: World, count: number): void {
  for (let lost = 0; lost < count && rows.length > 0; lost += 1) rows.splice(rng.int(0, rows.length - 1), 1);
}

/** Ways in which an engine could be wrong. */
const plantedBugs: readonly Bug[] = [
  {
    name: 'sees the last page only',
    sabotage: (store) => ({
      checkpoint: (epoch, seq, { seen, ...change }, ms) =>
        store.checkpoint(epoch, seq, { ...change, seen: seen && { ...seen, reset: true } }, ms),
    }),
  },
  {
    name: 'has seen what a reading saw that never ended',
    sabotage: (store) => ({
      checkpoint: (epoch, seq, { seen, ...change }, ms) =>
        store.checkpoint(epoch, seq, { ...change, seen: seen && { ...seen, reset: false } }, ms),
    }),
  },
  {
    name: 'takes a part of a reading for a whole one',
    sabotage: (store) => ({
      checkpoint: (epoch, seq, { advance, ...change }, ms) => {
        const cursor = isJsonObject(advance?.cursor) ? advance.cursor : {};
        const isPart = cursor['phase'] === 'read';
        const early = isPart ? { cursor: { ...cursor, phase: 'judge', at: null }, finished: false } : advance;
        return store.checkpoint(epoch, seq, { ...change, ...(early === undefined ? {} : { advance: early }) }, ms);
      },
    }),
  },
  {
    name: 'takes a record that failed for gone',
    sabotage: (store) => ({
      checkpoint: (epoch, seq, { seen, ...change }, ms) => {
        const failed = new Set(change.deadLetters.map(({ sourceKey }) => sourceKey));
        const sourceKeys = seen?.sourceKeys.filter((key) => !failed.has(key)) ?? [];
        return store.checkpoint(epoch, seq, { ...change, seen: seen && { ...seen, sourceKeys } }, ms);
      },
    }),
  },
  {
    name: 'forgets that a record had no key',
    sabotage: (store) => ({
      checkpoint: (epoch, seq, { advance, ...change }, ms) => {
        const { cursor = null } = advance ?? {};
        const tally = isJsonObject(cursor) && isJsonObject(cursor['tally']) ? cursor['tally'] : undefined;
        const isCounting = isJsonObject(cursor) && tally !== undefined;
        const forgetful = isCounting ? { ...cursor, tally: { ...tally, unidentified: 0 } } : cursor;
        const bare = advance && { ...advance, cursor: forgetful };
        return store.checkpoint(epoch, seq, { ...change, ...(bare === undefined ? {} : { advance: bare }) }, ms);
      },
    }),
  },
  {
    name: 'believes the first reading',
    sabotage: (store) => {
      let missed: readonly string[] = [];
      return {
        judgeAfter: async (of, after) => {
          const rows = await store.judgeAfter(of, after);
          ({ missed } = rows);
          return rows;
        },
        checkpoint: (epoch, seq, { judged, ...change }, ms) =>
          store.checkpoint(epoch, seq, { ...change, judged: judged && { ...judged, missed } }, ms),
      };
    },
  },
  {
    name: 'knows a record by one form of its key only',
    plan: (plan) => ({ ...plan, keyIsList: undefined }),
  },
  {
    name: 'has no guard',
    plan: (plan) => ({ ...plan, removal: plan.removal && { ...plan.removal, guard: { approved: 1000 } } }),
  },
  {
    name: 'forgets what it removed',
    sabotage: (store) => ({
      checkpoint: (epoch, seq, change, ms) => store.checkpoint(epoch, seq, { ...change, removed: [] }, ms),
    }),
  },
  {
    name: 'uses the effect id of a removal again',
    sabotage: (store) => ({
      missingAfter: async (...where) => (await store.missingAfter(...where)).map((row) => ({ ...row, effectSeq: 0 })),
    }),
  },
];

describe('test/simulator/removal', () => {
  it('removes what two complete readings miss, and nothing else, wherever its segments die', async () => {
    let crashed = 0;
    for (let seed = 0; seed < worlds; seed += 1) {
      const life = await live(seed, { name: 'none' });
      expect(life.wrong, `seed ${seed}`).toEqual([]);
      crashed += life.crashed;
    }

    expect(crashed).toBeGreaterThan(worlds);
  }, 120_000);

  it.each(plantedBugs)(
    'catches an engine that $name',
    async (bug) => {
      let wrong: string[] = [];
      for (let seed = 0; seed < worlds && wrong.length === 0; seed += 1) ({ wrong } = await live(seed, bug));

      expect(wrong).not.toEqual([]);
    },
    120_000,
  );
});
