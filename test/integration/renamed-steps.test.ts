import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import type { Item } from '../api/harness.ts';
import { connectStub, foundAccounts } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { actOnCalls } from './call-acts.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const expireLeases = () =>
  hub.api.admin`update streams set lease_until = now() - interval '1 s' where lease_until is not null`;
const { work, wake, passTime } = createWaitActs(hub, expireLeases);
const calls = actOnCalls(hub);

type End = { connection_id: string };

let people: object[];
/** What was ordered, by the keys of the requests, and noted. */
let orders: Map<string, { text: string; callback?: string }>;
let notes: string[];
/** Is done before an order is answered. */
let onOrder: () => Promise<unknown>;
let status: number;

beforeEach(() => {
  [people, orders, notes, onOrder, status] = [[{ id: 'p0' }], new Map(), [], () => Promise.resolve(), 201];
});

function serve(): void {
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('POST /orders', async ({ headers, body }, response) => {
    await onOrder();
    if (status === 201) orders.set(String(headers['idempotency-key']), JSON.parse(body));
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"id":"O1","message":"no"}');
  });
}

function serveNotes(): void {
  hub.stub.always('POST /notes', ({ body }) => {
    notes.push(JSON.parse(body).text);
    return { status: 201, json: {} };
  });
}

const create = (end: End, path: string, mapping: object[]): object => ({
  ...end,
  object: path,
  operation: 'create',
  options: { path, idempotency: { kind: 'header' }, target_id_path: 'id' },
  mapping,
});

/** Orders something, waits until it is there, and notes what was ordered. @param names Of the steps. */
const flow = (end: End, [order, arrival]: [string, string], was: [object, object] = [{}, {}]): object[] => [
  {
    id: order,
    ...was[0],
    action: create(end, '/orders', [
      { to: 'text', from: 'record.id' },
      { to: 'callback', from: `callbacks.${arrival}` },
    ]),
  },
  { id: arrival, ...was[1], wait: { for: 'callback' } },
  {
    id: 'note',
    action: create(end, '/notes', [{ to: 'text', formula: `steps.${order}.id + ' ' + string(steps.${arrival}.body)` }]),
  },
];

async function save(steps: object[], end: End): Promise<string> {
  return calls.save({ name: 'Orders', source: { ...end, object: '/people', key: ['id'] }, steps }, { active: false });
}

async function change(id: string, steps: object[]): Promise<Item[]> {
  const { error } = await hub.api.request('PATCH', `/v1/integrations/${id}`, { body: { steps } });
  return Object(error?.details.errors ?? error ?? []);
}

async function goOn(input: RunInput) {
  const woken = await wake(input);
  return woken && (await work(woken));
}

async function answer(): Promise<void> {
  const [first] = orders.values();
  const path = new URL(String(first?.callback)).pathname;
  expect((await hub.api.request('POST', path, { body: 7, key: null })).status).toBe(202);
}

const renamed = (end: End): object[] => flow(end, ['purchase', 'arrived'], [{ was: 'order' }, { was: 'delivered' }]);

