import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import type { Item } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { toRunInput } from '../harness/activities.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

let people: object[];
/** What was asked of either system, in its order. */
let sent: string[];

beforeEach(() => {
  people = [{ id: 'p0', name: 'Ann' }];
  sent = [];
  hub.stub.always('GET /people', () => ({ json: people }));
});

type System = 'test' | 'production';

/** What either system does, by what is asked of it. */
const answers = {
  create: (system: System) => {
    hub.stub.always(`POST /${system}/seats`, ({ body }) => {
      sent.push(`${system} create ${JSON.parse(body).name}`);
      return { status: 201, json: { id: '7' } };
    });
  },
  delete: (system: System) => {
    hub.stub.always(`DELETE /${system}/seats`, ({ url }) => {
      sent.push(`${system} delete ${new URL(url, 'http://stub').searchParams.get('id')}`);
      return { json: {} };
    });
  },
  refuse: (system: System) => {
    hub.stub.always(`POST /${system}/orders`, () => ({ status: 422, json: {} }));
  },
} as const;

/** Registers what the systems are asked for. What is not registered fails the test where it is asked. */
function expectAsked(asked: Partial<Record<System, readonly (keyof typeof answers)[]>>): void {
  for (const system of ['test', 'production'] as const) for (const act of asked[system] ?? []) answers[act](system);
}

const options = { path: '/seats', idempotency: { kind: 'header' }, target_id_path: 'id' };

const createSeat = (seats: string, more: object = {}): object => ({
  id: 'seat',
  when: "change == 'created'",
  action: {
    connection_id: seats,
    object: '/seats',
    operation: 'create',
    options,
    mapping: [{ to: 'name', from: 'record.name' }],
  },
  ...more,
});

const deleteSeat = (seats: string, targetId: string): object => ({
  connection_id: seats,
  object: '/seats',
  operation: 'delete',
  match_on: ['id'],
  target_id: targetId,
  options: { ...options, delete: { path: '/seats?id={id}' } },
});

async function connectSeats(): Promise<string> {
  const body = { name: 'Seats', service_type: 'http', credentials: {}, config: { base_url: `${hub.stub.url}/test` } };
  return (await hub.api.request('POST', '/v1/connections', { body })).data.id;
}

/** Points the connection of the seats at one of the systems. */
async function pointAt(seats: string, system: System): Promise<void> {
  const body = { config: { base_url: `${hub.stub.url}/${system}` } };
  expect((await hub.api.request('PATCH', `/v1/connections/${seats}`, { body })).status).toBe(200);
}

