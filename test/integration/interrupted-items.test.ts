import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { type Fate, failAt } from '../harness/fail-at-commit.ts';
import { neverKilled } from '../harness/killed-commits.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake } = createWaitActs(hub);

let people: { id: string; name: string }[];
let accounts: Map<string, string>;
let log: string[];

beforeEach(() => {
  people = [{ id: 'p0', name: 'Ann' }];
  accounts = new Map();
  log = [];
  hub.stub.always('GET /people', () => ({ json: people }));
});

/** A vendor that knows what it was sent by the key of the request. */
function serveAccounts(): void {
  const keys = new Map<string, string>();
  hub.stub.always('POST /accounts', ({ headers, body }) => {
    const key = String(headers['idempotency-key']);
    const id = keys.get(key) ?? `A${keys.size + 1}`;
    if (!keys.has(key)) log.push(`+${id}`);
    keys.set(key, id);
    accounts.set(id, JSON.parse(body).name);
    return { status: 201, json: { id } };
  });
}

function serveRemovals(): void {
  hub.stub.always('DELETE /accounts', ({ url }) => {
    const id = new URL(url, hub.stub.url).searchParams.get('id') ?? '';
    if (accounts.delete(id)) log.push(`-${id}`);
    return { status: 204 };
  });
}

