import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import type { Item } from '../api/harness.ts';
import { failAt, type Fate } from '../harness/fail-at-commit.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

/** How often a ticket is refused before it is taken, and how often it was asked for. */
let refusals: number;
let asked: number;
let tickets: string[];
let keys: Set<string>;

beforeEach(() => {
  [refusals, asked, tickets, keys] = [2, 0, [], new Set()];
});

/** The people, and a vendor that knows what it has carried out by the key of the request. */
function serve(): void {
  hub.stub.always('GET /people', () => ({ json: [{ id: 'p0', teams: ['x'] }] }));
  hub.stub.always('POST /tickets', ({ headers, body }) => {
    asked += 1;
    if (asked <= refusals) return { status: 409, json: { message: 'The mailbox is not there yet' } };
    const key = String(headers['idempotency-key']);
    if (!keys.has(key)) tickets.push(JSON.parse(body).text);
    keys.add(key);
    return { status: 201, json: { id: 'T1' } };
  });
}

const retry = { max_attempts: 3, initial: '1m', within: '1h' };

async function save(step: (end: { connection_id: string }) => object, more: object = {}): Promise<string> {
  const end = await connectStub(hub);
  const source = { ...end, object: '/people', key: ['id'] };
  const body = { name: 'Retries', source, steps: [step(end)], ...more };
  const { data, error } = await hub.api.request('POST', '/v1/integrations', { body });
  expect(error).toBeUndefined();
  return data.id;
}

