import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import type { Item } from '../api/harness.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs, saveWait } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

let people: { id: string; name: string; teams?: object[] }[];
let users: { login: string; name: string }[];

beforeEach(() => {
  people = ['Ann', 'Bob'].map((name, index) => ({ id: `p${index}`, name }));
  users = [];
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('PUT /users', ({ body }) => {
    users.push(JSON.parse(body));
    return { json: {} };
  });
});

function getRun(input: RunInput): Promise<Item> {
  return hub.api.request('GET', `/v1/runs/${input.runId}`).then(({ data }) => data);
}

async function listItems(input: RunInput): Promise<Item[]> {
  return (await hub.api.request('GET', `/v1/runs/${input.runId}/items`)).list;
}

describe('test/integration/waits', { timeout: 60_000 }, () => {
  it('lets items wait for a time, holding no turn meanwhile, and goes on with them once', async () => {
    const integration = await saveWait(hub, { for: '3d' });
    const input = await hub.activities.begin(integration);

    const parked = await work(input);
    const waiting = await getRun(input);
    const early = await wake(input);
    const again = await hub.activities.runSegment(input);

    expect(parked).toMatchObject({ status: 'parked', waits: [{ step: 'pause', items: 2 }] });
    expect(waiting).toMatchObject({ status: 'waiting', goes_on_at: expect.any(String), counters: { created: 0 } });
    expect(early).toBeUndefined();
    expect(again).toMatchObject({ status: 'parked' });
    expect((await listItems(input)).map(({ status, step }) => [status, step])).toEqual([
      ['parked', 'pause'],
      ['parked', 'pause'],
    ]);

    // Another run of the integration goes on meanwhile; a change of a record waits behind its item.
    people.push({ id: 'p2', name: 'Eve' });
    people[0] = { id: 'p0', name: 'Ann Lee' };
    const other = await hub.activities.begin(integration);
    expect(await work(other)).toMatchObject({ status: 'parked', waits: [{ step: 'pause', items: 1 }] });

    await passTime(input);
    const woken = await wake(input);
    expect(woken).toMatchObject({ wake: 1 });
    const late = await hub.activities.runSegment(input);
    expect(late).toMatchObject({ status: 'parked' });
    expect(await work(woken ?? input)).toMatchObject({ status: 'parked', waits: [{ items: 1 }] });
    expect(users.map(({ name }) => name).toSorted()).toEqual(['Ann', 'Bob']);

    await passTime(input);
    expect(await work((await wake(input)) ?? input)).toMatchObject({ status: 'done' });
    expect(users.at(-1)).toEqual({ login: 'p0', name: 'Ann Lee' });
    expect(await getRun(input)).toMatchObject({ status: 'succeeded' });
    expect(await getRun(other)).toMatchObject({ status: 'waiting' });
  });

  it('waits until the instant that a formula gives, never less, and fails where it gives none', async () => {
    const start = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
    const before = [{ id: 'day', transform: { set: { starts: `record.id == 'p0' ? '${start}' : 'soon'` } } }];
    const input = await hub.activities.begin(
      await saveWait(hub, { until: "timestampIn(steps.day.starts, 'UTC')" }, [], before),
    );

    await work(input);
    const { list: failed } = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    expect(failed).toMatchObject([{ code: 'wait_failed', step: 'pause' }]);
    const { goes_on_at: at } = await getRun(input);
    const lateMs = Date.parse(String(at)) - Date.parse(`${start}:00Z`);
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThanOrEqual(60_000);
    await passTime(input);
    await work((await wake(input)) ?? input);
    expect(users).toHaveLength(1);
  });

  it('lets elements of a list wait, and goes on with their item when all have', async () => {
    const end = await connectStub(hub);
    const account = {
      ...end,
      object: 'users',
      operation: 'create',
      options: { path: '/users', method: 'PUT', idempotency: { kind: 'header' } },
      mapping: [
        { to: 'login', from: 'team.id' },
        { to: 'name', from: 'record.name' },
      ],
    };
    people = people.map((person) => ({ ...person, teams: [{ id: 't1' }, { id: 't2' }] }));
    const inner = [
      { id: 'pause', wait: { for: '1h' } },
      { id: 'account', action: account },
    ];
    const body = {
      name: 'Teams',
      source: { ...end, object: '/people', key: ['id'] },
      steps: [{ id: 'teams', for_each: 'record.teams', as: 'team', key: 'team.id', steps: inner }],
    };
    const saved = await hub.api.request('POST', '/v1/integrations', { body });
    expect(saved.error).toBeUndefined();
    const input = await hub.activities.begin(saved.data.id);

    expect(await work(input)).toMatchObject({ status: 'parked', waits: [{ step: 'pause', items: 4 }] });
    expect(users).toEqual([]);
    await passTime(input);
    expect(await work((await wake(input)) ?? input)).toMatchObject({ status: 'done' });

    expect(users).toHaveLength(4);
    expect((await listItems(input)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  });

  it('lets newer items of a record pass an item that waits and says so, and goes on behind them', async () => {
    const integration = await saveWait(hub, { for: '3d', release: true });
    const input = await hub.activities.begin(integration);
    await work(input);
    people = [{ id: 'p0', name: 'Ann Lee' }];
    const other = await hub.activities.begin(integration);

    expect(await work(other)).toMatchObject({ status: 'parked', waits: [{ items: 1 }] });
    expect(await listItems(other)).toMatchObject([{ key: 'p0', seq: 2, status: 'parked' }]);

    await passTime(input);
    expect(await work((await wake(input)) ?? input)).toMatchObject({ status: 'done' });
    expect(users.map(({ name }) => name).toSorted()).toEqual(['Ann', 'Bob']);
    await passTime(other);
    expect(await work((await wake(other)) ?? other)).toMatchObject({ status: 'done' });
    expect(users.at(-1)).toEqual({ login: 'p0', name: 'Ann Lee' });
  });

  it('ends a waiting run that is canceled, and lets the next one take its items over', async () => {
    const integration = await saveWait(hub, { for: '3d' });
    const input = await hub.activities.begin(integration);
    await work(input);

    const canceled = await hub.api.request('POST', `/v1/runs/${input.runId}/cancel`);
    const next = await hub.activities.begin(integration);
    const parked = await work(next);

    expect(canceled.data).toMatchObject({ status: 'canceled' });
    expect(parked).toMatchObject({ status: 'parked', waits: [{ step: 'pause', items: 2 }] });
    await passTime(next);
    expect(await work((await wake(next)) ?? next)).toMatchObject({ status: 'done' });
    expect(users).toHaveLength(2);
  });

  describe('checks', () => {
    let tickets: Record<string, string>;
    let asked: string[][];
    let status: number;

    beforeEach(() => {
      tickets = { p0: 'open', p1: 'open' };
      asked = [];
      status = 200;
    });

    async function begin(wait: object = {}): Promise<RunInput> {
      const end = await connectStub(hub);
      hub.stub.always('GET /tickets', ({ url }) => {
        const ids = new URL(url, 'http://stub').searchParams.get('ids')?.split(',') ?? [];
        asked.push(ids.toSorted());
        return { status, json: ids.map((id) => ({ id, state: tickets[id] ?? null })) };
      });
      const options = { find: { query: { ids: '{value}' }, values_max: 50 } };
      const check = { ...end, object: '/tickets', options, key: 'id', by: 'record.id' };
      const asks = { until: "result.state == 'closed'", check, every: '30m', timeout: '14d' };
      const mapping = [{ to: 'state', formula: 'steps.pause.result.state' }];
      return hub.activities.begin(await saveWait(hub, { ...asks, ...wait }, mapping));
    }

    async function goOn(input: RunInput): Promise<{ status: string }> {
      await passTime(input);
      return work((await wake(input)) ?? input);
    }

    async function endTime(input: RunInput): Promise<void> {
      await hub.api.admin`update waits set ends_at = now() where run_id = ${toLookup('run', input.runId)}`;
    }

    it('asks for all items at once, again and again, and goes on with those for which the condition is true', async () => {
      const input = await begin();

      expect(await work(input)).toMatchObject({ status: 'parked', waits: [{ step: 'pause', items: 2 }] });
      expect(asked).toEqual([['p0', 'p1']]);
      const { goes_on_at: at } = await getRun(input);
      expect(Date.parse(String(at)) - Date.now()).toBeGreaterThan(29 * 60_000);
      expect(await wake(input)).toBeUndefined();

      tickets['p0'] = 'closed';
      expect(await goOn(input)).toMatchObject({ status: 'parked', waits: [{ items: 1 }] });
      expect(asked).toEqual([
        ['p0', 'p1'],
        ['p0', 'p1'],
      ]);
      expect(users).toEqual([{ login: 'p0', name: 'Ann', state: 'closed' }]);

      tickets['p1'] = 'closed';
      expect(await goOn(input)).toMatchObject({ status: 'done' });
      expect(asked.at(-1)).toEqual(['p1']);
      expect(users).toHaveLength(2);
    });

    it('asks again when it got no answer, and says so in the log', async () => {
      const input = await begin();
      status = 500;
      expect(await work(input)).toMatchObject({ status: 'parked', waits: [{ items: 2 }] });
      const { list: logs } = await hub.api.request('GET', `/v1/runs/${input.runId}/logs`);
      expect(logs).toContainEqual(expect.objectContaining({ level: 'warn', code: 'check_failed' }));
      expect((await listItems(input)).map((item) => item['status'])).toEqual(['parked', 'parked']);

      status = 200;
      tickets = { p0: 'closed', p1: 'closed' };
      expect(await goOn(input)).toMatchObject({ status: 'done' });
      expect(users).toHaveLength(2);
    });

    it('waits on where the credentials are refused, shows it on the connection, and asks again', async () => {
      const input = await begin();
      status = 401;
      hub.stub.always('GET /', () => ({ status }));
      expect(await work(input)).toMatchObject({ status: 'parked', waits: [{ items: 2 }] });
      const { list } = await hub.api.request('GET', '/v1/connections');
      expect(list.map((connection) => connection['status'])).toContain('error');

      status = 200;
      tickets = { p0: 'closed', p1: 'closed' };
      expect(await goOn(input)).toMatchObject({ status: 'done' });
      expect(users).toHaveLength(2);
    });

    it('gives up when the time is over, after it has asked once more', async () => {
      const input = await begin();
      await work(input);
      await endTime(input);
      tickets['p1'] = 'closed';

      expect(await goOn(input)).toMatchObject({ status: 'done' });

      const { list: failed } = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
      expect(failed).toMatchObject([{ code: 'check_expired', step: 'pause' }]);
      expect(users).toMatchObject([{ login: 'p1' }]);
    });

    it('goes on without a result where the step says so', async () => {
      const input = await begin({ on_timeout: 'continue' });
      await work(input);
      await endTime(input);

      expect(await goOn(input)).toMatchObject({ status: 'done' });
      expect(users).toMatchObject([{ login: 'p0', state: null }, { login: 'p1' }]);
    });
  });
});
