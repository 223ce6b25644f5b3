import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { startConnectionWorker } from '../api/connection-worker.ts';
import { type Item, startTestApi, type TestApi } from '../api/harness.ts';
import { openActivities, type TestActivities } from '../harness/activities.ts';
import { createTargetDatabase, type TargetDatabase } from '../harness/flow.ts';
import { HttpStub } from '../harness/http.ts';

let api: TestApi;
let activities: TestActivities;
let stub: HttpStub;
let managers: TargetDatabase;

beforeAll(async () => {
  api = await startTestApi();
  activities = await openActivities(api);
  managers = await createTargetDatabase(api.testDatabase.adminUrl, `managers_${process.pid}`);
  await managers.sql`create table managers (id integer primary key, name text, secret text)`;
  await managers.sql.unsafe(`alter table managers owner to managers_${process.pid}`);
  await managers.sql`insert into managers values (1, 'Ada', 'x'), (2, 'Bob', 'y')`;
});

afterAll(async () => {
  await managers.close();
  await activities.close();
  await api.close();
});

beforeEach(async () => {
  stub = await HttpStub.start();
  return () => stub.stop();
});

async function connect(body: object): Promise<string> {
  const created = await api.request('POST', '/v1/connections', { body: { name: 'x', credentials: {}, ...body } });
  expect(created.status).toBe(201);
  return created.data.id;
}

function connectStub(): Promise<string> {
  return connect({ service_type: 'http', config: { base_url: stub.url } });
}