async function save(steps: (end: object) => object[], more: object = {}): Promise<string> {
  const end = await connectStub(hub);
  const body = {
    name: 'Joiners and leavers',
    source: {
      ...end,
      object: '/people',
      key: ['id'],
      changes: ['created', 'updated', 'deleted'],
      guard: { max_deletes: 9 },
    },
    steps: steps(end),
    ...more,
  };
  const saved = await hub.api.request('POST', '/v1/integrations', { body });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

/** Stays: a source that is empty all at once deletes nothing. */
const other = { id: 'p9', name: 'Zoe' };
const joins = "change != 'deleted' && record.id == 'p0'";

const options = { path: '/accounts', idempotency: { kind: 'header' }, target_id_path: 'id' };

const create = (end: object): object => ({
  ...end,
  object: '/accounts',
  operation: 'create',
  options,
  mapping: [{ to: 'name', formula: "change + ' ' + record.name" }],
});

const remove = (end: object, id: string): object => ({
  ...end,
  object: '/accounts',
  operation: 'delete',
  match_on: ['id'],
  target_id: id,
  options: { ...options, delete: { path: '/accounts?id={id}' } },
});

async function listItems(integration: string): Promise<string[]> {
  const { list } = await hub.api.request('GET', `/v1/integrations/${integration}/items?key=p0`);
  return list.map(({ seq, change, status, step }) =>
    [seq, change, status, ...(step === undefined ? [] : [step])].map(String).join(' '),
  );
}

async function read(integration: string): Promise<RunInput> {
  const input = await hub.activities.begin(integration);
  await work(input);
  return input;
}

/** Works on what a waiting run was woken for, a second after it went to rest. */
async function workWoken(input: RunInput): Promise<void> {
  const id = toLookup('run', input.runId);
  await hub.api.admin`update runs set wake_at = wake_at - interval '2 s' where id = ${id} and status = 'waiting'`;
  await work((await wake(input)) ?? input);
}

/** Works on a run as a worker does that is killed at a commit, and another one after it. @returns the commits. */
async function workKilled(input: RunInput, commit: number, fate: Fate): Promise<number> {
  const { deps } = hub.activities;
  const { database } = deps;
  const failing = failAt(database, commit, fate);
  deps.database = failing.database;
  try {
    await work(input);
  } catch {
    await hub.api
      .admin`update streams set lease_until = clock_timestamp() - interval '1 s' where lease_until is not null`;
    deps.database = database;
    await work(input);
  } finally {
    deps.database = database;
  }
  return failing.commits();
}

describe('test/integration/interrupted-items', { timeout: 240_000 }, () => {
  it('lets a leaver end its own joiner that waits for an approval, whichever commit is lost', async () => {
    serveRemovals();
    hub.stub.always('POST /accounts', () => {
      log.push('+A1');
      accounts.set('A1', 'Ann');
      return { status: 201, json: { id: 'A1' } };
    });
    let commits = neverKilled;
    for (let commit = 0; commit <= commits; commit += 1) {
      people = [{ id: 'p0', name: 'Ann' }, other];
      accounts.clear();
      log = [];
      const integration = await save((end) => [
        { id: 'account', when: joins, action: create(end) },
        { id: 'laptop', when: joins, wait: { for: 'approval', of: ['anyone'] } },
        { id: 'gone', when: "change == 'deleted'", action: remove(end, 'known.account.id') },
      ]);
      const joiner = await read(integration);
      expect(await listItems(integration)).toEqual(['1 created parked laptop']);

      people = [other];
      await read(integration);
      const leaver = await hub.activities.begin(integration);
      const fate = commit % 2 === 0 ? 'forgotten' : 'answer lost';
      const seen = await workKilled(leaver, commit === 0 ? neverKilled : commit, fate);
      if (commit === 0) commits = seen;
      await workWoken(joiner);

      expect({ commit, items: await listItems(integration) }).toEqual({
        commit,
        items: ['1 created interrupted laptop', '2 deleted succeeded'],
      });
      expect(log).toEqual(['+A1', '-A1']);
      const { list: approvals } = await hub.api.request('GET', '/v1/approvals?status=withdrawn&per_page=1');
      expect(approvals).toMatchObject([{ status: 'withdrawn', integration_id: integration, step: 'laptop' }]);
      const refused = await hub.api.request('POST', `/v1/approvals/${approvals[0]?.['id']}/approve`, { body: {} });
      expect(refused.status).toBe(409);
    }
    expect(commits).toBeGreaterThan(3);
  });

  it('goes on with the newest of the changes that came meanwhile, or with all of them', async () => {
    serveAccounts();
    const steps = (end: object): object[] => [
      { id: 'pause', when: 'item.seq == 1', wait: { for: '1h' } },
      { id: 'account', action: create(end) },
    ];
    const latest = await save(steps);
    const all = await save(steps, { same_key: 'all' });
    const first = new Map<string, RunInput>();
    for (const integration of [latest, all]) {
      people = [{ id: 'p0', name: 'Ann' }];
      first.set(integration, await read(integration));
      for (const name of ['Bea', 'Eve']) {
        people = [{ id: 'p0', name }];
        await read(integration);
      }
      await hub.api.admin`update waits set due_at = now() - interval '1 s' where status = 'open'`;
      await hub.api.admin`update runs set wake_at = now() - interval '1 s' where status = 'waiting'`;
      const input = first.get(integration);
      if (input !== undefined) await work((await wake(input)) ?? input);
    }

    expect(await listItems(latest)).toEqual(['1 created succeeded', '2 created interrupted', '3 updated succeeded']);
    expect(await listItems(all)).toEqual(['1 created succeeded', '2 updated succeeded', '3 updated succeeded']);
    expect([...accounts.values()]).toEqual(['created Ann', 'updated Eve', 'created Ann', 'updated Bea', 'updated Eve']);
  });

  it('ends an item by the formula of the integration, undoes what its scope created, and skips no other step', async () => {
    serveAccounts();
    serveRemovals();
    const integration = await save(
      (end) => [
        { id: 'early', when: "record.name == 'left'", stop: 'skipped' },
        {
          id: 'setup',
          scope: [
            {
              id: 'account',
              action: create(end),
              undo: { action: remove(end, 'steps.account.id') },
            },
            { id: 'laptop', wait: { for: '30d' }, on_error: 'continue' },
          ],
          on_error: 'undo',
        },
        { id: 'never', transform: { set: { done: 'true' } } },
      ],
      { interrupt: "record.name == 'left'" },
    );
    const joiner = await read(integration);
    people = [{ id: 'p0', name: 'Bea' }];
    await read(integration);
    expect(await wake(joiner)).toBeUndefined();
    people = [{ id: 'p0', name: 'left' }];
    await read(integration);
    await workWoken(joiner);

    expect(log).toEqual(['+A1', '-A1']);
    expect(await listItems(integration)).toEqual([
      '1 created interrupted setup',
      '2 created interrupted',
      '3 created skipped',
    ]);
    const { list } = await hub.api.request('GET', `/v1/runs/${joiner.runId}/items?key=p0`);
    const { data: item } = await hub.api.request('GET', `/v1/items/${list[0]?.['id']}`);
    expect(item['steps']).toContainEqual(expect.objectContaining({ step: 'setup', outcome: 'interrupted' }));
    const { data: run } = await hub.api.request('GET', `/v1/runs/${joiner.runId}`);
    expect(run).toMatchObject({ status: 'succeeded', counters: { failed: 0 } });
  });

  it('makes nothing of a record that came and went while an earlier item of it was on its way', async () => {
    const integration = await save(() => [{ id: 'pause', when: "record.id == 'p0'", wait: { for: '1h' } }], {
      interrupt: 'false',
    });
    people.push(other);
    const first = await read(integration);
    const id = toLookup('run', first.runId);
    // The first item was canceled before it came to a step: nothing of the record is known.
    people = [other];
    await read(integration);
    await read(integration);
    expect(await listItems(integration)).toEqual(['1 created parked pause', '2 deleted held']);
    await hub.api.admin`delete from waits where run_id = ${id}`;
    await hub.api
      .admin`update items set status = 'canceled', step = null, ended_at = now() where run_id = ${id} and key = 'p0' and seq = 1`;
    await hub.api.admin`update runs set wake_at = now() - interval '1 s' where id = ${id}`;

    await work((await wake(first)) ?? first);

    expect(await listItems(integration)).toEqual(['1 created canceled', '2 deleted skipped']);
  });
});
