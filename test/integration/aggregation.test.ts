import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Item, startTestApi, type TestApi } from '../api/harness.ts';
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

/** Sums what people earn, by department. */
async function addFlow(members: object = {}): Promise<Item> {
  const connection = await api.request('POST', '/v1/connections', {
    body: { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: stub.url } },
  });
  const end = { connection_id: connection.data.id };
  const options = { path: '/departments/{name}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
  const pagination = { kind: 'page', parameter: 'page' };
  const integration = await api.request('POST', '/v1/integrations', {
    body: {
      name: 'Departments',
      source: { ...end, object: '/people', options: { pagination }, filter: 'active != false' },
      target: { ...end, object: 'departments', operation: 'upsert', options },
      aggregate: { group_by: ['dept'], fields: { cost: { sum: 'salary' }, people: { collect: 'id' } } },
      mapping: [
        { to: 'name', from: 'dept', required: true },
        { to: 'cost', from: 'cost' },
        { to: 'heads', formula: 'size(people)' },
      ],
      ...members,
    },
  });
  expect(integration.error?.details.errors).toBeUndefined();
  return integration.data;
}

const pages = [
  [
    { id: 1, dept: 'it', salary: 0.1 },
    { id: 2, dept: 'hr', salary: '7' },
  ],
  [
    { id: 3, dept: 'it', salary: 0.2 },
    { id: 4, dept: 'it', salary: 5, active: false },
    { id: 5, dept: 'hr', salary: 'much' },
  ],
  [],
];

function servePages(): void {
  for (const [index, json] of pages.entries()) stub.always(`GET /people?page=${index + 1}`, { json });
}

function written(): unknown[] {
  const puts = stub.requests.filter(({ method }) => method === 'PUT').map(({ body }): unknown => JSON.parse(body));
  return puts.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

const counters = { read: 5, created: 2, deduplicated: 1, skipped: 1, failed: 1 };
const groups = [
  { name: 'hr', cost: 7, heads: 1 },
  { name: 'it', cost: 0.3, heads: 2 },
];

describe('test/integration/aggregation', () => {
  it('writes one record for each group of all that it reads', async () => {
    const flow = await addFlow();
    servePages();
    for (const name of ['it', 'hr']) stub.on(`PUT /departments/${name}`, {});

    const input = await activities.begin(flow.id);
    const report = await activities.runSegment(input);

    expect(report).toMatchObject({ status: 'done', counters });
    expect(written()).toEqual(groups);
    const letters = await api.request('GET', `/v1/runs/${input.runId}/records`);
    expect(letters.list).toEqual([expect.objectContaining({ code: 'aggregate_failed', field: 'cost' })]);
    expect(await api.admin`select 1 from record_groups`).toHaveLength(0);
  });

  it('goes on where it stood, while it reads and while it writes, and keeps no group in clear text', async () => {
    const flow = await addFlow();
    stub.on('GET /people?page=1', { json: pages[0] });
    stub.on('GET /people?page=2', { status: 401 }, { json: pages[1] });
    stub.on('GET /people?page=3', { json: [] });
    stub.on('PUT /departments/hr', { status: 401 }, {});
    stub.on('PUT /departments/it', {});
    const input = await activities.begin(flow.id);

    await expect(activities.runSegment(input)).rejects.toMatchObject({ type: 'auth_invalid' });
    const stored = await api.admin<
      { group_key: string; sealed: Buffer }[]
    >`select group_key, sealed from record_groups`;
    await api.admin`update connections set status = 'active'`;
    await activities.runSegment(input).catch(() => undefined);
    await api.admin`update connections set status = 'active'`;
    const report = await activities.runSegment(input);

    expect(stored.map((group) => group.group_key).toSorted()).toEqual(['["hr"]', '["it"]']);
    expect(stored.some(({ sealed }) => sealed.toString('latin1').includes('0.1'))).toBe(false);
    expect(report).toMatchObject({ status: 'done', counters });
    expect(written().filter((group) => JSON.stringify(group).includes('it'))).toHaveLength(1);
    expect(new Set(written().map((group) => JSON.stringify(group))).size).toBe(2);
  });

  it('writes only the groups that changed', async () => {
    const flow = await addFlow();
    servePages();
    stub.on('PUT /departments/it', {});
    stub.on('PUT /departments/hr', {});
    await activities.runSegment(await activities.begin(flow.id));
    await api.admin`update runs set status = 'succeeded', finished_at = now()`;

    const report = await activities.runSegment(await activities.begin(flow.id));

    expect(report).toMatchObject({ status: 'done', counters: { read: 5, created: 0, updated: 0, skipped: 3 } });
  });

  it('is previewed on the sample', async () => {
    const flow = await addFlow();
    stub.always('GET /people?page=1', { json: [] });
    await activities.runSegment(await activities.begin(flow.id));

    const preview = await api.request('POST', `/v1/integrations/${flow.id}/preview`, {
      body: { records: pages.flat() },
    });

    expect(preview.list).toEqual([
      { outcome: 'grouped', group: '["it"]' },
      { outcome: 'grouped', group: '["hr"]' },
      { outcome: 'grouped', group: '["it"]' },
      { outcome: 'filtered' },
      { outcome: 'failed', errors: [expect.objectContaining({ code: 'aggregate_failed', field: 'cost' })] },
      { source_key: '["it"]', outcome: 'mapped', mapped: groups[1] },
      { source_key: '["hr"]', outcome: 'mapped', mapped: groups[0] },
    ]);
  });

  it('checks the mapping against the groups', async () => {
    const flow = await addFlow();
    stub.always('GET /people?page=1', { json: [] });
    await activities.runSegment(await activities.begin(flow.id));
    const change = (body: object) => api.request('PATCH', `/v1/integrations/${flow.id}`, { body });

    const unknown = await change({
      mapping: [
        { to: 'name', from: 'dept' },
        { to: 'x', formula: 'salary' },
      ],
    });
    const mistyped = await change({
      mapping: [
        { to: 'name', from: 'dept' },
        { to: 'x', formula: 'upper(cost)' },
      ],
    });
    const odd = await change({ aggregate: { group_by: ['dept', 'dept'], fields: {} } });

    expect([unknown, mistyped, odd].map(({ error }) => error.details.errors?.map(({ path }) => path))).toEqual([
      ['mapping[1].formula'],
      ['mapping[1].formula'],
      ['aggregate.group_by[1]'],
    ]);
  });

  it('processes no failed record of a group by itself', async () => {
    const flow = await addFlow();
    servePages();
    for (const name of ['it', 'hr']) stub.on(`PUT /departments/${name}`, {});
    const input = await activities.begin(flow.id);
    await activities.runSegment(input);
    await api.admin`update runs set status = 'partially_succeeded', finished_at = now()`;

    const { status, error } = await api.request('POST', `/v1/runs/${input.runId}/records/retry`, {
      body: { all: true },
    });

    expect([status, error.code]).toEqual([409, 'invalid_state']);
  });
});
