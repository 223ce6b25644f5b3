import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import postgres from 'postgres';
import { z } from 'zod';
import { toLookup } from '../../services/shared/schemas.ts';
import { createForeignDatabase } from '../harness/database.ts';
import { type Answer as Reply, HttpStub } from '../harness/http.ts';
import { type ConnectionWorker, startConnectionWorker } from './connection-worker.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let worker: ConnectionWorker;
let stub: HttpStub;
let foreign: Awaited<ReturnType<typeof createForeignDatabase>>;
let sql: postgres.Sql;
let tables: string;
let web: string;
let okta: string;
let keys = 0;

beforeAll(async () => {
  api = await startTestApi();
  worker = await startConnectionWorker(api, ['127.0.0.0/8', '::1/128']);
  stub = await HttpStub.start();
  foreign = await createForeignDatabase();
  sql = postgres(foreign.url, { max: 1, onnotice: () => undefined });
  await sql`create table people (id integer primary key, email text not null unique, title text, password text)`;
  const url = new URL(foreign.url);
  tables = await connect({
    name: 'Tables',
    service_type: 'postgres',
    credentials: { user: url.username, password: url.password },
    config: { host: url.hostname, port: Number(url.port), database: url.pathname.slice(1), ssl: 'disable' },
  });
  web = await connect({
    name: 'Web',
    service_type: 'http',
    credentials: { token: 'canary-of-operations' },
    config: { base_url: stub.url, test_path: '/me' },
  });
  okta = await connect({
    name: 'Okta',
    service_type: 'okta',
    credentials: { api_token: 'token-of-okta' },
    config: { domain: 'acme.okta.com' },
  });
});

afterAll(async () => {
  await worker.stop();
  await stub.stop();
  await sql.end();
  await api.close();
  await foreign.drop();
});

async function connect(body: object): Promise<string> {
  return (await api.request('POST', '/v1/connections', { body })).data.id;
}

function newKey(): Record<string, string> {
  keys += 1;
  return { 'idempotency-key': `operation-${keys}` };
}

function call(connection: string, operation: string, body: object, headers = newKey()): Promise<Answer> {
  return api.request('POST', `/v1/connections/${connection}/operations/${operation}`, { body, headers });
}

