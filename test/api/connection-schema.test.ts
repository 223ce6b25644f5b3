import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { createWorkers } from '../../services/connections/workers.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { readPublicKeys } from '../../vault/key-files.ts';
import { createForeignDatabase } from '../harness/database.ts';
import { HttpStub } from '../harness/http.ts';
import { type ConnectionWorker, startConnectionWorker } from './connection-worker.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let worker: ConnectionWorker;
let stub: HttpStub;
let foreign: Awaited<ReturnType<typeof createForeignDatabase>>;
let sql: postgres.Sql;
let databaseId: string;
let httpId: string;
let feedId: string;

beforeAll(async () => {
  api = await startTestApi();
  worker = await startConnectionWorker(api, ['127.0.0.0/8']);
  stub = await HttpStub.start();
  foreign = await createForeignDatabase();
  sql = postgres(foreign.url, { max: 1, onnotice: () => undefined });
  await sql`create schema hr`;
  await sql`
    create table hr.people (id bigint primary key, name text not null, born date, tags text[], salary numeric(10, 2),
                            remote boolean, password text)`;
  await sql`create view adults as select id, name from hr.people`;
  await sql`
    insert into hr.people (id, name, password)
    select n, 'Person ' || n, 'canary-' || n from generate_series(1, 250) n`;
  const url = new URL(foreign.url);
  const config = { host: url.hostname, port: Number(url.port), database: url.pathname.slice(1), ssl: 'disable' };
  databaseId = await create('postgres', { user: url.username, password: url.password }, config);
  httpId = await create('http', {}, { base_url: stub.url });
  feedId = await create('cisa_kev', {}, {});
});

afterAll(async () => {
  await worker.stop();
  await sql.end();
  await stub.stop();
  await api.close();
  await foreign.drop();
});

async function create(serviceType: string, credentials: object, config: object): Promise<string> {
  const body = { name: serviceType, service_type: serviceType, credentials, config };
  return (await api.request('POST', '/v1/connections', { body })).data.id;
}

interface Found {
  id: string;
  fields?: { path: string; type: string }[];
}

async function readObjects(id: string, query = ''): Promise<Found[]> {
  const { status, data } = await api.request('GET', `/v1/connections/${id}/schema${query}`);
  expect(status).toBe(200);
  return data['objects'] as Found[];
}