async function save(steps: object[], more: object = {}): Promise<string> {
  const source = { ...(await connectStub(hub)), object: '/people', key: ['id'], ...more };
  const saved = await hub.api.request('POST', '/v1/integrations', { body: { name: 'Seats', source, steps } });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

async function listFailed(input: RunInput): Promise<Item[]> {
  return (await hub.api.request('GET', `/v1/runs/${input.runId}/records`)).list;
}

async function retry(input: RunInput): Promise<RunInput> {
  const { data } = await hub.api.request('POST', `/v1/runs/${input.runId}/records/retry`, { body: { all: true } });
  await actOnRuns(hub.api).setRunning(data.id);
  return toRunInput(hub.api, String(data['integration_id']), data.id);
}

/** Works on a run whose items wait, to the end. */
async function waitOut(input: RunInput): Promise<void> {
  await passTime(input);
  const woken = await wake(input);
  if (woken === undefined) throw new Error('The run is not due.');
  await work(woken);
}

const changed = [expect.objectContaining({ code: 'target_changed', message: expect.stringContaining('`seat`') })];

describe('test/integration/changed-targets', { timeout: 60_000 }, () => {
  it('sends no id to a system that did not give it, and goes on where the connection points back', async () => {
    expectAsked({ test: ['create', 'delete'] });
    const seats = await connectSeats();
    const integration = await save([
      createSeat(seats),
      { id: 'pause', wait: { for: '3d' } },
      { id: 'free', action: deleteSeat(seats, 'steps.seat.id') },
    ]);
    const input = await hub.activities.begin(integration);
    expect(await work(input)).toMatchObject({ status: 'parked' });

    await pointAt(seats, 'production');
    await waitOut(input);

    expect(sent).toEqual(['test create Ann']);
    expect(await listFailed(input)).toEqual(changed);

    // A retry finds the same system, until somebody changes that.
    const again = await retry(input);
    await work(again);
    expect(await listFailed(again)).toEqual(changed);
    await pointAt(seats, 'test');
    await work(await retry(again));

    expect(sent).toEqual(['test create Ann', 'test delete 7']);
  });

  it('sends no id there that an earlier item of the record left', async () => {
    expectAsked({ test: ['create'] });
    people.push({ id: 'p1', name: 'Bob' });
    const seats = await connectSeats();
    const steps = [
      createSeat(seats),
      { id: 'free', when: "change == 'deleted'", action: deleteSeat(seats, 'known.seat.id') },
    ];
    const integration = await save(steps, { changes: ['created', 'deleted'] });
    await work(await hub.activities.begin(integration));

    people = people.slice(1);
    await pointAt(seats, 'production');
    await work(await hub.activities.begin(integration));
    // What misses two complete readings is gone.
    const input = await hub.activities.begin(integration);
    await work(input);

    expect(sent.toSorted()).toEqual(['test create Ann', 'test create Bob']);
    expect(await listFailed(input)).toEqual(changed);
  });

  it.each([
    ['undoes', 'test', { test: ['create', 'delete', 'refuse'] }, ['test create Ann', 'test delete 7'], 'validation'],
    ['does not undo there', 'production', { test: ['create'] }, ['test create Ann'], 'undo_failed'],
  ] as const)('%s what was created, with the connection at %s', async (_, system, asked, expected, code) => {
    expectAsked(asked);
    const seats = await connectSeats();
    const order = {
      connection_id: seats,
      object: '/orders',
      operation: 'create',
      options: { ...options, path: '/orders' },
      mapping: [{ to: 'for', from: 'steps.seat.id' }],
    };
    const scope = [
      createSeat(seats, { undo: { action: deleteSeat(seats, 'steps.seat.id') } }),
      { id: 'pause', wait: { for: '3d' } },
      { id: 'order', action: order },
    ];
    const integration = await save([{ id: 'set_up', scope, on_error: 'undo' }]);
    const input = await hub.activities.begin(integration);
    await work(input);

    await pointAt(seats, system);
    await waitOut(input);

    expect(sent).toEqual(expected);
    expect(await listFailed(input)).toEqual([expect.objectContaining({ code })]);
  });

  it('sends no such id in a field either, and leaves a text alone that has one', async () => {
    expectAsked({ test: ['create'], production: ['refuse'] });
    const seats = await connectSeats();
    const order = (id: string, rule: object): object => ({
      id,
      action: {
        connection_id: seats,
        object: '/orders',
        operation: 'create',
        options: { ...options, path: '/orders' },
        mapping: [{ to: 'for', ...rule }],
      },
      on_error: 'continue',
    });
    const integration = await save([
      createSeat(seats),
      { id: 'pause', wait: { for: '3d' } },
      order('text', { formula: "'Seat ' + steps.seat.id" }),
      order('copy', { from: 'steps.seat.id' }),
      order('formula', { formula: 'known.seat.id' }),
    ]);
    const input = await hub.activities.begin(integration);
    await work(input);

    await pointAt(seats, 'production');
    await waitOut(input);

    const orders = hub.stub.requests.filter(({ url }) => url.endsWith('/orders')).map(({ body }) => JSON.parse(body));
    expect(orders).toEqual([{ for: 'Seat 7' }]);
  });

  it('lets an id pass that the flow has from elsewhere, and one of what is written there now', async () => {
    expectAsked({ test: ['create'], production: ['create', 'delete'] });
    const seats = await connectSeats();
    people = [{ id: 'p0', name: 'Ann', seat: '8' }];
    const integration = await save([
      createSeat(seats),
      { id: 'pause', wait: { for: '3d' } },
      { id: 'other', action: deleteSeat(seats, 'record.seat') },
      createSeat(seats, { id: 'second' }),
      { id: 'free', action: deleteSeat(seats, 'steps.second.id') },
    ]);
    const input = await hub.activities.begin(integration);
    await work(input);

    await pointAt(seats, 'production');
    await waitOut(input);

    expect(sent).toEqual(['test create Ann', 'production delete 8', 'production create Ann', 'production delete 7']);
    expect(await listFailed(input)).toEqual([]);
  });
});
