import { describe, expect, it } from 'vitest';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs, saveWait } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

/** Moves people to the hub.stub, with their state replaced by a table. */
async function addFlow(table: string): Promise<string> {
  const connection = await hub.api.request('POST', '/v1/connections', {
    body: { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } },
  });
  const end = { connection_id: connection.data.id };
  const options = { path: '/people/{id}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
  const integration = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'People',
      source: { ...end, object: '/people', key: ['id'] },
      target: { ...end, object: 'people', operation: 'upsert', options },
      mapping: [
        { to: 'id', from: 'id' },
        { to: 'state', from: 'state', lookup: { table } },
      ],
    },
  });
  expect(integration.error?.details.errors).toBeUndefined();
  return integration.data.id;
}

function written(): unknown[] {
  return hub.stub.requests.filter(({ method }) => method === 'PUT').map(({ body }): unknown => JSON.parse(body));
}

describe('test/integration/lookup-tables', () => {
  it('gives a run the version that was the newest when it started, and the next run the next', async () => {
    const table = await hub.api.request('POST', '/v1/lookup-tables', {
      body: { name: 'States', entries: { A: 'one' } },
    });
    const flow = await addFlow(table.data.id);
    hub.stub.always('GET /people', { json: [{ id: 'a', state: 'A' }] });
    hub.stub.always('PUT /people/a', {});
    const first = await hub.activities.begin(flow);
    const change = { body: { entries: { A: 'two' } } };
    expect((await hub.api.request('PATCH', `/v1/lookup-tables/${table.data.id}/entries`, change)).status).toBe(200);

    await hub.activities.runSegment(first);
    await hub.api.request('POST', `/v1/runs/${first.runId}/cancel`);
    await hub.api.admin`update runs set status = 'succeeded', finished_at = now() where status <> 'queued'`;
    const report = await hub.activities.runSegment(await hub.activities.begin(flow));

    expect(report).toMatchObject({ status: 'done', counters: { updated: 1 } });
    expect(written()).toEqual([
      { id: 'a', state: 'one' },
      { id: 'a', state: 'two' },
    ]);
  });

  it('gives items that have waited the version that is the newest when their run goes on', async () => {
    const table = await hub.api.request('POST', '/v1/lookup-tables', {
      body: { name: 'States', entries: { A: 'one' } },
    });
    hub.stub.always('GET /people', { json: [{ id: 'a', name: 'Ann', state: 'A' }] });
    hub.stub.always('PUT /users', {});
    const state = { to: 'state', from: 'record.state', lookup: { table: table.data.id } };
    const input = await hub.activities.begin(await saveWait(hub, { for: '14d' }, [state]));
    expect(await work(input)).toMatchObject({ status: 'parked' });
    const change = { body: { entries: { A: 'two' } } };
    expect((await hub.api.request('PATCH', `/v1/lookup-tables/${table.data.id}/entries`, change)).status).toBe(200);

    await passTime(input);
    expect(await work((await wake(input)) ?? input)).toMatchObject({ status: 'done' });

    expect(written()).toEqual([expect.objectContaining({ login: 'a', state: 'two' })]);
  });

  it('fails clearly where its entries are gone', async () => {
    const table = await hub.api.request('POST', '/v1/lookup-tables', {
      body: { name: 'States', entries: { A: 'one' } },
    });
    const run = await hub.activities.begin(await addFlow(table.data.id));
    await hub.api.admin`delete from lookup_tables where name = 'States'`;
    hub.stub.always('GET /people', { json: [{ id: 'a', state: 'A' }] });

    await hub.activities.runSegment(run);

    const deadLetters = await hub.api.request('GET', `/v1/runs/${run.runId}/records`);
    expect(deadLetters.list).toEqual([expect.objectContaining({ code: 'lookup_missing' })]);
  });
});
