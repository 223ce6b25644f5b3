import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFlow } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { described } from './tenant.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const awsCredentials = {
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'eu-central-1',
};
const s3Connection = {
  name: 'Archive',
  service_type: 's3',
  credentials: awsCredentials,
  config: { bucket: 'archive' },
};

describe('test/api/spec-sentences', () => {
  it('§2.2 §4.1 answers accounts with the five fields and an equal updated_at', async () => {
    const { status, body, list, meta } = await api.request('GET', '/v1/accounts');

    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['status', 'data', 'meta']);
    expect(body['status']).toBe('success');
    expect(meta).toEqual({ page: 1, per_page: 10, total: 1 });
    expect(Object.keys(list[0] ?? {})).toEqual(['id', 'name', 'status', 'created_at', 'updated_at']);
    expect(list[0]?.id).toMatch(/^acc_/);
    expect(list[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(list[0]?.updated_at).toBe(list[0]?.created_at);
  });

  it('§4.1 pages through accounts without gaps or repetitions', async () => {
    for (let n = 0; n < 14; n += 1) await api.request('POST', '/v1/accounts', { body: { name: `Account ${n}` } });

    const pages = await Promise.all(
      [1, 2, 3].map((page) => api.request('GET', `/v1/accounts?page=${page}&per_page=6`)),
    );

    expect(pages.map(({ list }) => list.length)).toEqual([6, 6, 3]);
    expect(pages.map(({ meta }) => meta.total)).toEqual([15, 15, 15]);
    expect(new Set(pages.flatMap(({ list }) => list.map(({ id }) => id))).size).toBe(15);
  });

  it('§4.1 answers an empty page with the true total beyond the end', async () => {
    const { status, list, meta } = await api.request('GET', '/v1/accounts?page=999');

    expect(status).toBe(200);
    expect(list).toEqual([]);
    expect(meta).toEqual({ page: 999, per_page: 10, total: 15 });
  });

  it.each(['active', 'inactive', 'pending'])('§4.1 filters accounts by the status %s', async (status) => {
    await api.request('POST', '/v1/accounts', { body: { name: `One ${status}`, status } });

    const { list, meta } = await api.request('GET', `/v1/accounts?status=${status}&per_page=100`);

    expect(list.length).toBe(meta.total);
    expect(list.every((account) => account.status === status)).toBe(true);
    expect(list.some(({ name }) => name === `One ${status}`)).toBe(true);
  });

  it.each(['per_page=100', 'per_page=1', 'page=1', 'page=01'])('§4.1 accepts ?%s', async (query) => {
    expect((await api.request('GET', `/v1/accounts?${query}`)).status).toBe(200);
  });

  it.each([
    'per_page=101',
    'per_page=0',
    'per_page=-1',
    'per_page=1.5',
    'per_page=1e1',
    'per_page=0x10',
    'per_page=',
    'per_page=ten',
    'page=0',
    'page=9999999999',
    'page=1&page=2',
    'status=deleted',
    'status=',
    'status=ACTIVE',
    'limit=5',
    'q=%00',
    '=5',
    'page=1&=',
    '__proto__=1',
  ])('§8 refuses ?%s', async (query) => {
    const { status, error } = await api.request('GET', `/v1/accounts?${query}`);

    expect(status).toBe(400);
    expect(error.code).toBe('invalid_request');
    expect(error.details.errors[0]?.path).toMatch(/^query\./);
  });

  it('§2.3 §3 §4.2 creates an active connection, without meta and without its credentials', async () => {
    const { status, body, data, headers } = await api.request('POST', '/v1/connections', { body: s3Connection });

    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['status', 'data']);
    expect(Object.keys(data)).toEqual(['id', 'name', 'service_type', 'status', 'created_at', 'updated_at']);
    expect(data).toMatchObject({ name: 'Archive', service_type: 's3', status: 'active' });
    expect(data.id).toMatch(/^conn_/);
    expect(data.updated_at).toBe(data.created_at);
    expect(headers.get('location')).toBe(`/v1/connections/${data.id}`);
  });

  it('§2.3 gives no credential out, nowhere', async () => {
    const created = await api.request('POST', '/v1/connections', { body: s3Connection });

    const answers = await Promise.all([
      api.request('GET', `/v1/connections/${created.data.id}`),
      api.request('GET', '/v1/connections'),
    ]);
    const text = JSON.stringify([created, answers, api.logged]);

    for (const value of Object.values(awsCredentials).slice(0, 2)) expect(text).not.toContain(value);
  });

  it.each(['name', 'service_type', 'credentials'])('§4.2 requires %s', async (field) => {
    const { status, error } = await api.request('POST', '/v1/connections', {
      body: { ...s3Connection, [field]: undefined },
    });

    expect(status).toBe(400);
    expect(error.details.errors).toContainEqual(expect.objectContaining({ path: field, code: 'required' }));
  });

  it.each([
    ['GET', '/integrations'],
    ['GET', '/connectors'],
    ['GET', '/workflows'],
  ])('§4.3 answers %s %s under all three bases alike', async (method, path) => {
    const answers = await Promise.all(
      ['/v1', '/api/v1', '/v1/api/v1'].map((base) => api.request(method, `${base}${path}`)),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers[2]?.body).toEqual(answers[0]?.body);
  });

  it('§2.1 §7 answers errors in the envelope', async () => {
    const { body, error } = await api.request('POST', '/v1/connections', { body: {} });

    expect(Object.keys(body)).toEqual(['status', 'error']);
    expect(body['status']).toBe('error');
    expect(Object.keys(error)).toEqual(['code', 'message', 'details']);
    expect(error.details.request_id).toMatch(/^req_/);
  });

  it('§5 takes the credential from the Authorization header', async () => {
    const { api_key: key } = api.organization;

    expect((await api.request('GET', '/v1/accounts', { headers: { authorization: `bearer ${key}` } })).status).toBe(
      200,
    );
    expect((await api.request('GET', `/v1/accounts?api_key=${key}`, { key: null })).status).toBe(401);
  });

  it('§1 names the categories, the types of workflows and their parts in the document', () => {
    const enumOf = (path: string, name: string): unknown =>
      described.operations
        .find((operation) => operation.method === 'GET' && operation.path === path)
        ?.parameters.find((parameter) => parameter.name === name)?.schema['enum'];

    expect(enumOf('/connectors', 'category')).toEqual(
      expect.arrayContaining(['cloud', 'hr', 'identity', 'security', 'network', 'itsm']),
    );
    expect(enumOf('/workflows', 'type')).toEqual(
      expect.arrayContaining(['scheduled', 'event', 'webhook', 'manual', 'after']),
    );
    expect(enumOf('/accounts', 'status')).toEqual(['active', 'inactive', 'pending']);
  });

  it('§1 looks at the credential, not at the address that a custom domain gives', async () => {
    const plain = await api.request('GET', '/v1/accounts');
    const custom = await api.request('GET', '/v1/accounts', { headers: { host: 'hub.customer.example' } });

    expect(custom.body).toEqual(plain.body);
  });

  it.each([
    ['GET', '/v1/accounts', 200],
    ['GET', '/v1/nothing', 404],
    ['DELETE', '/v1/accounts', 405],
    ['POST', '/v1/connections', 400],
  ])('§2.1 answers %s %s with a JSON object', async (method, path, expected) => {
    const { status, body } = await api.request(method, path, method === 'POST' ? { body: {} } : {});

    expect(status).toBe(expected);
    expect(['success', 'error']).toContain(body['status']);
    expect(Array.isArray(body)).toBe(false);
  });

  it('§2.1 gives meta to lists and to nothing else', async () => {
    const { data } = await api.request('POST', '/v1/connections', { body: s3Connection });
    const answers = await Promise.all([
      api.request('GET', '/v1/connections'),
      api.request('GET', `/v1/connections/${data.id}`),
      api.request('DELETE', `/v1/connections/${data.id}`),
    ]);

    expect(answers.map(({ body }) => 'meta' in body)).toEqual([true, false, false]);
    expect(Object.keys(answers[0].meta)).toEqual(['page', 'per_page', 'total']);
  });

  it('§2.2 moves updated_at with a change only, and keeps created_at', async () => {
    const { data } = await api.request('POST', '/v1/integrations', { body: { name: 'Before' } });
    const same = await api.request('PUT', `/v1/integrations/${data.id}`, { body: { name: 'Before' } });
    const other = await api.request('PUT', `/v1/integrations/${data.id}`, { body: { name: 'After' } });

    expect(same.data.updated_at).toBe(data.created_at);
    expect(other.data.created_at).toBe(data.created_at);
    expect(other.data.updated_at > data.updated_at).toBe(true);
  });

  it.each([
    [{}, '/v1/accounts'],
    [{ accept: 'application/json' }, '/v1/accounts'],
    [{ accept: 'text/html' }, '/v1/accounts'],
  ])('§4 answers JSON whether Accept is sent or not: %j', async (headers, path) => {
    expect((await api.request('GET', path, { headers })).status).toBe(200);
  });

  it.each([
    ['name', 5],
    ['name', null],
    ['service_type', ['s3']],
    ['service_type', 's3 '],
    ['service_type', 'S3'],
    ['credentials', 'AKIA'],
    ['credentials', []],
    ['credentials', null],
  ])('§4.2 refuses a connection whose %s is %j', async (field, value) => {
    const { status, error } = await api.request('POST', '/v1/connections', {
      body: { ...s3Connection, [field]: value },
    });

    expect([status, error.code]).toEqual([400, 'invalid_request']);
    expect(error.details.errors[0]?.path).toBe(field);
  });

  it.each(['access_key_id', 'secret_access_key', 'region'])('§2.3 wants %s as a text', async (field) => {
    const { status } = await api.request('POST', '/v1/connections', {
      body: { ...s3Connection, credentials: { ...awsCredentials, [field]: 5 } },
    });

    expect(status).toBe(400);
  });

  it('§4.3 lists, creates, gets, updates, executes and deletes integrations under the paths as written', async () => {
    const flow = await makeFlow(api);
    const created = await api.request('POST', '/api/v1/integrations', { body: { name: 'Written', ...flow } });
    const path = `/api/v1/integrations/${created.data.id}`;

    const listed = await api.request('GET', '/api/v1/integrations?per_page=100');
    const got = await api.request('GET', path);
    const updated = await api.request('PUT', path, { body: { name: 'Rewritten' } });
    const executed = await api.request('POST', `${path}/execute`);
    const workflows = await api.request('GET', '/api/v1/workflows?per_page=100');
    const deleted = await api.request('DELETE', path);
    const gone = await api.request('GET', path);

    expect([created, got, updated, executed, deleted, gone].map(({ status }) => status)).toEqual([
      201, 200, 200, 202, 200, 404,
    ]);
    expect(created.headers.get('location')).toBe(path);
    expect(listed.list.map(({ id }) => id)).toContain(created.data.id);
    expect([updated.data.name, updated.data['mapping']]).toEqual(['Rewritten', flow['mapping']]);
    expect(executed.headers.get('location')).toBe(`/api/v1/runs/${executed.data.id}`);
    expect(workflows.list.map((workflow) => workflow['integration_id'])).toContain(created.data.id);
  });

  it('§4.3 lists connectors with an id that service_type takes', async () => {
    const { list, meta } = await api.request('GET', '/api/v1/connectors');

    expect(list.length).toBe(meta.total);
    expect(list.map(({ id }) => id)).toContain('s3');
    for (const { id } of list) expect(id).toMatch(/^[a-z][a-z0-9_]{1,63}$/);
  });

  it('§7 uses the code invalid_request, and details that are an object', async () => {
    const { error } = await api.request('POST', '/v1/connections', { text: '{' });

    expect(error.code).toBe('invalid_request');
    expect(typeof error.details).toBe('object');
    expect(error.message.length).toBeGreaterThan(0);
  });

  it('§9 serves nothing without the version in the address', async () => {
    const answers = await Promise.all(
      ['/accounts', '/api/accounts', '/v2/accounts', '/v1.0/accounts'].map((path) => api.request('GET', path)),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
