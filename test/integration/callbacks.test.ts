import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs, saveWait } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

let users: { login: string; name: string }[];

beforeEach(() => {
  users = [];
  const people = ['Ann', 'Bob'].map((name, index) => ({ id: `p${index}`, name }));
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('PUT /users', ({ body }) => {
    users.push(JSON.parse(body));
    return { json: {} };
  });
});

describe('test/integration/callbacks', { timeout: 60_000 }, () => {
  const orders: { login: string; url: string }[] = [];

  /** Begins a run that orders something for each person, is called back, and sets the account up with what was said. */
  async function begin(wait: object = {}, onOrder?: (url: string) => Promise<void>): Promise<RunInput> {
    orders.length = 0;
    const end = await connectStub(hub);
    hub.stub.always('POST /orders', async ({ body }, response) => {
      const ordered = JSON.parse(body);
      orders.push(ordered);
      await onOrder?.(ordered.url);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const order = {
      ...end,
      object: 'orders',
      operation: 'create',
      options: { path: '/orders', idempotency: { kind: 'header' } },
      mapping: [
        { to: 'login', from: 'record.id' },
        { to: 'url', from: 'callbacks.pause' },
      ],
    };
    const mapping = [{ to: 'size', formula: 'steps.pause.body.size' }];
    const callback = { for: 'callback', ...wait };
    return hub.activities.begin(await saveWait(hub, callback, mapping, [{ id: 'order', action: order }]));
  }

  function pathOf(login: string): string {
    const { url } = orders.find((order) => order.login === login) ?? {};
    expect(url).toMatch(/^https:\/\/hub\.example\.com\/callbacks\/[\w-]+$/);
    return new URL(url ?? '').pathname;
  }

  const answer = (path: string, body: unknown) => hub.api.request('POST', path, { body, key: null });

  async function goOn(input: RunInput): Promise<string> {
    await hub.api
      .admin`update runs set wake_at = now() - interval '1 s' where status = 'waiting' and wake_at is not null`;
    const woken = await wake(input);
    return woken === undefined ? 'asleep' : (await work(woken)).status;
  }

  it('goes on with what another system posts to the address of the wait, once', async () => {
    const schema = { type: 'object', properties: { size: { type: 'string' } }, required: ['size'] };
    const input = await begin({ schema });
    expect(await work(input)).toMatchObject({ status: 'parked', waits: [{ step: 'pause', items: 2 }] });
    expect(await goOn(input)).toBe('asleep');
    const [ann, bob] = [pathOf('p0'), pathOf('p1')];

    const bad = await answer(ann, { size: 7 });
    const first = await answer(ann, { size: 'L', id: 12_345 });
    const second = await answer(ann, { size: 'M' });
    expect(bad).toMatchObject({ status: 400, error: { details: { errors: [{ path: 'size' }] } } });
    expect(first).toMatchObject({ status: 202, data: { accepted: true } });
    expect(second).toMatchObject({ status: 409, error: { code: 'invalid_state', details: { status: 'answered' } } });
    expect(await goOn(input)).toBe('parked');
    expect(users).toEqual([{ login: 'p0', name: 'Ann', size: 'L' }]);
    expect((await answer(ann, { size: 'M' })).status).toBe(409);

    await answer(bob, { size: 'S' });
    expect(await goOn(input)).toBe('done');
    expect(users).toHaveLength(2);
    const rows = await hub.api.admin<{ sealed: Buffer }[]>`select sealed from waits where sealed is not null`;
    expect(rows.some(({ sealed }) => sealed.includes('size'))).toBe(false);
  });

  it('takes one of two answers, though the item goes on with the first while the second comes in', async () => {
    const input = await begin();
    await work(input);
    const path = pathOf('p0');
    await answer(path, { size: 'L' });

    let second: ReturnType<typeof answer> | undefined;
    await hub.api.admin.begin(async (sql) => {
      await sql`update waits set settled = true where status = 'answered'`;
      second = answer(path, { size: 'M' });
      const countBlocked = async (): Promise<number> => {
        const rows = await hub.api.admin`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return rows.length;
      };
      await expect.poll(countBlocked).toBe(1);
    });

    expect(await second).toMatchObject({ status: 409, error: { details: { status: 'answered' } } });
    await answer(pathOf('p1'), { size: 'S' });
    await goOn(input);
    expect(users).toMatchObject([{ login: 'p1', size: 'S' }]);
  });

  it('keeps an answer that comes before the item has come to its wait', async () => {
    const early: number[] = [];
    const input = await begin({}, async (url) => {
      early.push((await answer(new URL(url).pathname, { size: 'XL' })).status);
    });

    expect(await work(input)).toMatchObject({ status: 'done' });

    expect(early).toEqual([202, 202]);
    expect(users.map((user) => ({ ...user }))).toMatchObject([{ size: 'XL' }, { size: 'XL' }]);
  });

  it('answers whom it does not know, and who comes too late, and takes a late answer when the item is tried again', async () => {
    const input = await begin({ timeout: '1d' });
    await work(input);
    const path = pathOf('p0');
    const forged = `${path.slice(0, -4)}${path.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;

    expect((await answer(forged, {})).status).toBe(404);
    expect((await answer('/callbacks/x', {})).status).toBe(404);
    expect((await hub.api.request('GET', path, { key: null })).status).toBe(405);
    expect((await answer(path, 'x'.repeat(70_000))).status).toBe(413);

    await passTime(input);
    expect(await work((await wake(input)) ?? input)).toMatchObject({ status: 'done' });
    const { list: failed } = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    expect(failed).toMatchObject([{ code: 'callback_expired' }, { code: 'callback_expired' }]);
    expect(await answer(path, {})).toMatchObject({ status: 409, error: { details: { status: 'expired' } } });

    const { data: retry } = await hub.api.request('POST', `/v1/runs/${input.runId}/records/retry`, {
      body: { all: true },
    });
    await hub.api.admin`update runs set status = 'running', started_at = now() where id = ${toLookup('run', retry.id)}`;
    const again: RunInput = { ...input, runId: `run_${retry.id.slice(4)}` };
    expect(await work(again)).toMatchObject({ status: 'parked', waits: [{ items: 2 }] });
    expect((await answer(path, { size: 'M' })).status).toBe(202);
    expect(await goOn(again)).toBe('parked');
    expect(users).toMatchObject([{ login: 'p0', size: 'M' }]);
  });
});
