import { beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { failAt } from '../harness/fail-at-commit.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
/** Lets a lease expire that outlasts what may still be under way. */
const expireLeases = () =>
  hub.api.admin`update streams set lease_until = now() - interval '1 s' where lease_until is not null`;

const { work, wake } = createWaitActs(hub, expireLeases);

beforeAll(() => {
  // How long a request rests before its next try is shown elsewhere.
  hub.activities.deps.clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms / 100, signal) };
});

/** What a system knows by the keys of its requests, and how it answers now. */
interface System {
  connection: string;
  orders: Set<string>;
  status: number;
  testStatus: number;
  requests: number;
}

/**
 * A flow that orders for each person in one system, and notes them in another one.
 *
 * @param of What of it is asked for.
 */
async function add(
  logins: readonly string[],
  of = { tests: true, notes: true },
): Promise<{ flow: string; system: System; notes: Set<string> }> {
  const [notes, orders] = [new Set<string>(), new Set<string>()];
  const end = await connectStub(hub);
  const { data: connection } = await hub.api.request('POST', '/v1/connections', {
    body: {
      name: 'Shop',
      service_type: 'http',
      credentials: { token: 'old' },
      config: { base_url: `${hub.stub.url}/shop`, test_path: '/me' },
    },
  });
  const system: System = { connection: connection.id, orders, status: 201, testStatus: 200, requests: 0 };
  hub.stub.always('GET /people', () => ({ json: logins.map((login) => ({ login })) }));
  if (of.notes) {
    hub.stub.always('POST /notes', ({ headers }) => {
      notes.add(String(headers['idempotency-key']));
      return { status: 201, json: {} };
    });
  }
  hub.stub.always('POST /shop/orders', ({ headers }) => {
    system.requests += 1;
    if (system.status === 201) orders.add(String(headers['idempotency-key']));
    return { status: system.status, json: {} };
  });
  if (of.tests) hub.stub.always('GET /shop/me', () => ({ status: system.testStatus, json: {} }));
  const create = (path: string): object => ({
    object: path,
    operation: 'create',
    options: { path, idempotency: { kind: 'header' } },
    mapping: [{ to: 'login', from: 'record.login' }],
  });
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Joiners',
      source: { ...end, object: '/people', key: ['login'] },
      steps: [
        { id: 'order', action: { connection_id: connection.id, ...create('/orders') } },
        { id: 'note', action: { ...end, ...create('/notes') } },
      ],
    },
  });
  expect(error).toBeUndefined();
  return { flow: data.id, system, notes };
}

const gatesOf = async (input: RunInput) => (await hub.api.request('GET', `/v1/runs/${input.runId}`)).data['gates'];

/** Lets the time come at which a closed connection is tried. */
async function passTime(by = '1 hour'): Promise<void> {
  await hub.api.admin`
    update connection_gates set probe_at = probe_at - ${by}::text::interval, closed_at = closed_at - ${by}::text::interval`;
  await hub.api
    .admin`update runs set wake_at = now() - interval '1 s' where status = 'waiting' and wake_at is not null`;
  await expireLeases();
}

async function goOn(input: RunInput): Promise<RunInput> {
  const woken = await wake(input);
  if (woken === undefined) throw new Error('The run is not due.');
  return woken;
}

