import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Item, startTestApi, type TestApi } from '../api/harness.ts';
import { type ConnectionWorker, startConnectionWorker } from '../api/connection-worker.ts';
import { openActivities, type TestActivities } from '../harness/activities.ts';
import { createForeignDatabase } from '../harness/database.ts';
import { type DatabaseServer, password, startMariadb } from '../lab/mariadb.ts';

const { mariadb: root = '' } = inject('lab');

let api: TestApi;
let worker: ConnectionWorker;
let activities: TestActivities;

/** A table to read, and one to write, whose rows get most of their values by themselves. */
const postgresTables = `
   create table people (code text primary key, name text not null);
   create table copies (
     id serial primary key,
     number bigint generated always as identity,
     code text not null,
     name text not null,
     state text not null default 'new',
     shout text not null generated always as (upper(code)) stored,
     made_at timestamptz not null default now());
   insert into people values ('a', 'Ann'), ('b', 'Bob')`;

const mysqlTables = `
   create table people (code varchar(20) primary key, name varchar(20) not null);
   create table copies (
     id int auto_increment primary key,
     code varchar(20) not null,
     name varchar(20) not null,
     state varchar(20) not null default 'new',
     shout varchar(20) as (upper(code)) stored,
     made_at timestamp not null default current_timestamp);
   insert into people values ('a', 'Ann'), ('b', 'Bob')`;

beforeAll(async () => {
  api = await startTestApi();
  worker = await startConnectionWorker(api, ['127.0.0.0/8']);
  activities = await openActivities(api);
});

afterAll(async () => {
  await worker.stop();
  await activities.close();
  await api.close();
});

async function connect(service: string, credentials: object, config: object): Promise<string> {
  const body = { name: service, service_type: service, credentials, config: { ...config, ssl: 'disable' } };
  return (await api.request('POST', '/v1/connections', { body })).data.id;
}

/** Copies the one table into the other, as somebody sets it up who looked at their columns. */
async function copyTables(connectionId: string): Promise<void> {
  const create = (...mapping: object[]): ReturnType<TestApi['request']> =>
    api.request('POST', '/v1/integrations', {
      body: {
        name: 'Copies',
        source: { connection_id: connectionId, object: 'people' },
        target: { connection_id: connectionId, object: 'copies', operation: 'create', match_on: ['code'] },
        mapping,
      },
    });
  const code = { to: 'code', from: 'code' };
  const name = { to: 'name', from: 'name' };
  const unread = await create(code, name);
  expect(unread.status).toBe(400);
  expect(unread.body).toMatchObject({ error: { details: { errors: [{ path: 'source.key', code: 'required' }] } } });

  const { data } = await api.request('GET', `/v1/connections/${connectionId}/schema`);
  expect(data['objects']).toContainEqual(expect.objectContaining({ id: 'people', key: ['code'] }));

  const partial = await create(code);
  const needed = partial.data['warnings'] as { code: string; allowed?: string[] }[];
  expect(needed.filter((warning) => warning.code === 'missing_required').map(({ allowed }) => allowed)).toEqual([
    ['name'],
  ]);
  const saved = await create(code, name);
  expect(saved.data).toMatchObject({ source: { key: ['code'] } });
  expect(JSON.stringify(saved.data['warnings'] ?? [])).not.toContain('missing_required');

  // The key stays where it is left out, and nothing changed.
  const again = await api.request('PATCH', `/v1/integrations/${saved.data.id}`, {
    body: { source: { connection_id: connectionId, object: 'people', key: null } },
  });
  expect(again.data).toMatchObject({ source: { key: ['code'] }, revision: 1 });

  await api.request('POST', `/v1/integrations/${saved.data.id}/activate`);
  const { counters } = await activities.runSegment(await activities.begin(saved.data.id));
  expect(counters).toMatchObject({ read: 2, created: 2, failed: 0 });
}

/** Runs an integration to its end. */
async function runOnce(id: string): Promise<Item> {
  const input = await activities.begin(id);
  await activities.runSegment(input);
  await activities.finishRun({ ...input, outcome: 'succeeded' });
  return (await api.request('GET', `/v1/runs/${input.runId}`)).data;
}

