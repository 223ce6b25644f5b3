import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { openActivities, type TestActivities } from '../harness/activities.ts';
import { HttpStub } from '../harness/http.ts';

let api: TestApi;
let activities: TestActivities;
let stub: HttpStub;

beforeAll(async () => {
  api = await startTestApi();
  activities = await openActivities(api);
});

afterAll(async () => {
  await activities.close();
  await api.close();
});

beforeEach(async () => {
  stub = await HttpStub.start();
  return () => stub.stop();
});

/** Moves people to the stub, with their state replaced by a table. */
async function addFlow(table: string): Promise<string> {
  const connection = await api.request('POST', '/v1/connections', {
    body: { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: stub.url } },
  });
  const end = { connection_id: connection.data.id };
  const options = { path: '/people/{id}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
  const integration = await api.request('POST', '/v1/integrations', {
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
  return stub.requests.filter(({ method }) => method === 'PUT').map(({ body }): unknown => JSON.parse(body));
}

describe('test/integration/lookup-tables', () => {
  it('gives a run the version that was the newest when it started, and the next run the next', async () => {
    const table = await api.request('POST', '/v1/lookup-tables', { body: { name: 'States', entries: { A: 'one' } } });
    const flow = await addFlow(table.data.id);
    stub.always('GET /people', { json: [{ id: 'a', state: 'A' }] });
    stub.always('PUT /people/a', {});
    const first = await activities.begin(flow);
    const change = { body: { entries: { A: 'two' } } };
    expect((await api.request('PATCH', `/v1/lookup-tables/${table.data.id}/entries`, change)).status).toBe(200);

    await activities.runSegment(first);
    await api.request('POST', `/v1/runs/${first.runId}/cancel`);
    await api.admin`update runs set status = 'succeeded', finished_at = now() where status <> 'queued'`;
    const report = await activities.runSegment(await activities.begin(flow));

    expect(report).toMatchObject({ status: 'done', counters: { updated: 1 } });
    expect(written()).toEqual([
      { id: 'a', state: 'one' },
      { id: 'a', state: 'two' },
    ]);
  });

  it('fails clearly where its entries are gone', async () => {
    const table = await api.request('POST', '/v1/lookup-tables', { body: { name: 'States', entries: { A: 'one' } } });
    const run = await activities.begin(await addFlow(table.data.id));
    await api.admin`delete from lookup_tables where name = 'States'`;
    stub.always('GET /people', { json: [{ id: 'a', state: 'A' }] });

    await activities.runSegment(run);

    const letters = await api.request('GET', `/v1/runs/${run.runId}/records`);
    expect(letters.list).toEqual([expect.objectContaining({ code: 'lookup_missing' })]);
  });
});
