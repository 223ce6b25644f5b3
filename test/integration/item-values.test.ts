import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { itemBytesMax } from '../../core/connection-requests.ts';
import { type ConnectionWorker, startConnectionWorker } from '../api/connection-worker.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work } = createWaitActs(hub);
const token = 'canary/connection-token';

let worker: ConnectionWorker;
let people: object[];
/** Answers to writes, by login. */
let refused: Record<string, string>;

beforeAll(async () => {
  worker = await startConnectionWorker(hub.api, ['127.0.0.0/8']);
});

afterAll(() => worker.stop());

beforeEach(() => {
  people = [];
  refused = {};
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('PUT /users', ({ body }) => {
    const { login } = JSON.parse(body);
    const message = refused[login];
    return message === undefined ? { json: {} } : { status: 422, json: { message } };
  });
});

/** A step that computes, an account, and further ones. */
async function run(more: object[] = [], connection?: { connection_id: string }) {
  const end = connection ?? (await connectStub(hub));
  const account = {
    ...end,
    object: 'users',
    operation: 'upsert',
    match_on: ['login'],
    options: { path: '/users?login={login}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
    mapping: [
      { to: 'login', from: 'record.id' },
      { to: 'name', from: 'record.name' },
      { to: 'hint', formula: "upper(record.api_token ?? 'none')" },
      { to: 'copy', from: 'record.api_token' },
    ],
  };
  const body = {
    name: `People ${Math.random()}`,
    source: { ...end, object: '/people', key: ['id'] },
    steps: [
      {
        id: 'made',
        transform: {
          mapping: [
            { to: 'greeting', formula: "'Hello ' + record.name" },
            { to: 'name', from: 'record.name' },
            { to: 'backwards', formula: "lower(record.api_token ?? 'none')" },
          ],
        },
      },
      { id: 'account', action: account },
      ...more,
    ],
  };
  const saved = await hub.api.request('POST', '/v1/integrations', { body });
  expect(saved.error).toBeUndefined();
  const input = await hub.activities.begin(saved.data.id);
  await work(input);
  const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
  return { input, items: list };
}

async function makeKey(scopes: string[]): Promise<string> {
  const { data } = await hub.api.request('POST', '/v1/api-keys', { body: { name: 'Reader', scopes } });
  return String(data['secret']);
}

describe('test/integration/item-values', { timeout: 60_000 }, () => {
  it('shows what an item was made of and what its steps gave to who may read records, and nothing of it to others', async () => {
    people = [{ id: 'p0', name: 'Ada Value' }];
    const { items } = await run();
    const path = `/v1/items/${items[0]?.id}`;
    const reader = await makeKey(['runs:read', 'records:read']);
    const other = await makeKey(['runs:read']);

    const shown = await hub.api.request('GET', `${path}?values=true`, { key: reader });
    expect(shown.data['values']).toEqual({
      record: { id: 'p0', name: 'Ada Value' },
      outputs: [
        { step: 'made', output: { greeting: 'Hello Ada Value', name: 'Ada Value', backwards: 'none' } },
        {
          step: 'account',
          output: {
            id: 'p0',
            outcome: 'written',
            record: { login: 'p0', name: 'Ada Value', hint: 'NONE' },
          },
        },
      ],
      problems: [],
      masked: false,
      truncated: false,
    });
    const refusedToo = await hub.api.request('GET', `${path}?values=true`, { key: other });
    expect(refusedToo).toMatchObject({ status: 403, error: { code: 'insufficient_scope' } });
    const plain = await hub.api.request('GET', path, { key: other });
    expect(plain.status).toBe(200);
    expect(JSON.stringify(plain.data)).not.toContain('Ada');
    expect(plain.data['timeline']).toMatchObject([
      { step: 'made', status: 'passed', attempts: 1 },
      { step: 'account', status: 'passed', attempts: 1 },
    ]);
  });

  it('masks sensitive fields, and whatever steps may have made of them', async () => {
    people = [{ id: 'p0', name: 'Ada Value', api_token: 'Canary-Secret', nested: { password: 'Canary-Two' } }];
    const { items } = await run();

    const { data } = await hub.api.request('GET', `/v1/items/${items[0]?.id}?values=true`);

    expect(data['values']).toEqual({
      record: { id: 'p0', name: 'Ada Value', api_token: 'text(13)', nested: { password: 'text(10)' } },
      outputs: [
        { step: 'made', output: { greeting: 'text(15)', name: 'Ada Value', backwards: 'text(13)' } },
        {
          step: 'account',
          output: {
            id: 'p0',
            outcome: 'written',
            record: { login: 'text(2)', name: 'Ada Value', hint: 'text(13)', copy: 'text(13)' },
          },
        },
      ],
      problems: [],
      masked: true,
      truncated: false,
    });
    expect(JSON.stringify(data)).not.toMatch(/canary/i);
  });

  it('blanks the credentials of connections out, and says what it leaves out of too much', async () => {
    const { data: connection } = await hub.api.request('POST', '/v1/connections', {
      body: { name: 'Echo', service_type: 'http', credentials: { token }, config: { base_url: hub.stub.url } },
    });
    people = [
      { id: 'p0', name: `Sent with ${token}` },
      { id: 'p1', name: 'Long', text: 'x'.repeat(itemBytesMax) },
    ];
    const { items } = await run([], { connection_id: connection.id });
    const read = async (at: number) =>
      Object(await hub.api.request('GET', `/v1/items/${items[at]?.id}?values=true`)).data.values;

    const [echoed, long] = [await read(0), await read(1)];

    expect(echoed.record).toEqual({ id: 'p0', name: 'Sent with [redacted]' });
    expect(JSON.stringify(echoed)).not.toContain(token);
    expect(long).toMatchObject({ truncated: true });
    expect(long.record).toBeUndefined();
    expect(JSON.stringify(long).length).toBeLessThan(itemBytesMax);
  });

  it('tells of each step how it went: failures with their texts for who may read records, waits and children', async () => {
    people = [
      { id: 'p0', name: 'Ada Value', groups: ['a', 'b'] },
      { id: 'p1', name: 'Bob Value' },
    ];
    refused = { p1: 'No room for Bob Value' };
    const { items } = await run([
      {
        id: 'groups',
        for_each: 'record.groups',
        as: 'group',
        key: 'group',
        steps: [{ id: 'named', transform: { mapping: [{ to: 'name', from: 'group' }] } }],
      },
      { id: 'ok', wait: { for: 'approval', timeout: '3d' } },
    ]);
    const other = await makeKey(['runs:read']);
    const { data: parked } = await hub.api.request('GET', `/v1/items/${items[0]?.id}`);
    const { data: failed } = await hub.api.request('GET', `/v1/items/${items[1]?.id}`);
    const { data: silent } = await hub.api.request('GET', `/v1/items/${items[1]?.id}`, { key: other });

    const time = expect.stringMatching(/^\d{4}-/);
    expect(parked['timeline']).toEqual([
      { step: 'made', status: 'passed', attempts: 1, started_at: parked.created_at, finished_at: time },
      { step: 'account', status: 'passed', attempts: 1, started_at: time, finished_at: time },
      {
        step: 'groups',
        status: 'passed',
        attempts: 1,
        started_at: time,
        finished_at: time,
        children: { total: 2, open: 0, failed: 0 },
      },
      {
        step: 'ok',
        status: 'parked',
        attempts: 1,
        started_at: time,
        waits: [
          { kind: 'approval', status: 'open', approval_id: expect.stringMatching(/^appr_/), since: time, until: time },
        ],
      },
    ]);
    expect(failed['timeline']).toMatchObject([
      { step: 'made', status: 'passed' },
      { step: 'account', status: 'failed', attempts: 1, error: { message: expect.stringContaining('Bob Value') } },
    ]);
    expect(Object(silent['timeline'])[1].error).toEqual({ code: Object(failed['timeline'])[1].error.code, at: time });
    expect(JSON.stringify(silent)).not.toContain('Value');
  });

  it('shows the element of a child, masked where what it was made of is', async () => {
    people = [{ id: 'p0', name: 'Ada', api_token: 'Canary-Secret', groups: ['Canary-Secret', 'Group of Ada'] }];
    const { input, items } = await run([
      {
        id: 'groups',
        for_each: 'record.groups',
        as: 'group',
        key: 'group',
        steps: [{ id: 'named', transform: { mapping: [{ to: 'name', from: 'group' }] } }],
      },
    ]);
    const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/items?parent=${items[0]?.id}`);
    const all = await Promise.all(
      list.map(async ({ id }) => Object(await hub.api.request('GET', `/v1/items/${id}?values=true`)).data.values),
    );

    expect(all.map(({ element }) => String(element)).toSorted()).toEqual(['Group of Ada', 'text(13)']);
    expect(all.map(({ record }) => record)).toEqual([undefined, undefined]);
  });
});