/** Moves people of the stub to the stub, completed. */
async function addFlow(enrich: object[]): Promise<Item> {
  const end = { connection_id: await connectStub() };
  const options = { path: '/people/{id}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
  const integration = await api.request('POST', '/v1/integrations', {
    body: {
      name: 'People',
      source: { ...end, object: '/people', key: ['id'], options: { page_size: 2 } },
      target: { ...end, object: 'people', operation: 'upsert', options },
      enrich,
      mapping: [
        { to: 'id', from: 'id' },
        { to: 'boss', from: 'manager.name' },
        { to: 'label', formula: "manager.name ?? 'nobody'" },
      ],
    },
  });
  expect(integration.error?.details.errors).toBeUndefined();
  return integration.data;
}

async function run(flow: Item): Promise<RunInput> {
  const input = await activities.begin(flow.id);
  expect(await activities.runSegment(input)).toMatchObject({ status: 'done' });
  return input;
}

function written(): unknown[] {
  return stub.requests.filter(({ method }) => method === 'PUT').map(({ body }): unknown => JSON.parse(body));
}

function searches(): string[] {
  return stub.requests.map(({ url }) => url).filter((url) => url.startsWith('/managers'));
}

async function failedRecordsOf({ runId }: RunInput): Promise<Item[]> {
  return (await api.request('GET', `/v1/runs/${runId}/records`)).list;
}

const people = [
  { id: 'a', manager_id: 1 },
  { id: 'b', manager_id: '2' },
  { id: 'c', manager_id: 1 },
  { id: 'd' },
  { id: 'e', manager_id: 'nonsense' },
];

describe('test/integration/enrichment', () => {
  it('completes records with rows of a table, of any type of key', async () => {
    const { user, password } = managers.credentials;
    const connection = await connect({
      service_type: 'postgres',
      credentials: { user, password },
      config: { ...managers.config, ssl: 'disable' },
    });
    const flow = await addFlow([
      { as: 'manager', connection_id: connection, object: 'managers', by: 'manager_id', key: 'id', fields: ['name'] },
    ]);
    stub.always('GET /people', { json: people });
    for (const { id } of people) stub.on(`PUT /people/${id}`, {});

    await run(flow);

    expect(written()).toEqual(
      expect.arrayContaining([
        { id: 'a', boss: 'Ada', label: 'Ada' },
        { id: 'b', boss: 'Bob', label: 'Bob' },
        { id: 'c', boss: 'Ada', label: 'Ada' },
        { id: 'd', boss: null, label: 'nobody' },
        { id: 'e', boss: null, label: 'nobody' },
      ]),
    );
  });

  it('asks for one record at a time where the system takes no more, and once in a run', async () => {
    const flow = await addFlow([
      {
        as: 'manager',
        connection_id: await connectStub(),
        object: '/managers',
        options: { find: { path: '/managers/{value}', records_path: '$' } },
        by: 'manager_id',
        key: 'id',
      },
    ]);
    stub.always('GET /people', { json: people });
    stub.on('GET /managers/1', { json: { id: 1, name: 'Ada' } });
    stub.on('GET /managers/2', { json: { id: 2, name: 'Bob' } });
    stub.on('GET /managers/nonsense', { status: 404 });
    for (const { id } of people) stub.on(`PUT /people/${id}`, {});

    await run(flow);

    expect(searches().toSorted()).toEqual(['/managers/1', '/managers/2', '/managers/nonsense']);
    expect(written()).toHaveLength(5);
  });

  it('asks for many at a time where the system takes them, and retries as for any source', async () => {
    const flow = await addFlow([
      {
        as: 'manager',
        connection_id: await connectStub(),
        object: '/managers',
        options: { find: { query: { ids: '{value}' }, values_max: 50 } },
        by: 'manager_id',
        key: 'id',
      },
    ]);
    stub.always('GET /people', { json: people.slice(0, 2) });
    stub.on(
      'GET /managers?ids=1%2C2',
      { status: 503 },
      {
        json: [
          { id: 2, name: 'Bob' },
          { id: 1, name: 'Ada' },
        ],
      },
    );
    for (const id of ['a', 'b']) stub.on(`PUT /people/${id}`, {});

    await run(flow);

    expect(searches()).toEqual(['/managers?ids=1%2C2', '/managers?ids=1%2C2']);
    expect(written()).toHaveLength(2);
  });

  it('keeps records that had to be complete and are not', async () => {
    const flow = await addFlow([
      {
        as: 'manager',
        connection_id: await connectStub(),
        object: '/managers',
        options: { find: { path: '/managers/{value}', records_path: '$' } },
        by: 'manager_id',
        key: 'id',
        on_missing: 'dead_letter',
      },
    ]);
    stub.always('GET /people', { json: [{ id: 'a', manager_id: 9 }, { id: 'd' }] });
    stub.on('GET /managers/9', { status: 404 });
    stub.on('PUT /people/d', {});

    const input = await run(flow);

    expect(await failedRecordsOf(input)).toEqual([
      expect.objectContaining({ code: 'enrichment_missing', source_key: 'a' }),
    ]);
    expect(written()).toEqual([{ id: 'd', boss: null, label: 'nobody' }]);
  });

  it('is carried out by a worker for a preview, once for all of its records', async () => {
    const worker = await startConnectionWorker(api, ['127.0.0.0/8']);
    const flow = await addFlow([
      {
        as: 'manager',
        connection_id: await connectStub(),
        object: '/managers',
        options: { find: { query: { ids: '{value}' }, values_max: 50 } },
        by: 'manager_id',
        key: 'id',
        fields: ['name'],
      },
    ]);
    const records = Array.from({ length: 60 }, (_, id) => ({ id: String(id), manager_id: 1 + (id % 2) }));
    stub.on('GET /managers?ids=1%2C2', { json: [{ id: 1, name: 'Ada', secret: 'x' }] });

    const { list } = await api.request('POST', `/v1/integrations/${flow.id}/preview`, { body: { records } });
    await worker.stop();

    expect(list.slice(0, 2).map((record) => record['mapped'])).toEqual([
      { id: '0', boss: 'Ada', label: 'Ada' },
      { id: '1', boss: null, label: 'nobody' },
    ]);
    expect(list).toHaveLength(60);
  });

  it('blames the connection that it asked for refused credentials', async () => {
    const connection = await connectStub();
    const options = { find: { path: '/managers/{value}', records_path: '$' } };
    const enrichment = { as: 'manager', object: '/managers', options, by: 'manager_id', key: 'id' };
    const flow = await addFlow([{ ...enrichment, connection_id: connection }]);
    stub.always('GET /people', { json: people.slice(0, 1) });
    stub.on('GET /managers/1', { status: 401 }).on('GET /', { status: 401 });

    const input = await activities.begin(flow.id);
    await expect(activities.runSegment(input)).rejects.toMatchObject({ type: 'auth_invalid' });

    expect((await api.request('GET', `/v1/connections/${connection}`)).data.status).toBe('error');
  });

  it('is refused where a definition cannot mean it', async () => {
    const http = await connectStub();
    const flow = await addFlow([
      {
        as: 'manager',
        connection_id: http,
        object: '/managers',
        options: { find: { path: '/managers/{value}' } },
        by: 'manager_id',
        key: 'id',
      },
    ]);
    stub.always('GET /people', { json: [] });
    await run(flow);
    const kev = await connect({ service_type: 'cisa_kev' });
    const change = (enrich: object[]) => api.request('PATCH', `/v1/integrations/${flow.id}`, { body: { enrich } });

    const answers = [
      await change([
        { as: 'id', connection_id: http, object: '/m', options: { find: { path: '/{value}' } }, by: 'x', key: 'y' },
      ]),
      await change([{ as: 'm', connection_id: http, object: '/m', by: 'x' }]),
      await change([{ as: 'm', connection_id: kev, object: 'vulnerabilities', by: 'x' }]),
      await change([{ as: 'm', connection_id: 'conn_gone', object: 'x', by: 'a[' }]),
      await change([
        { as: 'm', connection_id: http, object: '/m', options: { find: { path: '/m' } }, by: 'x', key: 'y' },
      ]),
    ];

    expect(answers.map(({ error }) => error.details.errors?.map(({ path, code }) => `${path} ${code}`))).toEqual([
      ['enrich[0].as name_taken'],
      ['enrich[0].object not_searchable', 'enrich[0].key required'],
      ['enrich[0].object not_searchable'],
      ['enrich[0].connection_id unknown_connection', 'enrich[0].by invalid_path'],
      ['enrich[0].options.find invalid_value'],
    ]);
    expect(answers[2]?.error.details.errors?.[0]?.message).toContain(
      'Records of this object cannot be found by a value.',
    );
    expect(answers[1]?.error.details.errors?.[0]?.message).toContain('`options.find` is missing');
  });
});
