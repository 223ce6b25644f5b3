import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { actOnRuns } from '../api/run-acts.ts';
import type { Item } from '../api/harness.ts';
import { toRunInput } from '../harness/activities.ts';
import { connectStub, foundAccounts } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake } = createWaitActs(hub);

let people: { id: string; name: string }[];
let refused: Set<string>;
let accounts: string[];
let notices: string[];
let refusesNotices: boolean;

beforeEach(() => {
  people = ['p0', 'p1'].map((id) => ({ id, name: `Name of ${id}` }));
  refused = new Set();
  accounts = [];
  notices = [];
  refusesNotices = false;
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('GET /accounts', () => ({ json: [] }));
  hub.stub.always('POST /accounts', ({ body }) => {
    const { login } = JSON.parse(body);
    if (refused.has(login)) return { status: 422, json: { message: 'no such login' } };
    accounts.push(login);
    return { status: 201, json: { id: `A-${login}` } };
  });
  hub.stub.always('POST /notices', ({ body }) => {
    if (refusesNotices) return { status: 422, json: { message: 'no notices' } };
    notices.push(JSON.parse(body).text);
    return { status: 201, json: { id: notices.length } };
  });
});

/** People wait, get an account, and a notice that names it. */
async function save(): Promise<string> {
  const end = await connectStub(hub);
  const mapping = [
    { to: 'login', from: 'record.id' },
    { to: 'name', from: 'record.name' },
  ];
  const notice = {
    ...end,
    object: '/notices',
    operation: 'create',
    options: { path: '/notices', idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping: [{ to: 'text', formula: "record.name + ': ' + string(steps.account.id)" }],
  };
  const steps = [
    { id: 'pause', wait: { for: '30d' } },
    { id: 'login', transform: { set: { name: 'record.id' } } },
    { id: 'account', action: { ...end, ...foundAccounts, mapping } },
    { id: 'notice', when: "steps.account.id != ''", action: notice },
  ];
  const body = { name: 'Joiners', source: { ...end, object: '/people', key: ['id'] }, steps };
  const saved = await hub.api.request('POST', '/v1/integrations', { body });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

interface Parked {
  integration: string;
  input: RunInput;
  items: Item[];
}

async function park(): Promise<Parked> {
  const integration = await save();
  const input = await hub.activities.begin(integration);
  expect(await work(input)).toMatchObject({ status: 'parked' });
  return { integration, input, items: await listItems(integration) };
}

async function listItems(integration: string): Promise<Item[]> {
  const { list } = await hub.api.request('GET', `/v1/integrations/${integration}/items`);
  return list.toSorted((a, b) => String(a['key']).localeCompare(String(b['key'])));
}

const listLines = async (integration: string): Promise<string[]> =>
  (await listItems(integration)).map(({ key, status }) => `${String(key)} ${status ?? ''}`);

function act(item: Item | undefined, verb: string, body?: object) {
  return hub.api.request('POST', `/v1/items/${item?.id}/${verb}`, body === undefined ? {} : { body });
}

async function wakeAndWork(input: RunInput): Promise<void> {
  await hub.api.admin`update runs set wake_at = wake_at - interval '2 s' where status = 'waiting'`;
  await work((await wake(input)) ?? input);
}

/** Works on the run that was made last. */
async function workOnLast(integration: string): Promise<void> {
  const { list } = await hub.api.request('GET', `/v1/integrations/${integration}/runs`);
  const [newest] = list.toSorted((a, b) => b.id.localeCompare(a.id));
  const id = newest?.id ?? '';
  await actOnRuns(hub.api).setRunning(id);
  await work(toRunInput(hub.api, integration, id));
}

/** The first item fails at its account. */
async function fail(): Promise<Parked> {
  refused.add('p0');
  const parked = await park();
  for (const item of parked.items) await act(item, 'skip-step');
  await wakeAndWork(parked.input);
  return { ...parked, items: await listItems(parked.integration) };
}

describe('test/integration/directed-items', { timeout: 60_000 }, () => {
  it('skips the wait of an item, and leaves the others waiting', async () => {
    const { integration, input, items } = await park();

    const skipped = await act(items[0], 'skip-step');
    await wakeAndWork(input);

    expect(skipped).toMatchObject({ status: 202, data: { status: 'ready', step: 'pause' } });
    expect(await listLines(integration)).toEqual(['p0 succeeded', 'p1 parked']);
    expect(notices).toEqual(['Name of p0: A-p0']);
    const { data } = await hub.api.request('GET', `/v1/items/${items[0]?.id}`);
    expect(data['steps']).toMatchObject([{ step: 'pause', outcome: 'skipped' }, {}, {}, {}]);
    const again = await act(items[0], 'skip-step');
    expect(again).toMatchObject({ status: 409, error: { code: 'invalid_state' } });
  });

  it('skips a step that failed with what it would have left, of the right type', async () => {
    const { integration, items } = await fail();
    expect(await listLines(integration)).toEqual(['p0 failed', 'p1 succeeded']);

    const silent = await act(items[0], 'skip-step');
    const wrong = await act(items[0], 'skip-step', { output: 'A9' });
    const output = { id: 'A9', outcome: 'created', record: { login: 'p0', name: 'x' } };
    const skipped = await act(items[0], 'skip-step', { output });
    await workOnLast(integration);

    const errors = (code: string) => ({ status: 400, error: { details: { errors: [{ path: 'output', code }] } } });
    expect(silent).toMatchObject(errors('required'));
    expect(wrong).toMatchObject(errors('invalid_type'));
    expect(skipped.status).toBe(202);
    expect(await listLines(integration)).toEqual(['p0 succeeded', 'p1 succeeded']);
    expect(notices.toSorted()).toEqual(['Name of p0: A9', 'Name of p1: A-p1']);
    expect(accounts).toEqual(['p1']);
    const { list: failed } = await hub.api.request('GET', `/v1/runs/${String(items[0]?.['run_id'])}/records`);
    expect(failed).toMatchObject([{ status: 'resolved' }]);
  });

  it('moves items forwards and backwards, and says where they can go', async () => {
    const { integration, input, items } = await park();
    const unknown = await act(items[0], 'move', { step: 'nowhere' });
    expect(unknown).toMatchObject({
      status: 400,
      error: { details: { errors: [{ path: 'step', allowed: ['pause', 'login', 'account', 'notice'] }] } },
    });
    expect(await listLines(integration)).toEqual(['p0 parked', 'p1 parked']);

    refused.add('p1');
    await act(items[0], 'move', { step: 'notice' });
    await act(items[1], 'move', { step: 'account' });
    await wakeAndWork(input);
    expect(accounts).toEqual([]);
    expect(await listLines(integration)).toEqual(['p0 succeeded', 'p1 failed']);

    refused.clear();
    const moved = await act(items[1], 'move', { step: 'login' });
    await workOnLast(integration);

    expect(moved.status).toBe(202);
    expect(await listLines(integration)).toEqual(['p0 succeeded', 'p1 succeeded']);
    expect(accounts).toEqual(['p1']);
    const { data } = await hub.api.request('GET', `/v1/items/${items[1]?.id}`);
    expect(data['steps']).toMatchObject([{ step: 'login' }, { step: 'account' }, { step: 'notice' }]);
  });

  it('moves an item back behind what it created, which is not created twice', async () => {
    const { integration, input, items } = await park();
    await act(items[0], 'move', { step: 'account' });
    await act(items[1], 'move', { step: 'account' });
    refusesNotices = true;
    await wakeAndWork(input);
    expect(await listLines(integration)).toEqual(['p0 failed', 'p1 failed']);

    await act(items[0], 'move', { step: 'pause' });
    await workOnLast(integration);

    expect(await listLines(integration)).toEqual(['p0 parked', 'p1 failed']);
    expect(accounts.toSorted()).toEqual(['p0', 'p1']);
  });

  it('refuses items that have come on, and those that a newer one stands for', async () => {
    const { integration, input, items } = await fail();
    expect(await act(items[1], 'move', { step: 'login' })).toMatchObject({ status: 409 });
    people = [{ id: 'p0', name: 'Newer' }];
    await work(await hub.activities.begin(integration));
    const newer = (await listItems(integration)).find(({ status }) => status === 'parked');

    const reason = { status: 409, error: { details: { reason: 'superseded', newer_item_id: newer?.id } } };
    expect(await act(items[0], 'skip-step', { output: { id: 'x', outcome: 'created', record: {} } })).toMatchObject(
      reason,
    );
    expect(await act(items[0], 'move', { step: 'login' })).toMatchObject(reason);
    expect(await act(items[0], 'retry')).toMatchObject(reason);
    expect(await act(items[0], 'retry', { with: 'newest' })).toMatchObject(reason);
    const filtered = await hub.api.request('POST', `/v1/runs/${input.runId}/items/retry`);
    expect(filtered).toMatchObject({ status: 409, error: { details: { superseded: 1 } } });
  });

  it('leaves an item to the answer that it has got already', async () => {
    const { integration, input, items } = await park();
    await act(items[1], 'skip-step');
    await hub.api.admin`
      update waits set status = 'expired', ended_at = now() where item_id = ${toLookup('item', items[0]?.id ?? '')}`;

    expect(await act(items[0], 'skip-step')).toMatchObject({ status: 409, error: { details: { reason: 'answered' } } });
    await wakeAndWork(input);
    expect(await listLines(integration)).toEqual(['p0 succeeded', 'p1 succeeded']);
  });
  it('tries items of a run again by a filter, and counts them', async () => {
    const { integration, input, items } = await fail();
    refused.clear();

    const none = await hub.api.request('POST', `/v1/runs/${input.runId}/items/retry`, { body: { step: 'notice' } });
    const some = await hub.api.request('POST', `/v1/runs/${input.runId}/items/retry`, { body: { step: 'account' } });
    await workOnLast(integration);

    expect(none).toMatchObject({ status: 409, error: { code: 'invalid_state' } });
    expect(some).toMatchObject({ status: 202, data: { items: 1, in_doubt: 0, superseded: 0, has_more: false } });
    expect(await listLines(integration)).toEqual(['p0 succeeded', 'p1 succeeded']);
    expect(await act(items[0], 'retry')).toMatchObject({ status: 409, error: { details: { status: 'succeeded' } } });
  });

  it('tries an item again with the record of the newest, where that has succeeded', async () => {
    const { integration, items } = await fail();
    people = [{ id: 'p0', name: 'Newer' }];
    const input = await hub.activities.begin(integration);
    await work(input);
    const newer = (await listItems(integration)).find(({ status }) => status === 'parked');
    refused.clear();
    await act(newer, 'move', { step: 'notice' });
    await wakeAndWork(input);
    const before = notices.length;

    const retried = await act(items[0], 'retry', { with: 'newest' });
    await workOnLast(integration);

    expect(retried).toMatchObject({ status: 202, data: { trigger: 'retry' } });
    expect(await listLines(integration)).toEqual(['p0 succeeded', 'p0 succeeded', 'p1 succeeded']);
    expect(notices.slice(before)).toEqual(['Newer: A-p0']);
  });
});
