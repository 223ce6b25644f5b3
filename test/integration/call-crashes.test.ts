import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { failAt, type Fate } from '../harness/fail-at-commit.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { actOnCalls } from './call-acts.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work } = createWaitActs(hub);
const calls = actOnCalls(hub);

/** What systems that know requests by their keys have carried out. */
let written: Record<'/orders' | '/accounts' | '/people' | '/notes', Map<string, { text: string }>>;

beforeEach(() => {
  hub.stub.always('GET /staff', () => ({ json: [{ id: 's1', text: 'Cy' }] }));
  for (const path of ['/orders', '/accounts', '/people', '/notes'] as const) {
    hub.stub.always(`POST ${path}`, ({ headers, body }) => {
      written[path].set(String(headers['idempotency-key']), JSON.parse(body));
      return { status: 201, json: {} };
    });
  }
});

function takeText(path: keyof typeof written): string[] {
  return [...written[path].values()].map(({ text }) => text).toSorted();
}

interface Saved {
  joiners: string;
  accounts: string;
  people: string;
}

/** A flow that calls another one, and then lets a third integration run, between two effects. */
async function save(): Promise<Saved> {
  const create = (path: keyof typeof written, text: object) => calls.create(path, [{ to: 'text', ...text }]);
  const accounts = await calls.save({
    name: 'Accounts',
    source: await calls.taking(),
    steps: [
      { id: 'account', action: await create('/accounts', { from: 'record.name' }) },
      { id: 'answer', respond: { body: 'record.name' } },
    ],
  });
  const { mapping, ...target } = Object(await create('/people', { from: 'text' }));
  const people = await calls.save({
    name: 'People',
    source: { connection_id: target.connection_id, object: '/staff', key: ['id'] },
    target,
    mapping,
  });
  const said = "steps.make.response.body + ' ' + string(steps.read.counters.created)";
  const joiners = await calls.save({
    name: 'Joiners',
    source: await calls.taking(),
    steps: [
      { id: 'order', action: await create('/orders', { from: 'record.name' }) },
      { id: 'make', call: { integration_id: accounts, set: { id: 'record.id', name: 'record.name' } } },
      { id: 'read', sync: { integration_id: people } },
      { id: 'note', action: await create('/notes', { formula: said }) },
    ],
  });
  return { joiners, accounts, people };
}

/** Lets workers do something the first of which is killed at one of its commits. @returns the commits. */
async function killed(commit: number, fate: Fate, act: () => Promise<unknown>): Promise<number> {
  const { deps } = hub.activities;
  const { database } = deps;
  const failing = failAt(database, commit, fate);
  deps.database = failing.database;
  try {
    for (let tries = 1; ; tries += 1) {
      const isDone = await act().then(
        () => true,
        (error: unknown) => {
          if (tries > 3) throw error;
          return false;
        },
      );
      if (isDone) return failing.commits();
      await hub.api.admin`update streams set lease_until = now() - interval '1 s' where lease_until is not null`;
    }
  } finally {
    deps.database = database;
  }
}

async function serveAll(): Promise<void> {
  for (let rounds = 0; (await calls.serve(hub.activities.deps.database)) > 0; rounds += 1)
    expect(rounds).toBeLessThan(5);
}

describe('test/integration/call-crashes', { timeout: 240_000 }, () => {
  it('carries out each effect once on both sides of a call, whichever commit is lost, or the answer to it', async () => {
    let commits = 1;
    for (let commit = 1; commit <= commits; commit += 1) {
      written = { '/orders': new Map(), '/accounts': new Map(), '/people': new Map(), '/notes': new Map() };
      const [fate, other]: Fate[] = commit % 2 === 0 ? ['forgotten', 'answer lost'] : ['answer lost', 'forgotten'];
      const lose = async (how: Fate = 'forgotten', act: () => Promise<unknown>): Promise<void> => {
        commits = Math.max(commits, await killed(commit, how, act));
      };
      const { joiners, accounts, people } = await save();
      const inputs = ['Ann', 'Bob'].map((name) => ({ id: name, name }));
      const input = await hub.activities.begin(joiners, { inputs });
      const goOn = async (how: Fate | undefined): Promise<void> => {
        let woken: RunInput | undefined;
        await lose(how, async () => {
          woken ??= await calls.wakeUp(input);
          await work(woken);
        });
      };

      await lose(fate, () => work(input));
      await lose(other, serveAll);
      const called = await calls.takeUp(accounts);
      await lose(other, () => work(called));
      await lose(fate, serveAll);
      await goOn(other);
      await lose(fate, serveAll);
      const synced = await calls.takeUp(people);
      await lose(other, () => work(synced));
      await lose(other, serveAll);
      await goOn(fate);

      const run = await calls.readRun(input);
      const items = [...(await calls.listItems(joiners)), ...(await calls.listItems(accounts))];
      const seen = { commit, run: run['status'], items: items.map(({ status }) => status) };
      expect(seen).toEqual({ commit, run: 'succeeded', items: ['succeeded', 'succeeded', 'succeeded', 'succeeded'] });
      expect([takeText('/orders'), takeText('/accounts')]).toEqual([
        ['Ann', 'Bob'],
        ['Ann', 'Bob'],
      ]);
      expect([takeText('/people'), takeText('/notes')]).toEqual([['Cy'], ['Ann 1', 'Bob 1']]);
      const runs = [...(await calls.listRuns(accounts)), ...(await calls.listRuns(people))];
      expect(runs.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    }
    expect(commits).toBeGreaterThan(10);
  });
});