const ticket = (end: { connection_id: string }, more: object = {}, text = 'record.id') => ({
  id: 'ticket',
  action: {
    ...end,
    object: '/tickets',
    operation: 'create',
    options: { path: '/tickets', idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping: [{ to: 'text', formula: text }],
  },
  retry,
  ...more,
});

/** Works on a run, and lets the time pass for which its items pause, until it is over. @returns how often it rested. */
async function workThrough(first: RunInput): Promise<number> {
  let input: RunInput | undefined = first;
  for (let rests = 0; ; rests += 1) {
    if ((await work(input)).status !== 'parked') return rests;
    await passTime(input);
    input = await wake(input);
    if (input === undefined) throw new Error('The run is not due.');
  }
}

async function readItem({ runId }: RunInput): Promise<Item> {
  const { list } = await hub.api.request('GET', `/v1/runs/${runId}/items`);
  return (await hub.api.request('GET', `/v1/items/${list[0]?.id}`)).data;
}

const readRun = async ({ runId }: RunInput): Promise<Item> => (await hub.api.request('GET', `/v1/runs/${runId}`)).data;

describe('test/integration/step-retries', { timeout: 60_000 }, () => {
  it('tries a step again that failed, behind a pause that holds nothing', async () => {
    serve();
    const input = await hub.activities.begin(await save((end) => ticket(end)));

    expect(await work(input)).toMatchObject({ status: 'parked' });
    expect(await readRun(input)).toMatchObject({ status: 'waiting', counters: { failed: 0 } });
    expect((await readItem(input))['timeline']).toMatchObject([
      { step: 'ticket', status: 'parked', waits: [{ kind: 'retry', status: 'open' }] },
    ]);
    await passTime(input);
    expect(await workThrough((await wake(input)) ?? input)).toBe(1);

    expect([asked, tickets]).toEqual([3, ['p0']]);
    expect(await readRun(input)).toMatchObject({ status: 'succeeded', counters: { created: 1, failed: 0 } });
  });

  it('fails the item once where no attempt is left, and goes through its on_error once', async () => {
    serve();
    refusals = 9;
    const failing = await hub.activities.begin(await save((end) => ticket(end)));
    await workThrough(failing);

    expect(asked).toBe(3);
    expect(await readRun(failing)).toMatchObject({ status: 'partially_succeeded', counters: { failed: 1 } });
    const { list } = await hub.api.request('GET', `/v1/runs/${failing.runId}/records`);
    expect(list).toMatchObject([{ source_key: 'p0', step: 'ticket', code: 'conflict' }]);

    const why = { id: 'why', transform: { set: { text: "error.step + ' ' + error.code" } } };
    const handled = await hub.activities.begin(await save((end) => ticket(end, { on_error: [why] })));
    await workThrough(handled);

    expect(asked).toBe(6);
    expect(await readRun(handled)).toMatchObject({ status: 'succeeded', counters: { failed: 0 } });
  });

  it('pauses in a loop, and does not fail a run that stops at its first failed record', async () => {
    serve();
    const policy = { on_error: { record: 'fail' } };
    const loop = (end: { connection_id: string }) => ({
      id: 'each',
      for_each: 'record.teams',
      as: 'team',
      key: 'team',
      steps: [ticket(end)],
    });
    const inLoop = await hub.activities.begin(await save(loop));
    expect(await workThrough(inLoop)).toBe(2);
    expect(await readRun(inLoop)).toMatchObject({ status: 'succeeded' });

    asked = 0;
    const strict = await hub.activities.begin(await save((end) => ticket(end), policy));
    expect(await workThrough(strict)).toBe(2);
    expect(await readRun(strict)).toMatchObject({ status: 'succeeded' });
  });

  it('looks a record up again until it is there', async () => {
    const found = { json: [{ id: 'p0', mail: 'ann@example.com' }] };
    hub.stub.always('GET /people', () => ({ json: [{ id: 'p0' }] }));
    hub.stub.always('GET /users', () => {
      asked += 1;
      return asked <= refusals ? { json: [] } : found;
    });
    const find = { query: { ids: '{value}' }, values_max: 50 };
    const step = (end: { connection_id: string }) => ({
      id: 'user',
      action: {
        ...end,
        object: '/users',
        operation: 'find',
        options: { find },
        key: 'id',
        by: 'record.id',
        on_missing: 'fail',
      },
      retry,
    });
    const input = await hub.activities.begin(await save(step));

    expect(await workThrough(input)).toBe(2);
    expect(await readRun(input)).toMatchObject({ status: 'succeeded' });
  });

  it('is refused where nothing waits, and of steps that try nothing', async () => {
    const end = await connectStub(hub);
    const source = { ...end, object: '/people', key: ['id'] };
    const paths = async (members: object): Promise<string[]> => {
      const body = { name: 'Retries', source, ...members };
      const { error } = await hub.api.request('POST', '/v1/integrations', { body });
      return error?.details?.errors?.map(({ path }: { path: string }) => path) ?? [];
    };

    expect(await paths({ steps: [ticket(end)], finally: [ticket(end, { id: 'last' }, 'run.id')] })).toEqual([
      'finally[0].retry',
    ]);
    expect(await paths({ steps: [{ id: 'end', stop: 'skipped', retry }] })).toEqual(['steps[0].retry']);
  });

  it('carries out the effect once, whichever commit is lost, or the answer to it', { timeout: 240_000 }, async () => {
    serve();
    let commits = 1;
    for (let commit = 1; commit <= commits; commit += 1) {
      [refusals, asked, tickets, keys] = [1, 0, [], new Set()];
      let input = await hub.activities.begin(await save((end) => ticket(end)));
      const fate = commit % 2 === 0 ? 'forgotten' : 'answer lost';

      commits = Math.max(commits, await workDying(input, commit, fate));
      await passTime(input);
      input = (await wake(input)) ?? input;
      await workDying(input, commit, fate);

      expect({ commit, tickets, status: (await readRun(input)).status }).toEqual({
        commit,
        tickets: ['p0'],
        status: 'succeeded',
      });
    }
    expect(commits).toBeGreaterThan(3);
  });
});

/** Works on a run until it rests, as a worker does that is killed at one of its commits. @returns the commits. */
async function workDying(input: RunInput, commit: number, fate: Fate): Promise<number> {
  const { deps } = hub.activities;
  const { database } = deps;
  const failing = failAt(database, commit, fate);
  deps.database = failing.database;
  try {
    for (let tries = 1; ; tries += 1) {
      const segment = await work(input).catch((error: unknown) => {
        if (tries > 3) throw error;
      });
      if (segment !== undefined) return failing.commits();
      await hub.api.admin`update streams set lease_until = now() - interval '1 s' where lease_until is not null`;
    }
  } finally {
    deps.database = database;
  }
}