/** Appends rows whose ids the database gives, and goes by these ids, in each of the ways in which rows are written. */
async function appendRows(connectionId: string, execute: (statement: string) => Promise<unknown>): Promise<void> {
  const end = { connection_id: connectionId };
  const appended = { ...end, object: 'copies', operation: 'create', delivery: 'at_most_once' };
  const fields = (from: string): object[] => ['code', 'name'].map((to) => ({ to, from: from + to }));
  const create = (body: object) => api.request('POST', '/v1/integrations', { body: { name: 'Appended', ...body } });
  const source = { ...end, object: 'people', key: ['code'] };
  const short = { source, target: { ...appended, on_missing: 'delete' }, mapping: fields('') };
  const log = { ...end, object: 'noted', operation: 'upsert', match_on: ['copy'] };
  const steps = [
    { id: 'row', action: { ...appended, mapping: fields('record.') } },
    { id: 'log', action: { ...log, mapping: [{ to: 'copy', from: 'steps.row.id' }] } },
  ];

  const [refused, warned] = [await create(short), await create({ source: { ...source, start: 'process' }, steps })];
  expect(refused.error.details.errors).toMatchObject([{ path: 'target.on_missing', code: 'unsupported' }]);
  const unknown = { path: 'steps[0].action.match_on', code: 'id_unknown' };
  expect(warned.data['warnings']).toContainEqual(expect.objectContaining(unknown));
  await api.request('GET', `/v1/connections/${connectionId}/schema?refresh=true`);
  const [flat, flow] = [await create(short), await create({ source: { ...source, start: 'process' }, steps })];
  expect(JSON.stringify(flow.data['warnings'] ?? [])).not.toContain('id_unknown');

  await runOnce(flat.data.id);
  await execute("delete from people where code = 'b'");
  await runOnce(flat.data.id);
  const last = await runOnce(flat.data.id);
  expect(last['counters']).toMatchObject({ deleted: 1 });

  const flowed = await runOnce(flow.data.id);
  expect(flowed['counters']).toMatchObject({ failed: 0 });

  const called = await api.request('POST', `/v1/connections/${connectionId}/operations/copies/create`, {
    body: { input: { code: 'c', name: 'Cid' }, wait: 20 },
    headers: { 'idempotency-key': `append-${connectionId}` },
  });
  expect(called.error).toBeUndefined();
  expect(called.data).toMatchObject({
    status: 'succeeded',
    outcome: 'created',
    target_id: expect.stringMatching(/^\d+$/),
  });
  await execute(`insert into noted values (${String(called.data['target_id'])})`);
}

const copied = [
  { code: 'a', name: 'Ann', state: 'new', shout: 'A' },
  { code: 'b', name: 'Bob', state: 'new', shout: 'B' },
];

describe('test/integration/discovered-tables', () => {
  it('knows the keys of PostgreSQL and what it fills in', async () => {
    const foreign = await createForeignDatabase();
    const sql = postgres(foreign.url, { max: 1, onnotice: () => undefined });
    await sql.unsafe(postgresTables);
    const { hostname: host, port, pathname, username: user, password: secret } = new URL(foreign.url);
    const config = { host, port: Number(port), database: pathname.slice(1) };
    const connectionId = await connect('postgres', { user, password: secret }, config);
    await copyTables(connectionId);

    expect(await sql`select code, name, state, shout from copies order by code`).toEqual(copied);

    await sql`truncate copies`;
    await sql`create table noted (copy int primary key)`;
    await appendRows(await connect('postgres', { user, password: secret }, config), (text) => sql.unsafe(text));
    expect(
      await sql`select code, noted.copy is not null as noted from copies left join noted on copy = id order by id`,
    ).toEqual([
      { code: 'a', noted: false },
      { code: 'a', noted: true },
      { code: 'c', noted: true },
    ]);

    await activities.deps.sessions.closeAll();
    await sql.end();
    await foreign.drop();
  });

  describe.skipIf(root === '')('of MariaDB', () => {
    let server: DatabaseServer;

    beforeAll(async () => {
      server = await startMariadb(root);
    });

    afterAll(() => server.stop());

    it('knows the keys and what it fills in', async () => {
      for (const statement of mysqlTables.split(';')) await server.admin.query(statement);
      const config = { host: '127.0.0.1', port: server.port, database: 'hr' };
      await copyTables(await connect('mysql', { user: 'hub', password }, config));

      const [rows] = await server.admin.query('select code, name, state, shout from copies order by code');
      expect(rows).toEqual(copied);

      await server.admin.query('truncate copies');
      await server.admin.query('create table noted (copy int primary key)');
      await appendRows(await connect('mysql', { user: 'hub', password }, config), (text) => server.admin.query(text));
      const [appended] = await server.admin.query(
        'select code, noted.copy is not null as noted from copies left join noted on copy = id order by id',
      );
      expect(appended).toEqual([
        { code: 'a', noted: 0 },
        { code: 'a', noted: 1 },
        { code: 'c', noted: 1 },
      ]);
    });
  });
});
