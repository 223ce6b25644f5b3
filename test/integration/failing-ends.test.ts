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

async function addFlow(source: object, more: object = {}): Promise<string> {
  const connection = await api.request('POST', '/v1/connections', {
    body: { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: stub.url } },
  });
  const end = { connection_id: connection.data.id };
  const options = { path: '/users/{login}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
  const { data } = await api.request('POST', '/v1/integrations', {
    body: {
      name: 'Accounts',
      source: { ...end, object: '/people', key: ['login'], ...source },
      target: { ...end, object: 'users', operation: 'upsert', options },
      mapping: [
        { to: 'login', from: 'login' },
        { to: 'name', from: 'name', required: true },
      ],
      ...more,
    },
  });
  return data.id;
}

describe('test/integration/failing-ends', () => {
  it('fails a run when too many records of its last page failed', async () => {
    const people = Array.from({ length: 100 }, (_, index) => ({ login: `p${index}`, ...(index < 1 && { name: 'P' }) }));
    stub.on('GET /people', { json: people }).on('PUT /users/p0', {});
    const input = await activities.begin(await addFlow({}, { on_error: { abort_above_percent: 50 } }));

    await expect(activities.runSegment(input)).rejects.toMatchObject({ type: 'too_many_failures' });
    await activities.finishRun({ ...input, outcome: 'failed' });

    const { data } = await api.request('GET', `/v1/runs/${input.runId}`);
    expect(data).toMatchObject({
      status: 'failed',
      counters: { read: 100, created: 1, failed: 99 },
      error: { code: 'too_many_failures' },
    });
  });

  it('lets a segment that got on return, and one that did not fail, when the system has a fault', async () => {
    stub
      .on('GET /people?page=1', { json: [{ login: 'ann', name: 'Ann' }] })
      .always('GET /people?page=2', { status: 500 })
      .on('PUT /users/ann', {});
    const flow = await addFlow({ options: { pagination: { kind: 'page', parameter: 'page' }, page_size: 1 } });
    const input = await activities.begin(flow);

    const first = await activities.runSegment(input);

    expect(first).toMatchObject({ status: 'waiting', counters: { read: 1, created: 1 } });
    await expect(activities.runSegment(input)).rejects.toMatchObject({ nonRetryable: false });
    const { list } = await api.request('GET', `/v1/runs/${input.runId}/logs`);
    expect(list.map(({ code }) => code).filter((code) => code === 'segment_retried')).toHaveLength(2);
  });
});