describe('test/integration/renamed-steps', { timeout: 120_000 }, () => {
  it('takes items on from a step that has another id, with what they gave, and the address that was made before', async () => {
    serve();
    serveNotes();
    const end = await connectStub(hub);
    const id = await save(flow(end, ['order', 'delivered']), end);
    const input = await hub.activities.begin(id);
    expect(await work(input)).toMatchObject({ status: 'parked' });

    expect(await change(id, renamed(end))).toEqual([]);
    await answer();
    await passTime(input);
    expect(await goOn(input)).toMatchObject({ status: 'done' });

    expect([orders.size, notes]).toEqual([1, ['O1 7']]);
    expect(await calls.readRun(input)).toMatchObject({ status: 'succeeded', revision: 2 });
    const [item] = await calls.listItems(id);
    const { data } = await hub.api.request('GET', `/v1/items/${item?.id}`);
    expect(data['timeline']).toMatchObject([{ step: 'purchase' }, { step: 'arrived' }, { step: 'note' }]);
  });

  it('takes a segment over that is sending while the revision comes, and sends nothing twice', async () => {
    serve();
    serveNotes();
    const end = await connectStub(hub);
    const id = await save(flow(end, ['order', 'delivered']), end);
    const input = await hub.activities.begin(id);
    onOrder = () => {
      onOrder = () => Promise.resolve();
      return change(id, renamed(end));
    };

    await hub.activities.runSegment(input).catch((error: unknown) => error);
    await expireLeases();
    expect(await work(input)).toMatchObject({ status: 'parked' });
    await answer();
    await passTime(input);
    expect(await goOn(input)).toMatchObject({ status: 'done' });

    expect([orders.size, notes]).toEqual([1, ['O1 7']]);
    expect(await calls.readRun(input)).toMatchObject({ status: 'succeeded', counters: { created: 2, failed: 0 } });
  });

  it('tries what failed again at the step that has another id', async () => {
    serve();
    serveNotes();
    status = 422;
    const end = await connectStub(hub);
    const text = [{ to: 'text', from: 'record.id' }];
    const id = await save([{ id: 'order', action: create(end, '/orders', text) }], end);
    const input = await hub.activities.begin(id);
    await work(input);
    status = 201;
    const note = { id: 'note', action: create(end, '/notes', [{ to: 'text', formula: 'steps.purchase.id' }]) };
    const purchase = { id: 'purchase', was: 'order', action: create(end, '/orders', text) };
    expect(await change(id, [purchase, note])).toEqual([]);

    expect(await work(await calls.retry(input))).toMatchObject({ status: 'done' });
    expect([orders.size, notes]).toEqual([1, ['O1']]);
  });

  it('knows what the step wrote before, and writes nothing again that did not change', async () => {
    serveNotes();
    const accounts = new Map<string, { login: string; name: string }>();
    const requests: string[] = [];
    people = ['ann', 'bob'].map((login) => ({ id: login, login, name: login }));
    hub.stub.always('GET /people', () => ({ json: people }));
    hub.stub.always('GET /accounts', ({ url }) => {
      const login = new URL(url, hub.stub.url).searchParams.get('login');
      return {
        json: [...accounts].filter(([, one]) => one.login === login).map(([key, one]) => ({ id: key, ...one })),
      };
    });
    hub.stub.always('POST /accounts', ({ body }) => {
      const account = JSON.parse(body);
      requests.push(`create ${account.login}`);
      accounts.set(`A-${account.login}`, account);
      return { status: 201, json: { id: `A-${account.login}` } };
    });
    hub.stub.always('PATCH /accounts/A-ann', ({ body }) => {
      requests.push(`update ${JSON.parse(body).name}`);
      return { json: {} };
    });
    const end = await connectStub(hub);
    const mapping = [
      { to: 'login', from: 'record.login' },
      { to: 'name', from: 'record.name' },
    ];
    const account = (more: object): object => ({ ...more, action: { ...end, ...foundAccounts, mapping } });
    const id = await save([account({ id: 'account' })], end);
    await work(await hub.activities.begin(id));
    requests.length = 0;

    const known = { id: 'seen', action: create(end, '/notes', [{ to: 'text', from: 'known.user.id' }]) };
    expect(await change(id, [known, account({ id: 'user', was: 'account' })])).toEqual([]);
    people = [{ id: 'ann', login: 'ann', name: 'Ann' }, people[1] ?? {}];
    await work(await hub.activities.begin(id));

    expect(requests).toEqual(['update Ann']);
    expect(notes).toEqual(['A-ann']);
  });

  it('refuses what cannot be the same step, and the way back to a revision with other ids', async () => {
    const end = await connectStub(hub);
    serve();
    const order = (more: object): object => ({
      id: 'order',
      action: create(end, '/orders', [{ to: 'text', from: 'record.id' }]),
      ...more,
    });
    const id = await save([order({})], end);
    await work(await hub.activities.begin(id));
    const refuse = async (steps: object[]): Promise<unknown> =>
      (await change(id, steps)).map(({ path, code, allowed }) => [
        path,
        code,
        ...(allowed === undefined ? [] : [allowed]),
      ]);

    expect(await refuse([order({ id: 'a', was: 'ordr' })])).toEqual([['steps[0].was', 'unknown_step', ['order']]]);
    expect(await refuse([order({}), order({ id: 'a', was: 'order' })])).toEqual([['steps[1].was', 'still_there']]);
    expect(await refuse([order({ id: 'a', was: 'order' }), order({ id: 'b', was: 'order' })])).toEqual([
      ['steps[1].was', 'duplicate_was'],
    ]);
    expect(await refuse([{ id: 'a', was: 'order', wait: { for: '1d' } }])).toEqual([['steps[0].was', 'other_kind']]);
    expect(await refuse([order({ id: 'other' })])).toEqual([]);
    await work(await hub.activities.begin(id));
    expect(await refuse([order({ id: 'order', was: 'other' })])).toEqual([['steps[0].id', 'id_taken']]);

    expect(await refuse([order({ id: 'third', was: 'other' })])).toEqual([]);
    expect(await refuse([order({ id: 'third', was: 'other', name: 'Third' })])).toEqual([]);
    await hub.api.request('POST', `/v1/integrations/${id}/activate`);
    const back = (revision: number) => hub.api.request('POST', `/v1/integrations/${id}/revisions/${revision}/activate`);
    expect((await back(2)).error).toMatchObject({ code: 'invalid_state' });
    expect((await back(3)).status).toBe(200);
  });
});
