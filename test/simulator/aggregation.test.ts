import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { noCounters } from '../../core/pure/counters.ts';
import type { RecordTarget } from '../../core/records.ts';
import { compileDefinition, openNaturalTarget, openPages } from './faults/crashing-ends.ts';
import { type CrashingWorld, finish, honest, type Sabotage } from './faults/crashing-world.ts';
import { HubStore } from './hub-store.ts';
import { Rng } from './rng.ts';

/**
 * An aggregation with crashes at random points, in virtual time: before and after every effect on store, source and
 * target. What is in the target has to be what a naive aggregation makes of the records, and every count has to fit.
 */
const worlds = 400;
const runs = 2;

interface World extends CrashingWorld {
  records: JsonObject[];
  target: Map<string, string>;
}

const plan = compileDefinition({
  source: { connection_id: 'conn_a', object: 'things', filter: 'keep' },
  target: { connection_id: 'conn_b', object: 'teams', operation: 'upsert', match_on: ['team'] },
  aggregate: {
    group_by: ['team'],
    fields: { n: { count: true }, total: { sum: 'amount' }, last: { last: 'id' }, ids: { collect: 'id' } },
  },
  mapping: ['team', 'n', 'total', 'last', 'ids'].map((name) => ({ to: name, from: name })),
});

function makeRecords(rng: Rng): JsonObject[] {
  return Array.from({ length: rng.pick([0, 1, 7, 30, 60]) }, (_, id) => ({
    id,
    team: `team ${rng.int(0, rng.pick([1, 5, 300]))}`,
    amount: rng.chance(0.04) ? 'much' : rng.int(-500, 500) / 100,
    keep: rng.chance(0.9),
  }));
}

function teamOf({ team }: JsonObject): string {
  return typeof team === 'string' ? team : '';
}

function openTarget(world: World): RecordTarget {
  return openNaturalTarget(world, (effects) => {
    for (const { body } of effects) world.target.set(teamOf(body), JSON.stringify(body));
    return { results: effects.map(() => ({ outcome: 'written' as const })) };
  });
}

/** What should be in the target, worked out apart from the code under test. */
function aggregateNaively(records: readonly JsonObject[]): Map<string, string> {
  const good = records.filter(({ keep, amount }) => keep === true && typeof amount === 'number');
  const teams = [...new Set(good.map(teamOf))];
  return new Map(
    teams.map((team) => {
      const own = good.filter((record) => record['team'] === team);
      const cents = own.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
      const ids = own.map(({ id }) => Number(id));
      return [team, JSON.stringify({ team, n: own.length, total: cents / 100, last: ids.at(-1), ids })];
    }),
  );
}

/** Lives through the world of one seed. @returns what is wrong with it, and how often something died. */
async function live(seed: number, sabotage: Sabotage = honest): Promise<{ wrong: string[]; crashed: number }> {
  const rng = new Rng(seed, 'aggregation');
  const world: World = {
    rng,
    now: 0,
    store: new HubStore(() => world.now),
    sabotage,
    records: makeRecords(rng),
    target: new Map(),
    crashes: rng.pick([0, 0.05, 0.2]),
    crashed: 0,
  };
  const wrong: string[] = [];
  for (let run = 0; run < runs; run += 1) {
    // Groups that are there no longer stay in the target: only a complete mirror would take them away.
    if (run > 0) world.records = world.records.map((record) => ({ ...record, amount: rng.int(0, 99) / 100 }));
    const runId = `run ${run}`;
    world.store.beginRun(runId);
    const ended = await finish(world, {
      runId,
      plan,
      open: () => ({
        source: openPages(world, { records: world.records, size: rng.int(1, 8) }),
        target: openTarget(world),
      }),
    });
    if (!ended) wrong.push(`seed ${seed}: ${runId} does not end`);
    wrong.push(...judge(world, runId).map((problem) => `seed ${seed}, ${runId}: ${problem}`));
  }
  return { wrong, crashed: world.crashed };
}

function judge({ records, store, target }: World, runId: string): string[] {
  const { counters, deadLetters } = store.run(runId);
  const { read, created, updated, skipped, failed, deduplicated } = counters;
  const missing = [...aggregateNaively(records)].filter(([team, body]) => target.get(team) !== body);
  return [
    ...missing.map(([team, body]) => `${team} should be ${body}, and is ${target.get(team)}`),
    ...(read === records.length ? [] : [`${records.length} records count as ${read}`]),
    ...(created + updated + skipped + failed + deduplicated === read ? [] : ['the counters do not add up']),
    ...(deadLetters.length === failed ? [] : ['not every failed record is a dead letter']),
    ...(store.groupsAfter(null, 1).length === 0 ? [] : ['groups are left']),
  ];
}

/** Ways in which an engine could be wrong, planted between it and its store. */
const plantedBugs: readonly (readonly [string, Sabotage])[] = [
  [
    'adds to the groups in a transaction of its own',
    (store) => ({
      checkpoint: async (epoch, seq, { groups, ...change }, ms) => {
        const { fingerprint, unmarked, forgotten } = change;
        const alone = { fingerprint, settled: [], unmarked, forgotten, deadLetters: [], counters: noCounters };
        if (groups !== undefined) await store.checkpoint(epoch, seq, { ...alone, groups }, ms);
        return store.checkpoint(epoch, seq, change, ms);
      },
    }),
  ],
  ['forgets what earlier pages added', () => ({ groups: () => Promise.resolve(new Map()) })],
  [
    'leaves the groups of an earlier reading',
    (store) => ({
      checkpoint: (epoch, seq, { groups, ...change }, ms) =>
        store.checkpoint(epoch, seq, { ...change, groups: groups && { ...groups, reset: false } }, ms),
    }),
  ],
];

describe('test/simulator/aggregation', () => {
  it('makes exact groups of what it reads, wherever its segments die', async () => {
    let crashed = 0;
    for (let seed = 0; seed < worlds; seed += 1) {
      const life = await live(seed);
      expect(life.wrong).toEqual([]);
      crashed += life.crashed;
    }

    expect(crashed).toBeGreaterThan(worlds);
  }, 120_000);

  it.each(plantedBugs)('catches an engine that %s', async (_, sabotage) => {
    let wrong: string[] = [];
    for (let seed = 0; seed < worlds && wrong.length === 0; seed += 1) ({ wrong } = await live(seed, sabotage));

    expect(wrong).not.toEqual([]);
  });
});
