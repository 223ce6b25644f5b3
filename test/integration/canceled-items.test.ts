import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

let people: { id: string }[];
let log: string[];

beforeEach(() => {
  people = ['p0', 'p1', 'p2'].map((id) => ({ id }));
  log = [];
  hub.stub.always('GET /people', () => ({ json: people }));
});

async function save(steps: (end: object) => object[], more: object = {}): Promise<string> {
  const end = await connectStub(hub);
  const body = { name: 'Joiners', source: { ...end, object: '/people', key: ['id'] }, steps: steps(end), ...more };
  const saved = await hub.api.request('POST', '/v1/integrations', { body });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

async function park(integration: string): Promise<RunInput> {
  const input = await hub.activities.begin(integration);
  expect(await work(input)).toMatchObject({ status: 'parked' });
  return input;
}

async function listItems(integration: string): Promise<{ id: string; line: string }[]> {
  const { list } = await hub.api.request('GET', `/v1/integrations/${integration}/items`);
  return list
    .toSorted((a, b) => String(a['key']).localeCompare(String(b['key'])))
    .map(({ id, key, status, canceling }) => ({
      id,
      line: [key, status, ...(canceling === true ? ['canceling'] : [])].map(String).join(' '),
    }));
}

const listLines = async (integration: string): Promise<string[]> =>
  (await listItems(integration)).map(({ line }) => line);

const pause = { id: 'pause', wait: { for: '30d' } };

describe('test/integration/canceled-items', { timeout: 60_000 }, () => {
  it('ends an item that waits, undoes what its scope created, and leaves the others alone', async () => {
    hub.stub.always('POST /accounts', ({ body }) => {
      log.push(`+${JSON.parse(body).id}`);
      return { status: 201, json: { id: JSON.parse(body).id } };
    });
    hub.stub.always('DELETE /accounts', ({ url }) => {
      log.push(`-${new URL(url, hub.stub.url).searchParams.get('id')}`);
      return { status: 204 };
    });
    const options = { path: '/accounts', idempotency: { kind: 'header' }, target_id_path: 'id' };
    const integration = await save((end) => {
      const account = { ...end, object: '/accounts' };
      const remove = { ...options, delete: { path: '/accounts?id={id}' } };
      const undo = {
        ...account,
        operation: 'delete',
        match_on: ['id'],
        target_id: 'steps.account.id',
        options: remove,
      };
      const create = { ...account, operation: 'create', options, mapping: [{ to: 'id', from: 'record.id' }] };
      const scope = [{ id: 'account', action: create, undo: { action: undo } }, pause];
      return [{ id: 'setup', scope, on_error: 'undo' }];
    });
    const input = await park(integration);
    const [first] = await listItems(integration);

    const canceled = await hub.api.request('POST', `/v1/items/${first?.id}/cancel`);
    expect(canceled).toMatchObject({ status: 202, data: { status: 'ready', canceling: true } });
    await hub.api.request('POST', `/v1/items/${first?.id}/cancel`);
    await hub.api.admin`update runs set wake_at = wake_at - interval '2 s' where status = 'waiting'`;
    await work((await wake(input)) ?? input);

    expect(log.filter((line) => line.startsWith('-'))).toEqual(['-p0']);
    expect(await listLines(integration)).toEqual(['p0 canceled', 'p1 ready', 'p2 ready']);
    const again = await hub.api.request('POST', `/v1/items/${first?.id}/cancel`);
    expect(again).toMatchObject({ status: 409, error: { code: 'invalid_state' } });
    const [second] = (await listItems(integration)).slice(1);
    const { list: children } = await hub.api.request('GET', `/v1/runs/${input.runId}/items?parent=${second?.id}`);
    const refused = await hub.api.request('POST', `/v1/items/${children[0]?.['id']}/cancel`);
    expect(refused).toMatchObject({ status: 409, error: { message: expect.stringContaining('child') } });
    const { list: failed } = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    expect(failed).toEqual([]);
  });

  it('ends those of a run that a filter leaves, what is held at once', async () => {
    const integration = await save(() => [pause]);
    const input = await park(integration);
    people = [{ id: 'p0' }, { id: 'p1' }, Object.assign({ id: 'p2' }, { name: 'new' })];
    await work(await hub.activities.begin(integration));

    const held = await hub.api.request('POST', `/v1/runs/${input.runId}/items/cancel`, { body: { status: 'held' } });
    expect(held).toMatchObject({ status: 202, data: { items: 1 } });
    expect((await listLines(integration)).toSorted()).toEqual(['p0 parked', 'p1 parked', 'p2 canceled', 'p2 parked']);

    const one = await hub.api.request('POST', `/v1/runs/${input.runId}/items/cancel`, {
      body: { key: 'p0', step: 'pause' },
    });
    expect(one.data).toEqual({ items: 1 });
    await hub.api.admin`update runs set wake_at = wake_at - interval '2 s' where status = 'waiting'`;
    await work((await wake(input)) ?? input);
    expect((await listLines(integration)).toSorted()).toEqual(['p0 canceled', 'p1 parked', 'p2 canceled', 'p2 parked']);
  });

  it('leaves an item alone that was to end for a newer one which is canceled before it began', async () => {
    people = [{ id: 'p0' }];
    const integration = await save(() => [pause, { id: 'on', transform: { set: { went: 'true' } } }], {
      interrupt: 'record.left == true',
    });
    const input = await park(integration);
    people = [Object.assign({ id: 'p0' }, { left: false })];
    await work(await hub.activities.begin(integration));

    await hub.api.request('POST', `/v1/runs/${input.runId}/items/cancel`, { body: { status: 'held' } });
    // As a worker leaves it that judges the item, and is killed before it withdraws what the older one waits for.
    await hub.api.admin`update items set interrupts = true where run_id = ${toLookup('run', input.runId)} and seq = 2`;
    await passTime(input);
    expect(await work((await wake(input)) ?? input)).toMatchObject({ status: 'done' });

    expect((await listLines(integration)).toSorted()).toEqual(['p0 canceled', 'p0 succeeded']);
  });

  it('ends an item behind the action that it was at when it was canceled', async () => {
    const options = { path: '/accounts', idempotency: { kind: 'header' }, target_id_path: 'id' };
    const integration = await save((end) =>
      ['/accounts', '/mails'].map((object) => {
        const mapping = [{ to: 'id', from: 'record.id' }];
        const action = { ...end, object, operation: 'create', options: { ...options, path: object }, mapping };
        return { id: object.slice(1), action };
      }),
    );
    hub.stub.always('POST /accounts', async ({ body }, response) => {
      const { id } = JSON.parse(body);
      const items = await listItems(integration);
      if (id === 'p1') await hub.api.request('POST', `/v1/items/${items[1]?.id}/cancel`);
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id }));
    });
    hub.stub.always('POST /mails', ({ body }) => {
      log.push(JSON.parse(body).id);
      return { status: 201, json: { id: log.length } };
    });
    await work(await hub.activities.begin(integration));

    expect(await listLines(integration)).toEqual(['p0 succeeded', 'p1 canceled', 'p2 succeeded']);
    expect(log.toSorted()).toEqual(['p0', 'p2']);
    const [, second] = await listItems(integration);
    const { data } = await hub.api.request('GET', `/v1/items/${second?.id}`);
    expect(data.steps).toMatchObject([
      { step: 'accounts', outcome: 'passed' },
      { step: 'mails', outcome: 'interrupted' },
    ]);
  });

  it('ends what is open when its integration is deactivated, where that is asked for', async () => {
    const integration = await save(() => [pause]);
    await hub.api.request('POST', `/v1/integrations/${integration}/activate`);
    const input = await park(integration);
    await hub.api.request('POST', `/v1/integrations/${integration}/deactivate`);
    expect(await listLines(integration)).toEqual(['p0 parked', 'p1 parked', 'p2 parked']);

    await hub.api.request('POST', `/v1/integrations/${integration}/deactivate`, { body: { open_items: 'cancel' } });
    await hub.api.admin`update runs set wake_at = wake_at - interval '2 s' where status = 'waiting'`;
    await work((await wake(input)) ?? input);

    expect(await listLines(integration)).toEqual(['p0 canceled', 'p1 canceled', 'p2 canceled']);
    const { data: run } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
    expect(run).toMatchObject({ status: 'succeeded' });
  });
});
