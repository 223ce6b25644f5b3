import { beforeEach, describe, expect, it } from 'vitest';
import { withTenantPipelined } from '../../drizzle/index.ts';
import { takeInbox } from '../../runs/items/inbox-statements.ts';
import { toAddress } from '../../runs/load/load-run.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { type ConnectionWorker, startConnectionWorker } from '../api/connection-worker.ts';
import { actOnHooks, hookSecret, otherSecret } from '../api/hook-acts.ts';
import type { Answer, Item } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { toRunInput } from '../harness/activities.ts';
import { neverKilled, workKilled } from '../harness/killed-commits.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

let tickets: { key: string; title: string }[];

beforeEach(() => {
  tickets = [];
  // A vendor that knows what it was sent by the key of the request.
  hub.stub.always('POST /tickets', ({ headers, body }) => {
    const key = String(headers['idempotency-key']);
    const known = tickets.findIndex((ticket) => ticket.key === key);
    if (known === -1) tickets.push({ key, title: JSON.parse(body).title });
    return { status: 201, json: { id: `T${known === -1 ? tickets.length : known + 1}` } };
  });
});

interface Orders {
  integration: string;
  path: string;
}

/** Saves a flow that writes a ticket for each order that is delivered. */
async function save(before: object[] = []): Promise<Orders> {
  const body = { name: 'Systems', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } };
  const connection = (await hub.api.request('POST', '/v1/connections', { body })).data.id;
  const schema = { type: 'object', required: ['order'], properties: { order: { type: 'object' } } };
  const action = {
    connection_id: connection,
    object: '/tickets',
    operation: 'create',
    options: { path: '/tickets', idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping: [{ to: 'title', formula: "change + ' ' + record.order.id + ' ' + record.order.state" }],
  };
  const saved = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Orders',
      source: { connection_id: connection, object: 'orders', key: ['order.id'], payload: { schema } },
      triggers: [{ type: 'webhook' }],
      steps: [...before, { id: 'ticket', action }],
    },
  });
  expect(saved.error?.details.errors).toBeUndefined();
  const workflow = await actOnHooks(hub.api).findWorkflow(saved.data);
  const credentials = { credentials: { secret: hookSecret } };
  await hub.api.request('PUT', `/v1/workflows/${workflow.id}/hook-credentials`, { body: credentials });
  await hub.api.request('POST', `/v1/integrations/${saved.data.id}/activate`);
  return { integration: saved.data.id, path: new URL(String(Object(workflow['hook']).url)).pathname };
}

function deliver({ path }: Orders, id: string, order: object, by = hookSecret): Promise<Answer> {
  return actOnHooks(hub.api).send(path, { id, by, body: JSON.stringify({ type: 'order.changed', order }) });
}

/** Lets a worker carry out the run that waits. @returns the run. */
async function work({ integration }: Orders, commit = neverKilled): Promise<{ run: Item; commits: number }> {
  const { list } = await hub.api.request('GET', `/v1/integrations/${integration}/runs?status=queued`);
  const id = String(list[0]?.id);
  await actOnRuns(hub.api).setRunning(id);
  const input = toRunInput(hub.api, integration, id);
  const commits = await workKilled(hub.activities, input, commit, commit % 2 === 0 ? 'forgotten' : 'answer lost');
  return { run: (await hub.api.request('GET', `/v1/runs/${id}`)).data, commits };
}