describe('test/integration/connection-gates', { timeout: 240_000 }, () => {
  it('lets items wait for a system that does not answer, and goes on when it does', async () => {
    const { flow, system, notes } = await add(['ann', 'bob']);
    Object.assign(system, { status: 503, testStatus: 503 });
    const input = await hub.activities.begin(flow);

    expect(await work(input)).toMatchObject({ status: 'parked' });

    expect(await gatesOf(input)).toMatchObject([
      { kind: 'connection', steps: ['order'], connection_id: system.connection, reason: 'unavailable' },
    ]);
    const path = `/v1/connections/${system.connection}`;
    expect((await hub.api.request('GET', path)).data['gate']).toMatchObject({ reason: 'unavailable', runs: 1 });
    const asked = system.requests;
    const early = await wake(input);
    expect([early, system.requests]).toEqual([undefined, asked]);
    Object.assign(system, { status: 201, testStatus: 200 });
    await passTime();
    expect(await work(await goOn(input))).toMatchObject({ status: 'done' });
    expect([system.orders.size, notes.size, await gatesOf(input)]).toEqual([2, 2, undefined]);
    expect((await hub.api.request('GET', path)).data['gate']).toBeUndefined();
  });

  it('is tried by one of the runs that wait for it, and opens for all of them', async () => {
    const { flow, system, notes } = await add(['ann']);
    const { data } = await hub.api.request('GET', `/v1/integrations/${flow}`);
    const { source, steps } = Object(data);
    const other = await hub.api.request('POST', '/v1/integrations', { body: { name: 'Leavers', source, steps } });
    await hub.api.admin`
      insert into connection_gates (org_id, connection_id, reason, probe_at)
      select org_id, id, 'unavailable', now() + interval '30 minutes' from connections
      where id = ${toLookup('connection', system.connection)}`;
    const first = await hub.activities.begin(flow);
    const second = await hub.activities.begin(other.data.id);
    for (const run of [first, second]) expect(await work(run)).toMatchObject({ status: 'parked' });
    expect(system.requests).toBe(0);

    Object.assign(system, { status: 503, testStatus: 503 });
    await passTime();
    const [firstAgain, secondAgain] = [await goOn(first), await goOn(second)];
    expect(await work(firstAgain)).toMatchObject({ status: 'parked' });
    const tried = system.requests;
    expect(tried).toBeGreaterThan(0);
    expect(await work(secondAgain)).toMatchObject({ status: 'parked' });
    expect(system.requests).toBe(tried);

    Object.assign(system, { status: 201, testStatus: 200 });
    await passTime();
    expect(await work(await goOn(firstAgain))).toMatchObject({ status: 'done' });
    const [row] = await hub.api.admin`
      select wake_at <= now() as due from runs where id = ${toLookup('run', second.runId)}`;
    expect(row).toEqual({ due: true });
    expect(await work(await goOn(secondAgain))).toMatchObject({ status: 'done' });
    expect([system.orders.size, notes.size]).toEqual([2, 2]);
  });

  it('tells people once of runs that have waited for a system for an hour', async () => {
    const { flow, system } = await add(['ann'], { tests: true, notes: false });
    const { data } = await hub.api.request('GET', `/v1/integrations/${flow}`);
    const { source, steps } = Object(data);
    const other = await hub.api.request('POST', '/v1/integrations', { body: { name: 'Leavers', source, steps } });
    const endpoint = { name: 'Ops', url: 'https://hooks.example/told', events: ['notification.waiting_too_long'] };
    const made = await hub.api.request('POST', '/v1/webhook-endpoints', { body: endpoint });
    expect(made.error).toBeUndefined();
    Object.assign(system, { status: 503, testStatus: 503 });
    const first = await hub.activities.begin(flow);
    const second = await hub.activities.begin(other.data.id);
    for (const run of [first, second]) expect(await work(run)).toMatchObject({ status: 'parked' });
    const listDeliveries = async (): Promise<unknown[]> =>
      (await hub.api.request('GET', `/v1/webhook-endpoints/${made.data.id}/deliveries`)).list;
    await passTime('20 minutes');
    const again = await goOn(first);
    await work(again);
    expect(await listDeliveries()).toEqual([]);

    await passTime();
    const third = await goOn(again);
    await work(third);
    await passTime();
    await work(await goOn(third));

    expect(await listDeliveries()).toHaveLength(2);
  });

  it('closes nothing for a record that a system cannot take', async () => {
    const { flow, system } = await add(['ann']);
    system.status = 503;
    const input = await hub.activities.begin(flow);
    const countGates = async (): Promise<number> => {
      const gates = await hub.api.admin`
        select 1 from connection_gates where connection_id = ${toLookup('connection', system.connection)}`;
      return gates.length;
    };

    await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ type: 'transient' });

    expect(await gatesOf(input)).toBeUndefined();
    expect(await countGates()).toBe(0);
    system.status = 201;
    await expireLeases();
    expect(await work(input)).toMatchObject({ status: 'done' });
  });

  it('waits without end for a connection that is disabled, and is woken when that is enabled', async () => {
    const { flow, system } = await add(['ann'], { tests: false, notes: true });
    const input = await hub.activities.begin(flow);
    const set = (status: string) =>
      hub.api.request('PATCH', `/v1/connections/${system.connection}`, { body: { status } });
    expect((await set('disabled')).status).toBe(200);

    expect(await work(input)).toMatchObject({ status: 'parked' });

    expect(await gatesOf(input)).toMatchObject([{ steps: ['order'], reason: 'disabled' }]);
    expect(system.requests).toBe(0);
    expect((await set('active')).status).toBe(200);
    expect(await work(await goOn(input))).toMatchObject({ status: 'done' });
    expect(system.orders.size).toBe(1);
  });

  it('waits for credentials that are refused, and is woken by new ones', async () => {
    const { flow, system } = await add(['ann']);
    Object.assign(system, { status: 401, testStatus: 401 });
    const input = await hub.activities.begin(flow);

    expect(await work(input)).toMatchObject({ status: 'parked' });

    expect(await gatesOf(input)).toMatchObject([{ steps: ['order'], reason: 'refused' }]);
    const path = `/v1/connections/${system.connection}`;
    expect((await hub.api.request('GET', path)).data).toMatchObject({ status: 'error' });
    Object.assign(system, { status: 201, testStatus: 200 });
    const replaced = await hub.api.request('PUT', `${path}/credentials`, { body: { credentials: { token: 'new' } } });
    expect(replaced.error).toBeUndefined();
    expect(await work(await goOn(input))).toMatchObject({ status: 'done' });
    expect(system.orders.size).toBe(1);
  });

  it('fails items one by one that have waited for a week', async () => {
    const { flow, system } = await add(['ann', 'bob'], { tests: true, notes: false });
    Object.assign(system, { status: 401, testStatus: 401 });
    const input = await hub.activities.begin(flow);
    await work(input);
    await passTime('8 days');

    expect(await work(await goOn(input))).toMatchObject({ status: 'done' });

    const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    expect(list.map(({ code, step }) => [code, step])).toEqual([
      ['connection_unavailable', 'order'],
      ['connection_unavailable', 'order'],
    ]);
    expect(system.orders.size).toBe(0);
  });

  it('writes once, whichever commit is lost around a gate, or the answer to it', async () => {
    let commits = { before: Infinity, behind: Infinity };
    const { flow, system, notes } = await add(['ann', 'bob']);
    const { data } = await hub.api.request('GET', `/v1/integrations/${flow}`);
    for (let commit = 1; commit <= Math.max(commits.before, commits.behind); commit += 1) {
      const { source, steps, name } = Object(data);
      const saved = await hub.api.request('POST', '/v1/integrations', { body: { name, source, steps } });
      [system.orders, notes].forEach((kept) => kept.clear());
      const fate = commit % 2 === 0 ? 'forgotten' : 'answer lost';
      Object.assign(system, { status: 401, testStatus: 401 });
      const input = await hub.activities.begin(saved.data.id);
      const workDying = async (run: RunInput): Promise<{ commits: number; status: string }> => {
        const { deps } = hub.activities;
        const { database } = deps;
        const failing = failAt(database, commit, fate);
        deps.database = failing.database;
        try {
          for (let tries = 1; ; tries += 1) {
            const segment = await work(run).catch((error: unknown) => {
              if (tries > 3) throw error;
            });
            if (segment !== undefined) return { commits: failing.commits(), status: segment.status };
            await expireLeases();
          }
        } finally {
          deps.database = database;
        }
      };

      const before = await workDying(input);
      Object.assign(system, { status: 201, testStatus: 200 });
      const seen = { commit, status: before.status, orders: system.orders.size };
      const path = `/v1/connections/${system.connection}/credentials`;
      await hub.api.request('PUT', path, { body: { credentials: { token: `new ${commit}` } } });
      const behind = await workDying((await wake(input)) ?? input);

      expect(seen).toEqual({ commit, status: 'parked', orders: 0 });
      expect({ commit, status: behind.status, orders: system.orders.size, notes: notes.size }).toEqual({
        commit,
        status: 'done',
        orders: 2,
        notes: 2,
      });
      commits = { before: before.commits, behind: behind.commits };
    }
    expect(commits.before).toBeGreaterThan(5);
  });
});