describe('test/api/connection-schema', () => {
  it('lists what a connector declares without asking anybody', async () => {
    const [object] = await readObjects(feedId);

    expect(object).toMatchObject({ id: 'vulnerabilities', key: ['cveID'], fields_from: 'declaration' });
    expect(object?.fields).toContainEqual(
      expect.objectContaining({ path: 'cveID', type: 'string', required: true, title: 'CVE id' }),
    );
  });

  it('lists the tables and views of a database with their columns', async () => {
    const objects = await readObjects(databaseId);

    expect(objects.map(({ id }) => id)).toEqual(['adults', 'hr.people']);
    expect(objects[1]).toMatchObject({ key: ['id'], operations: ['list', 'create', 'update', 'upsert', 'delete'] });
    expect(objects[0]).toMatchObject({ operations: ['list'] });
    expect(objects[1]?.fields).toEqual([
      { path: 'id', type: 'string', native_type: 'bigint', required: true },
      { path: 'name', type: 'string', native_type: 'text', required: true },
      { path: 'born', type: 'string', native_type: 'date' },
      { path: 'tags', type: 'array', native_type: 'text[]' },
      { path: 'salary', type: 'string', native_type: 'numeric(10,2)' },
      { path: 'remote', type: 'boolean', native_type: 'boolean' },
      { path: 'password', type: 'string', native_type: 'text', sensitive: true },
    ]);
  });

  it('shows records with their members in the order in which the system has them', async () => {
    const columns = ['id', 'name', 'born', 'tags', 'salary', 'remote', 'password'];
    stub.on('GET /crew', { json: [{ surname: 'Berg', id: 1, a_very_long_name: null, b: 2 }] });

    const rows = await api.request('GET', `/v1/connections/${databaseId}/objects/hr.people/records?limit=1`);
    const crewId = await create('http', {}, { base_url: stub.url });
    const crew = await api.request('GET', `/v1/connections/${crewId}/objects/%2Fcrew/records`);

    expect(rows.list.map(Object.keys)).toEqual([columns]);
    expect(crew.list.map(Object.keys)).toEqual([['surname', 'id', 'a_very_long_name', 'b']]);
  });

  it('warns, when an integration is saved, of fields that no record of the last sample has', async () => {
    stub.on('GET /staff', { json: [{ id: 1, manager_id: 7, state: 'A' }, { id: 2 }] });
    const staffId = await create('http', {}, { base_url: stub.url });
    const source = { connection_id: staffId, object: '/staff', key: ['id'] };
    const { data } = await api.request('POST', '/v1/integrations', { body: { name: 'Staff', source } });
    const mapping = [
      { to: 'id', from: 'id' },
      { to: 'manager', from: 'manger_id' },
      { to: 'state', formula: "stat == 'A'" },
    ];
    const blind = await api.request('PATCH', `/v1/integrations/${data.id}`, { body: { mapping } });
    await readObjects(staffId, '?refresh=true');

    const saved = await api.request('PATCH', `/v1/integrations/${data.id}`, {
      body: { source: { filter: "manger_id == 'x'" } },
    });

    expect(blind.data).not.toHaveProperty('warnings');
    expect([saved.status, saved.data['warnings']]).toEqual([
      200,
      [
        expect.objectContaining({ path: 'source.filter', code: 'unknown_field', allowed: ['manager_id'] }),
        expect.objectContaining({ path: 'mapping[1].from', code: 'unknown_field', allowed: ['manager_id'] }),
        expect.objectContaining({ path: 'mapping[2].formula', code: 'doubtful_formula', allowed: ['state'] }),
      ],
    ]);
  });

  it('remembers what it found until it is asked to look again', async () => {
    const first = await api.request('GET', `/v1/connections/${databaseId}/schema`);
    await sql`create table arrived (id int primary key)`;

    const second = await api.request('GET', `/v1/connections/${databaseId}/schema`);
    const third = await api.request('GET', `/v1/connections/${databaseId}/schema?refresh=true`);

    expect(second.data).toEqual(first.data);
    expect(JSON.stringify(third.data)).toContain('arrived');
    expect(String(third.data['discovered_at']) > String(first.data['discovered_at'])).toBe(true);
  });

  it('learns the fields of what integrations read by reading a page of it', async () => {
    stub.on('GET /users', { json: { items: [{ id: 1, profile: { login: 'a' }, api_token: 'canary' }, { id: 2.5 }] } });
    const source = { connection_id: httpId, object: '/users', key: ['id'], options: { records_path: 'items' } };
    await api.request('POST', '/v1/integrations', { body: { name: 'Users', source } });

    expect(await readObjects(httpId, '?refresh=true')).toEqual([
      {
        id: '/users',
        title: '/users',
        operations: ['list'],
        fields_from: 'sample',
        fields: [
          { path: 'id', type: 'number' },
          { path: 'profile', type: 'object' },
          { path: 'profile.login', type: 'string' },
          { path: 'api_token', type: 'string', sensitive: true },
        ],
      },
    ]);
  });

  it('answers that it is not there yet to who would not wait, and goes on looking', async () => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    stub.on('GET /users', async (_, response) => {
      await mayAnswer;
      response.setHeader('content-type', 'application/json').end('{"items":[{"late":1}]}');
    });
    const path = `/v1/connections/${httpId}/schema?refresh=true`;

    const early = await api.request('GET', path, { headers: { prefer: 'wait=0' } });
    answer();
    const late = await api.request('GET', path);

    expect([early.status, early.data, early.headers.get('retry-after')]).toEqual([202, { state: 'pending' }, '2']);
    expect([late.status, JSON.stringify(late.data)]).toEqual([200, expect.stringContaining('late')]);
  });

  it('says which fault of the third party is in the way', async () => {
    stub.on('GET /users', { status: 403 });

    const { status, error } = await api.request('GET', `/v1/connections/${httpId}/schema?refresh=true`);

    expect([status, error.code, error.details['kind']]).toEqual([409, 'invalid_state', 'permission']);
  });

  describe('records', () => {
    it('shows a few, with secrets masked', async () => {
      const { list, meta } = await api.request(
        'GET',
        `/v1/connections/${databaseId}/objects/hr.people/records?limit=2`,
      );

      expect(meta).toEqual({ page: 1, per_page: 2, total: 2, total_is_exact: false });
      expect(list.map(({ id, name, password }) => [id, name, password])).toEqual([
        ['1', 'Person 1', 'text(8)'],
        ['2', 'Person 2', 'text(8)'],
      ]);
    });

    it('finds a text in what is shown, behind the first page too, and nothing in what is masked', async () => {
      const path = `/v1/connections/${databaseId}/objects/hr.people/records`;

      const found = await api.request('GET', `${path}?search=PERSON%20233`);
      const hidden = await api.request('GET', `${path}?search=canary`);

      expect(found.list.map(({ id }) => id)).toEqual(['233']);
      expect(hidden.list).toEqual([]);
    });

    it('takes names with slashes, and the options of the integration that reads them', async () => {
      stub.on('GET /users', { json: { items: [{ id: 1, api_token: 'canary' }] } });

      const { list } = await api.request('GET', `/v1/connections/${httpId}/objects/%2Fusers/records`);

      expect(list).toEqual([{ id: 1, api_token: 'text(6)' }]);
    });

    it.each([
      ['/v1/connections/FEED/objects/nothing/records', 404, 'not_found'],
      ['/v1/connections/FEED/objects/vulnerabilities/records?limit=101', 400, 'invalid_request'],
      ['/v1/connections/FEED/objects/vulnerabilities/records?limit=0', 400, 'invalid_request'],
    ])('answers %s with %i', async (path, status, code) => {
      const answer = await api.request('GET', path.replace('FEED', feedId));

      expect([answer.status, answer.error.code]).toEqual([status, code]);
    });

    it('says which objects there are in place of one that is not there', async () => {
      const { error } = await api.request('GET', `/v1/connections/${feedId}/objects/vulnerability/records`);

      expect(error.details.errors).toMatchObject([
        { path: 'object', code: 'unknown_object', allowed: ['vulnerabilities'] },
      ]);
    });

    it.each(['GET', 'list', 'find'])('says to %s that a table is not there, and which there are', async (verb) => {
      const path = `/v1/connections/${databaseId}`;
      const body = verb === 'list' ? {} : { key: 'id', values: ['1'] };
      const answer =
        verb === 'GET'
          ? await api.request('GET', `${path}/objects/hr.poeple/records`)
          : await api.request('POST', `${path}/operations/hr.poeple/${verb}`, { body });

      expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
      expect(answer.error.details.errors).toMatchObject([
        { path: 'object', code: 'unknown_object', allowed: expect.arrayContaining(['hr.people']) },
      ]);
      expect(answer.error.details.errors?.[0]?.message).toContain('There is no table "hr"."poeple"');
    });

    it('says that a column is not there that is searched by, and which there are, the nearest first', async () => {
      const path = `/v1/connections/${databaseId}/operations/hr.people`;

      const sought = await api.request('POST', `${path}/find`, { body: { key: 'nmae', values: ['1'] } });
      const listed = await api.request('POST', `${path}/list`, { body: { options: { order_by: ['idd'] } } });

      expect([sought.status, sought.error.code]).toEqual([400, 'invalid_request']);
      expect(sought.error.details.errors).toMatchObject([{ path: 'key', code: 'unknown_field' }]);
      const columns = ['born', 'id', 'name', 'password', 'remote', 'salary', 'tags'];
      expect(sought.error.details.errors?.[0]?.allowed?.toSorted()).toEqual(columns);
      expect(sought.error.details.errors?.[0]?.allowed?.[0]).toBe('name');
      expect(listed.status).toBe(400);
      expect(listed.error.details.errors).toMatchObject([{ path: 'options', code: 'unknown_field' }]);
      expect(listed.error.details.errors?.[0]?.allowed?.[0]).toBe('id');
    });

    it('says that the user of the database lacks a right', async () => {
      await sql.unsafe('create table hr.secrets (id int primary key); revoke all on hr.secrets from current_user');
      const { status, error } = await api.request('GET', `/v1/connections/${databaseId}/objects/hr.secrets/records`);
      await sql`drop table hr.secrets`;

      expect([status, error.code, error.details['kind']]).toEqual([409, 'invalid_state', 'permission']);
    });

    it('shows nothing through a disabled connection', async () => {
      const id = toLookup('connection', databaseId);
      await api.admin`update connections set status = 'disabled' where id = ${id}`;

      const { status, error } = await api.request('GET', `/v1/connections/${databaseId}/objects/hr.people/records`);

      await api.admin`update connections set status = 'active' where id = ${id}`;
      expect([status, error.code]).toEqual([409, 'invalid_state']);
      expect(error.details['connections']).toEqual([databaseId]);
    });
  });

  it('lets a preview map records that are read from the source', async () => {
    const source = { connection_id: databaseId, object: 'hr.people' };
    const target = { connection_id: databaseId, object: 'copy', operation: 'upsert', match_on: ['id'] };
    const integration = await api.request('POST', '/v1/integrations', {
      body: {
        name: 'Copy',
        source: { ...source, key: ['id'] },
        target,
        mapping: [
          { to: 'id', from: 'id' },
          { to: 'title', from: 'name', convert: 'uppercase' },
        ],
      },
    });
    expect(integration.error?.details.errors).toBeUndefined();

    const { status, list } = await api.request('POST', `/v1/integrations/${integration.data.id}/preview`, {
      body: { limit: 2 },
    });

    expect(status).toBe(200);
    expect(list.map(({ mapped }) => mapped)).toEqual([
      { id: '1', title: 'PERSON 1' },
      { id: '2', title: 'PERSON 2' },
    ]);
  });

  it('samples records as they are, no more than asked for and than an answer may hold', async () => {
    const publicKeys = await readPublicKeys(api.keyFile.replace(/\.json$/, '.pub.json'));
    const workers = createWorkers({ database: api.database, clock: systemClock, publicKeys });
    const orgId = toLookup('organization', api.organization.organization_id);
    const about = { connectionId: toLookup('connection', databaseId) };
    await sql`create table wide as select n as id, repeat('x', 300000) as text from generate_series(1, 9) n`;
    await sql`alter table wide add primary key (id)`;
    const ask = (object: string, limit: number) =>
      workers.ask(orgId, { kind: 'sample', about, input: { object, options: {}, limit } });

    const few = await ask('hr.people', 2);
    const wide = await ask('wide', 9);

    expect(few).toMatchObject({ ok: true, result: { more: true, records: [{ password: 'canary-1' }, { id: '2' }] } });
    expect(wide).toMatchObject({ ok: true, result: { more: true, records: { length: 3 } } });
  });

  it('is what mappings of tables are checked against', async () => {
    await readObjects(databaseId);
    const definition = {
      source: { connection_id: databaseId, object: 'hr.people', key: ['id'], filter: 'remote' },
      target: { connection_id: databaseId, object: 'hr.people', match_on: ['id'] },
      mapping: [
        { to: 'id', from: 'id' },
        { to: 'name', from: 'nmae' },
        { to: 'salary', from: 'tags' },
        { to: 'wages', from: 'salary' },
        { to: 'born', from: 'born' },
      ],
    };
    const refused = await api.request('POST', '/v1/integrations', { body: { name: 'Typed', ...definition } });

    expect(refused.status).toBe(400);
    expect(refused.error.details.errors.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['mapping[1].from', 'unknown_field'],
      ['mapping[3].to', 'unknown_field'],
    ]);
    expect(refused.error.details.errors[0]).toMatchObject({ allowed: ['name'] });

    const mapping = [
      { to: 'id', from: 'id' },
      { to: 'born', from: 'born' },
    ];
    const created = await api.request('POST', '/v1/integrations', { body: { name: 'Typed', ...definition, mapping } });
    const { data } = await api.request('POST', `/v1/integrations/${created.data.id}/validate`);

    expect(data.errors).toEqual([]);
    expect(data.warnings).toContainEqual(
      expect.objectContaining({ path: 'mapping', code: 'missing_required', allowed: ['name'] }),
    );
  });
});