describe('test/integration/payload-items', { timeout: 120_000 }, () => {
  it('makes an item of each delivery, in their order for a key, and one of those that come again', async () => {
    const orders = await save();
    const first = await deliver(orders, 'm1', { id: 'o1', state: 'new' });
    await deliver(orders, 'm2', { id: 'o2', state: 'new' });
    await deliver(orders, 'm3', { id: 'o1', state: 'paid' });
    const again = await deliver(orders, 'm1', { id: 'o1', state: 'new' });
    const { run } = await work(orders);

    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.data).toEqual(first.data);
    expect(run).toMatchObject({ status: 'succeeded', trigger: 'webhook', counters: { read: 3, created: 3 } });
    expect(tickets.map(({ title }) => title).toSorted()).toEqual([
      'created o1 new',
      'created o2 new',
      'updated o1 paid',
    ]);
    const { list } = await hub.api.request('GET', `/v1/integrations/${orders.integration}/items?key=o1`);
    expect(list).toMatchObject([
      { seq: 1, change: 'created', status: 'succeeded' },
      { seq: 2, change: 'updated', status: 'succeeded' },
    ]);
  });

  it('lets a payload begin at once that is the only one of a new key, and holds those that have to be put in order', async () => {
    const orders = await save();
    await deliver(orders, 'm1', { id: 'o0', state: 'new' });
    await work(orders);
    for (const [n, id] of ['o0', 'o1', 'o2', 'o2'].entries()) await deliver(orders, `n${n}`, { id, state: 'paid' });
    const { list } = await hub.api.request('GET', `/v1/integrations/${orders.integration}/runs?status=queued`);
    const { orgId, runId, integrationId } = toAddress(toRunInput(hub.api, orders.integration, String(list[0]?.id)));
    const taken = await withTenantPipelined(hub.api.database, orgId, (tx) =>
      takeInbox(tx, { orgId, runId, integrationId }, { judges: false }),
    );

    expect(taken).toBe(4);
    expect(
      await hub.api.admin`
        select key, seq, status from items where integration_id = ${integrationId} and run_id = ${runId} order by key, seq`,
    ).toEqual([
      { key: 'o0', seq: 2, status: 'held' },
      { key: 'o1', seq: 1, status: 'ready' },
      { key: 'o2', seq: 1, status: 'held' },
      { key: 'o2', seq: 2, status: 'held' },
    ]);
    await work(orders);
    expect(tickets.map(({ title }) => title).toSorted()).toEqual([
      'created o0 new',
      'created o1 paid',
      'created o2 paid',
      'updated o0 paid',
      'updated o2 paid',
    ]);
  });

  it('refuses what is not signed, or cannot become a record, and stores nothing of it', async () => {
    const orders = await save();
    const forged = await deliver(orders, 'm1', { id: 'o1', state: 'new' }, otherSecret);
    const keyless = await deliver(orders, 'm2', { state: 'new' });
    const [left] = await hub.api.admin<{ count: number }[]>`
      select count(*)::int as count from inbox where integration_id = ${toLookup('integration', orders.integration)}`;

    expect([forged.status, keyless.status]).toEqual([401, 400]);
    expect(left?.count).toBe(0);
    await deliver(orders, 'm3', { id: 'o3', state: 'new' });
    await work(orders);
    expect(tickets).toHaveLength(1);
  });

  it('refuses what a source that is not read cannot have, a broken schema, and inputs where nothing takes them', async () => {
    const orders = await save();
    const path = `/v1/integrations/${orders.integration}`;
    const { data } = await hub.api.request('GET', path);
    const source = Object(data['source']);
    const broken = { ...source, filter: 'true', payload: { schema: { type: 'objects' } } };
    const refused = await hub.api.request('PATCH', path, { body: { source: broken, triggers: [{ type: 'event' }] } });
    const sampled = await hub.api.request('POST', `${path}/preview`, { body: {} });
    const order = { id: 'o1', state: 'new' };
    const previewed = await hub.api.request('POST', `${path}/preview`, { body: { records: [{ order }] } });

    expect(
      refused.error.details.errors.map(({ path: at, code }: { path: string; code: string }) => `${at} ${code}`),
    ).toEqual(
      expect.arrayContaining([
        'source.filter unsupported',
        'triggers[0].type unsupported',
        'source.payload.schema.type invalid_schema',
      ]),
    );
    expect(sampled.error.details.errors).toMatchObject([{ path: 'records', code: 'required' }]);
    expect(previewed.list).toMatchObject([{ steps: [{ step: 'ticket', writes: { title: 'created o1 new' } }] }]);
    await deliver(orders, 'm1', order);
    await work(orders);
  });

  it('takes inputs of an execution as what is delivered, checked before anything is started', async () => {
    const orders = await save();
    const path = `/v1/integrations/${orders.integration}/execute`;
    const both = { input: { order: { id: 'o1', state: 'new' } }, inputs: [{ order: { id: 'o2', state: 'new' } }] };
    const invalid = await hub.api.request('POST', path, { body: { inputs: [both.input, { order: 'o1' }] } });
    const conflicting = await hub.api.request('POST', path, { body: both });
    const accepted = await hub.api.request('POST', path, { body: { inputs: [both.input, ...both.inputs] } });
    const { run } = await work(orders);

    expect(invalid.error.details.errors).toMatchObject([{ path: 'inputs[1]', code: 'invalid_value' }]);
    expect(conflicting.error.details.errors).toMatchObject([{ path: 'inputs', code: 'conflict' }]);
    expect(accepted.status).toBe(202);
    expect(run).toMatchObject({ id: accepted.data.id, counters: { read: 2, created: 2 } });
    expect(tickets.map(({ title }) => title).toSorted()).toEqual(['created o1 new', 'created o2 new']);
  });

  it('loses no delivery and makes none twice, whichever commit of the worker is lost, or the answer to it', async () => {
    const orders = await save();
    let commits = neverKilled;
    for (let commit = 1; commit <= commits; commit += 1) {
      const [a, b] = [`a${commit}`, `b${commit}`];
      const before = tickets.length;
      await deliver(orders, `${commit}-1`, { id: a, state: 'new' });
      await deliver(orders, `${commit}-2`, { id: b, state: 'new' });
      await deliver(orders, `${commit}-3`, { id: a, state: 'paid' });

      const worked = await work(orders, commit);

      ({ commits } = worked);
      const titles = tickets.slice(before).map(({ title }) => title);
      expect({ commit, status: worked.run['status'], titles: titles.toSorted() }).toEqual({
        commit,
        status: 'succeeded',
        titles: [`created ${a} new`, `created ${b} new`, `updated ${a} paid`],
      });
      expect(titles.indexOf(`created ${a} new`)).toBeLessThan(titles.indexOf(`updated ${a} paid`));
    }
    expect(commits).toBeGreaterThan(10);
  });

  describe('answers of steps', () => {
    let worker: ConnectionWorker;

    beforeEach(async () => {
      worker = await startConnectionWorker(hub.api, ['127.0.0.1/32']);
      return () => worker.stop();
    });

    const answer = { status: 201, body: "{'order': record.order.id, 'change': change}" };

    async function workWhenThere(orders: Orders): Promise<void> {
      const path = `/v1/integrations/${orders.integration}/runs?status=queued`;
      await expect.poll(async () => (await hub.api.request('GET', path)).list).toHaveLength(1);
      await work(orders);
    }

    it('are those to a delivery, and the same for one that comes again', async () => {
      const orders = await save([
        { id: 'answer', when: "record.order.state == 'new'", respond: answer },
        { id: 'late', respond: { body: "{'late': true}" } },
      ]);
      const [first] = await Promise.all([deliver(orders, 'm1', { id: 'o1', state: 'new' }), workWhenThere(orders)]);
      const again = await deliver(orders, 'm1', { id: 'o1', state: 'new' });
      const [other] = await Promise.all([deliver(orders, 'm2', { id: 'o2', state: 'old' }), workWhenThere(orders)]);

      expect([first.status, first.body]).toEqual([201, { order: 'o1', change: 'created' }]);
      expect([again.status, again.body]).toEqual([201, { order: 'o1', change: 'created' }]);
      expect([other.status, other.body]).toEqual([200, { late: true }]);
      expect(tickets).toHaveLength(2);
    });

    it('are those to an execution that waits; an item that ends without is accepted', async () => {
      const orders = await save([{ id: 'answer', when: "record.order.state == 'new'", respond: answer }]);
      const execute = (state: string): Promise<Answer> =>
        hub.api.request('POST', `/v1/integrations/${orders.integration}/execute`, {
          body: { input: { order: { id: 'o1', state } }, wait: 20 },
        });
      const [executed] = await Promise.all([execute('new'), workWhenThere(orders)]);
      const [silent] = await Promise.all([deliver(orders, 'm3', { id: 'o2', state: 'old' }), workWhenThere(orders)]);

      expect(executed.data).toMatchObject({
        item_id: expect.stringMatching(/^item_/),
        response: { status: 201, body: { order: 'o1', change: 'created' } },
      });
      const later = await hub.api.request('GET', `/v1/runs/${executed.data.id}?response=true`);
      expect(later.data['response']).toEqual(executed.data['response']);
      expect([silent.status, silent.data]).toEqual([202, { event_id: expect.any(String) }]);
      expect(tickets).toHaveLength(2);
    });
  });
});
