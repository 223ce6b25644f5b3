import { describe, expect, it } from 'vitest';
import type { Item } from '../api/harness.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

/** Sums what people earn, by department. */
async function addFlow(members: object = {}): Promise<Item> {
  const connection = await hub.api.request('POST', '/v1/connections', {
    body: { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } },
  });
  const end = { connection_id: connection.data.id };
  const options = { path: '/departments/{name}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
  const pagination = { kind: 'page', parameter: 'page' };
  const integration = await hub.api.request('POST', '/v1/integrations', {
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
  for (const [index, json] of pages.entries()) hub.stub.always(`GET /people?page=${index + 1}`, { json });
}

function written(): unknown[] {
  const puts = hub.stub.requests.filter(({ method }) => method === 'PUT').map(({ body }): unknown => JSON.parse(body));
  return puts.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

const counters = { read: 5, created: 2, deduplicated: 1, skipped: 1, filtered: 1, failed: 1 };
const groups = [
  { name: 'hr', cost: 7, heads: 1 },
  { name: 'it', cost: 0.3, heads: 2 },
];

async function run(id: string): Promise<Item> {
  const input = await hub.activities.begin(id);
  await hub.activities.runSegment(input);
  await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
  return (await hub.api.request('GET', `/v1/runs/${input.runId}`)).data;
}

describe('test/integration/aggregation', () => {
  it('deals with a group whose records have all vanished as `on_missing` says, after two complete readings', async () => {
    let people = [
      { id: 1, dept: 'it', salary: 1 },
      { id: 2, dept: 'hr', salary: 7 },
      { id: 3, dept: 'it', salary: 2 },
    ];
    hub.stub.always('GET /people', ({ url }) => {
      const page = Number(new URL(url, 'http://stub').searchParams.get('page'));
      return { json: people.slice(2 * page - 2, 2 * page) };
    });
    for (const name of ['it', 'hr']) hub.stub.always(`PUT /departments/${name}`, {});
    const connection = await hub.api.request('POST', '/v1/connections', {
      body: { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } },
    });
    const { id } = await addFlow({
      source: {
        connection_id: connection.data.id,
        object: '/people',
        options: { pagination: { kind: 'page', parameter: 'page' }, page_size: 2 },
      },
      target: {
        connection_id: connection.data.id,
        object: 'departments',
        operation: 'upsert',
        options: { path: '/departments/{name}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
        on_missing: 'deactivate',
        deactivate_with: { cost: 0, heads: 0 },
      },
    });
    await run(id);
    const all = people;
    people = people.filter(({ dept }) => dept !== 'hr');
    const first = await run(id);
    const writtenThen = written().length;
    const second = await run(id);
    const removed = written();
    people = all;
    const back = await run(id);

    expect(first['counters']).toMatchObject({ read: 2, skipped: 1, deduplicated: 1, deleted: 0 });
    expect(writtenThen).toBe(2);
    expect(second).toMatchObject({ status: 'succeeded', counters: { deleted: 1 } });
    expect(removed).toContainEqual({ name: 'hr', cost: 0, heads: 0 });
    expect(back['counters']).toMatchObject({ read: 3, created: 1 });
    expect(written().filter((body) => JSON.stringify(body) === '{"name":"hr","cost":7,"heads":1}')).toHaveLength(2);
    expect(await hub.api.admin`select 1 from record_groups`).toHaveLength(0);
    expect(await hub.api.admin`select 1 from seen_pages`).toHaveLength(0);
  });

  it('writes one record for each group of all that it reads', async () => {
    const flow = await addFlow();
    servePages();
    for (const name of ['it', 'hr']) hub.stub.on(`PUT /departments/${name}`, {});

    const input = await hub.activities.begin(flow.id);
    const report = await hub.activities.runSegment(input);

    expect(report).toMatchObject({ status: 'done', counters });
    expect(written()).toEqual(groups);
    const deadLetters = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    expect(deadLetters.list).toEqual([expect.objectContaining({ code: 'aggregate_failed', field: 'cost' })]);
    expect(await hub.api.admin`select 1 from record_groups`).toHaveLength(0);
  });

  it('goes on where it stood, while it reads and while it writes, and keeps no group in clear text', async () => {
    const flow = await addFlow();
    hub.stub.on('GET /people?page=1', { json: pages[0] });
    hub.stub.on('GET /people?page=2', { status: 401 }, { json: pages[1] });
    hub.stub.on('GET /', {}, {});
    hub.stub.on('GET /people?page=3', { json: [] });
    hub.stub.on('PUT /departments/hr', { status: 401 }, {});
    hub.stub.on('PUT /departments/it', {});
    const input = await hub.activities.begin(flow.id);

    await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ type: 'auth_invalid' });
    const stored = await hub.api.admin<
      { group_key: string; sealed: Buffer }[]
    >`select group_key, sealed from record_groups`;
    await hub.api.admin`update connections set status = 'active'`;
    await hub.activities.runSegment(input).catch(() => undefined);
    await hub.api.admin`update connections set status = 'active'`;
    const report = await hub.activities.runSegment(input);

    expect(stored.map((group) => group.group_key).toSorted()).toEqual(['["hr"]', '["it"]']);
    expect(stored.some(({ sealed }) => sealed.toString('latin1').includes('0.1'))).toBe(false);
    expect(report).toMatchObject({ status: 'done', counters });
    expect(written().filter((group) => JSON.stringify(group).includes('it'))).toHaveLength(1);
    expect(new Set(written().map((group) => JSON.stringify(group))).size).toBe(2);
  });

  it('writes only the groups that changed', async () => {
    const flow = await addFlow();
    servePages();
    hub.stub.on('PUT /departments/it', {});
    hub.stub.on('PUT /departments/hr', {});
    await hub.activities.runSegment(await hub.activities.begin(flow.id));
    await hub.api.admin`update runs set status = 'succeeded', finished_at = now()`;

    const report = await hub.activities.runSegment(await hub.activities.begin(flow.id));

    expect(report).toMatchObject({ status: 'done', counters: { read: 5, created: 0, updated: 0, skipped: 3 } });
  });

  it('is previewed on the sample', async () => {
    const flow = await addFlow();
    hub.stub.always('GET /people?page=1', { json: [] });
    await hub.activities.runSegment(await hub.activities.begin(flow.id));

    const preview = await hub.api.request('POST', `/v1/integrations/${flow.id}/preview`, {
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
    hub.stub.always('GET /people?page=1', { json: [] });
    await hub.activities.runSegment(await hub.activities.begin(flow.id));
    const change = (body: object) => hub.api.request('PATCH', `/v1/integrations/${flow.id}`, { body });

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
    for (const name of ['it', 'hr']) hub.stub.on(`PUT /departments/${name}`, {});
    const input = await hub.activities.begin(flow.id);
    await hub.activities.runSegment(input);
    await hub.api.admin`update runs set status = 'partially_succeeded', finished_at = now()`;

    const { status, error } = await hub.api.request('POST', `/v1/runs/${input.runId}/records/retry`, {
      body: { all: true },
    });

    expect([status, error.code]).toEqual([409, 'invalid_state']);
  });
});