async function waitForEnd(id: string): Promise<Answer['data']> {
  for (let looks = 0; looks < 400; looks += 1) {
    const { data } = await api.request('GET', `/v1/operations/${id}`);
    if (data['ended_at'] !== undefined) return data;
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
  throw new Error('The operation did not end.');
}

/** Lets the next attempt of an operation begin, as if its wait and the lease of a lost request were over. */
function hurry(id: string): PromiseLike<unknown> {
  return api.admin`
    update operations set next_try_at = now() - interval '1 s', lease_until = null where id = ${toLookup('operation', id)}`;
}

/** Carries the request out and breaks the connection off, so that nobody learns it. */
const loseAnswer: Reply = (_, response) => void response.destroy();

const person = { id: 7, email: 'ada@example.com', title: 'Engineer' };
const fieldError = z.object({ path: z.string(), code: z.string(), message: z.string(), allowed: z.array(z.string()) });
const tickets = { options: { path: '/tickets', target_id_path: 'id', idempotency: { kind: 'none' } } };
const searched = { ...tickets.options, idempotency: { kind: 'find', path: '/tickets?title={title}' } };

describe('test/api/operations', () => {
  it('upserts, updates and finds a record of a database', async () => {
    const made = await call(tables, 'people/upsert', { input: person, match_on: ['id'] });
    expect([made.status, made.data]).toMatchObject([200, { status: 'succeeded', object: 'people', attempts: 1 }]);

    const change = { input: { id: 7, title: 'Lead', password: 'secret of ada' }, match_on: ['id'] };
    const changed = await call(tables, 'people/update', change);
    expect(changed.data).toMatchObject({ status: 'succeeded', outcome: 'updated' });
    expect([...(await sql`select * from people`)]).toEqual([{ ...person, title: 'Lead', password: 'secret of ada' }]);

    const found = await api.request('POST', `/v1/connections/${tables}/operations/people/find`, {
      body: { key: 'email', values: ['ada@example.com', 'nobody@example.com'] },
    });
    expect(found.data).toMatchObject({ records: [{ id: 7, title: 'Lead' }], more: false });
    const listed = await api.request('POST', `/v1/connections/${tables}/operations/people/list`, {
      body: { limit: 1 },
    });
    expect(listed.data).toMatchObject({ records: [{ id: 7, title: 'Lead' }] });
    expect(JSON.stringify([found.data, listed.data])).not.toContain('secret of ada');
  });

  it('writes once for all requests with one key, and gives all of them the same operation', async () => {
    stub.on('POST /tickets', { status: 201, json: { id: 'T-1' } });
    const headers = newKey();
    const body = { input: { title: 'Once' }, ...tickets };
    const first = await call(web, 'tickets/create', body, headers);
    const again = await call(web, 'tickets/create', body, headers);
    stub.on('PATCH /tickets/T-1', { json: { id: 'T-1' } });
    const options = { ...searched, update: { path: '/tickets/{$target_id}' } };
    const changed = await call(web, 'tickets/update', {
      input: { title: 'Other' },
      options,
      match_on: ['title'],
      target_id: 'T-1',
    });
    expect(changed.data).toMatchObject({ status: 'succeeded', outcome: 'updated', target_id: 'T-1' });

    expect(first.data).toMatchObject({ status: 'succeeded', outcome: 'created', target_id: 'T-1' });
    expect([again.data.id, again.headers.get('idempotent-replayed')]).toEqual([first.data.id, 'true']);
    expect(stub.requests.filter(({ url }) => url === '/tickets')).toHaveLength(1);
    const [stored] = await api.admin`select sealed from operations where id = ${toLookup('operation', first.data.id)}`;
    expect(stored).toEqual({ sealed: null });
  });

  it('asks for a key, and for what the operation needs', async () => {
    const keyless = await api.request('POST', `/v1/connections/${tables}/operations/people/upsert`, {
      body: { input: person, match_on: ['id'] },
    });
    expect([keyless.status, keyless.error.details.errors]).toMatchObject([
      400,
      [{ path: 'header.idempotency-key', code: 'required' }],
    ]);
    const cases: [string, object, number, string?][] = [
      ['people/upsert', { input: { email: 'x' }, match_on: ['id'] }, 400, 'match_on[0]'],
      ['people/upsert', { input: person }, 400, 'match_on'],
      ['people/upsert', {}, 400, 'input'],
      ['people/upsert', { input: person, wait: '1' }, 400, 'wait'],
      ['people/create', { input: person, target_id: '7' }, 400, 'target_id'],
      ['people/delete', { input: person }, 400, 'match_on'],
      ['people/deactivate', { input: person }, 404],
      ['people/list-them', { input: person }, 404],
    ];
    for (const [operation, body, status, path] of cases) {
      const { status: answered, error } = await call(tables, operation, body);
      expect([operation, answered]).toEqual([operation, status]);
      if (path !== undefined) expect(error.details.errors).toMatchObject([{ path }]);
    }
    const options = { ...searched, update: { path: '/tickets/{$target_id}' } };
    const unnamed = await call(web, 'tickets/update', { input: { a: 1 }, options });
    expect(unnamed.error.details.errors).toMatchObject([{ path: 'match_on', code: 'required' }]);
  });

  it.each([
    ['users/deactivat', 'operation', 'unknown_operation', 'deactivate'],
    ['users/fnd', 'operation', 'unknown_operation', 'find'],
    ['users/acknowledge', 'operation', 'unknown_operation', undefined],
    ['groups/suspend', 'operation', 'unknown_operation', undefined],
    ['group_memberships/update', 'operation', 'unknown_operation', undefined],
    ['user/deactivate', 'object', 'unknown_object', 'users'],
    ['user/creat', 'object', 'unknown_object', 'users'],
    ['usrs/list', 'object', 'unknown_object', 'users'],
    ['usrs/find', 'object', 'unknown_object', 'users'],
  ])('says of %s which there are, and which was meant', async (operation, path, code, meant) => {
    const body = operation.endsWith('/list')
      ? {}
      : operation.endsWith('/find')
        ? { key: 'id', values: ['1'] }
        : { key: 'of no write' };
    const { status, error } = await call(okta, operation, body);

    expect(status).toBe(404);
    const [problem, ...others] = z.array(fieldError).parse(error.details.errors);
    expect([problem?.path, problem?.code, others]).toEqual([path, code, []]);
    const known = {
      object: ['users', 'groups'],
      operation: operation.startsWith('group_') ? ['upsert', 'delete'] : ['list', 'find'],
    };
    expect(problem?.allowed).toEqual(expect.arrayContaining(known[path === 'object' ? 'object' : 'operation']));
    if (operation.startsWith('users/'))
      expect(problem?.allowed).toEqual(expect.arrayContaining(['create', 'deactivate']));
    expect(problem?.message.match(/Did you mean `(.*)`\?/)?.[1]).toBe(meant);
  });

  it.each([
    ['list', {}],
    ['find', { key: 'id', values: ['1'] }],
  ])('says of an option of %s that is not known that it is to be corrected', async (operation, body) => {
    const { status, error } = await call(tables, `people/${operation}`, { ...body, options: { page_sise: 5 } });

    expect(status).toBe(400);
    expect(error.message).toBe('The operation cannot be carried out so. Correct the listed fields.');
    expect(error.details.errors).toMatchObject([{ path: 'options.page_sise', code: 'unknown_field' }]);
  });

  it.each([
    ['emial', 'unknown_field', 'email'],
    ['nothing_like_it', 'unknown_field', undefined],
  ])('finds by no column that a table does not have: %s', async (key, code, meant) => {
    const { status, error } = await call(tables, 'people/find', { key, values: ['ada@example.com'] });

    expect([status, error.details.errors]).toMatchObject([400, [{ path: 'key', code }]]);
    expect(error.details.errors?.[0]?.message.match(/Did you mean `(.*)`\?/)?.[1]).toBe(meant);
  });

  it.each([
    ['idd', 'unknown_field', 'Unknown field `idd`. Did you mean `id`?'],
    ['profile.emial', 'unknown_field', 'Unknown field `profile.emial`. Did you mean `profile.email`?'],
    ['profile.email', 'unsupported', 'Records of this object are found by `id` alone.'],
    ['profile[', 'invalid_path', expect.any(String)],
  ])('finds by no field that an address does not take: %s', async (key, code, message) => {
    const { status, error } = await call(okta, 'users/find', { key, values: ['ada@example.com'] });

    expect([status, error.details.errors]).toMatchObject([400, [{ path: 'key', code, message }]]);
  });

  it('says so where a system does not know the field, in place of what it answers with', async () => {
    const find = (key: string, path: string): Promise<Answer> =>
      call(web, 'staff/find', { key, values: ['x'], options: { find: { path, records_path: 'list' } } });
    stub.on('GET /staff?nick=x', { json: { list: [{ id: 'y' }] } });
    stub.on('GET /staff?other=x', { status: 400, json: {} });
    stub.on('GET /staff/x', { status: 400, json: {} });

    const unknown = await find('nick', '/staff?{key}={value}');
    expect([unknown.status, unknown.error.details.errors]).toMatchObject([
      400,
      [{ path: 'key', code: 'unknown_field' }],
    ]);
    const refused = await find('other', '/staff?{key}={value}');
    expect([refused.status, refused.error.details['kind']]).toEqual([502, 'validation']);
    expect((await find('id', '/staff/{value}')).data).toEqual({ records: [], more: false });
  });

  it('names the fields that a write lacks', async () => {
    const { error } = await call(okta, 'policies/create', { input: { name: 'Door' } });

    const missing = error.details.errors?.filter(({ code }) => code === 'missing_required') ?? [];
    expect(missing).toContainEqual({
      path: 'input.type',
      code: 'missing_required',
      message: 'This field is required.',
    });
    expect(JSON.stringify(error)).not.toContain('rule');
  });

  it('says why a system refuses a write', async () => {
    const { data } = await call(tables, 'people/create', { input: { id: 8, title: 'Nobody' } });

    expect(data).toMatchObject({ status: 'failed', error: { message: expect.any(String) } });
    expect(data['outcome']).toBeUndefined();
  });

  it('sends a lost write again with its key where the system remembers it', async () => {
    stub.on('POST /orders', loseAnswer, { status: 201, json: { id: 'O-1' } });
    const options = { path: '/orders', target_id_path: 'id', idempotency: { kind: 'header' } };
    const { data } = await call(web, 'orders/create', { input: { item: 'A' }, options });

    expect(data).toMatchObject({ status: 'succeeded', target_id: 'O-1' });
    const sent = stub.requests.filter(({ url }) => url === '/orders');
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ headers, body }) => `${String(headers['idempotency-key'])} ${body}`)).size).toBe(1);
  });

  it('says `unknown` where nobody can be asked, and never sends the write again', async () => {
    stub.on('POST /lost', loseAnswer);
    const options = { ...tickets.options, path: '/lost' };
    const { data, status, headers } = await call(web, 'lost/create', { input: { title: 'Lost' }, options, wait: 1 });
    expect([status, headers.get('location')]).toEqual([202, `/v1/operations/${data.id}`]);
    await hurry(data.id);

    expect(await waitForEnd(data.id)).toMatchObject({ status: 'unknown', error: { code: 'in_doubt' } });
    expect(stub.requests.filter(({ url }) => url === '/lost')).toHaveLength(1);
  });

  it('is used with its scope only, and lets readers of records read', async () => {
    const makeKey = async (scopes: string[]): Promise<string> =>
      String((await api.request('POST', '/v1/api-keys', { body: { name: 'k', scopes } })).data['secret']);
    const [reader, user] = [await makeKey(['connections:write', 'records:read']), await makeKey(['connections:use'])];
    const place = `/v1/connections/${tables}/operations/people`;
    const body = { input: { ...person, id: 9, email: 'b@example.com' }, match_on: ['id'] };

    expect((await api.request('POST', `${place}/upsert`, { key: reader, body, headers: newKey() })).status).toBe(403);
    expect((await api.request('POST', `${place}/upsert`, { key: user, body, headers: newKey() })).status).toBe(200);
    expect((await api.request('POST', `${place}/list`, { key: user, body: {} })).status).toBe(403);
  });

  it('is told in the audit log, without the record', async () => {
    const { data } = await call(tables, 'people/upsert', { input: { ...person, title: 'Audited' }, match_on: ['id'] });
    const { list } = await api.request('GET', `/v1/audit-events?resource_id=${data.id}`);

    expect(list).toMatchObject([
      { action: 'operation.created', after: { connection_id: tables, object: 'people', operation: 'upsert' } },
    ]);
    expect(JSON.stringify(list)).not.toContain('Audited');
  });

  it('fails where the connection is disabled or gone, and refuses new ones', async () => {
    await api.request('PATCH', `/v1/connections/${web}`, { body: { status: 'disabled' } });
    expect((await call(web, 'tickets/create', { input: { title: 'No' }, ...tickets })).status).toBe(409);
  });
});
