import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateApiKey } from '../../services/access/api-keys/api-key.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const connection = { name: 'Feed', service_type: 'cisa_kev', credentials: {} };

function nested(depth: number): string {
  return `{"name":"x","metadata":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
}

describe('test/api/bad-input', () => {
  it.each([
    ['a missing key', null],
    ['an empty key', ''],
    ['a key of another form', 'secret'],
    ['a key with a wrong checksum', `${generateApiKey().slice(0, -1)}!`],
    ['a key that does not exist', generateApiKey()],
  ])('answers 401 to %s', async (_, key) => {
    const { status, error, headers } = await api.request('GET', '/v1/accounts', { key });

    expect(status).toBe(401);
    expect(error.code).toBe('unauthorized');
    expect(Object.keys(error.details)).toEqual(['documentation_url', 'request_id']);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it.each([['Basic dXNlcjpwYXNz'], ['Bearer'], ['Bearer a b'], ['Token x'], ['Bearer x, Bearer y']])(
    'answers 401 to Authorization: %s',
    async (authorization) => {
      expect((await api.request('GET', '/v1/accounts', { key: null, headers: { authorization } })).status).toBe(401);
    },
  );

  it('names the reason of a disabled or expired key to its holder only', async () => {
    const disabled = await api.addOrganization('Disabled');
    const expired = await api.addOrganization('Expired');
    await api.admin`
      update api_keys set disabled_at = now() where org_id = ${toLookup('organization', disabled.organization_id)}`;
    await api.admin`
      update api_keys set expires_at = now() - interval '1 s' where org_id = ${toLookup('organization', expired.organization_id)}`;

    const answers = await Promise.all(
      [disabled, expired].map(({ api_key: key }) => api.request('GET', '/v1/accounts', { key })),
    );

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(answers.map(({ error }) => error.details['reason'])).toEqual(['disabled', 'expired']);
  });

  it.each([
    ['malformed JSON', '{"name":', 'malformed_json'],
    ['an empty body', '', 'required'],
    ['a list', '[]', 'invalid_type'],
    ['a text', '"name"', 'invalid_type'],
    ['null', 'null', 'invalid_type'],
    ['a comment', '{"name":"x"} // x', 'malformed_json'],
    ['a wrong type', '{"name":5}', 'invalid_type'],
    ['an empty name', '{"name":"  "}', 'invalid_format'],
    ['a name of control characters', '{"name":"a\\u0007b"}', 'invalid_format'],
    ['a name that is too long', `{"name":"${'n'.repeat(256)}"}`, 'invalid_format'],
    ['an unknown field', '{"name":"x","colour":"red"}', 'unknown_field'],
    ['an unknown status', '{"name":"x","status":"gone"}', 'invalid_value'],
    ['a NUL character', '{"name":"a\\u0000b"}', 'invalid_text'],
    ['half a surrogate pair', '{"name":"a\\ud800b"}', 'invalid_text'],
    ['a key __proto__', '{"name":"x","metadata":{"__proto__":{"a":1}}}', 'forbidden_key'],
    ['a key constructor', '{"name":"x","metadata":{"constructor":1}}', 'forbidden_key'],
    ['a number that loses digits', '{"name":"x","metadata":{"id":9007199254740993}}', 'number_too_long'],
    ['a whole number beyond 2^53', '{"name":"x","metadata":{"id":12345678901234567000}}', 'number_too_long'],
    ['65 levels', nested(63), 'too_deep'],
    ['40,000 levels', nested(40_000), 'too_deep'],
    ['a megabyte of empty lists', `{"name":"x","metadata":{"a":[${'[],'.repeat(345_000)}[]]}}`, 'too_many_values'],
    ['100,000 numbers', `[${'1,'.repeat(100_000)}1]`, 'too_many_values'],
    [
      'too many keys',
      `{"name":"x","metadata":{${Array.from({ length: 10_001 }, (_, n) => `"k${n}":1`).join(',')}}}`,
      'too_many_keys',
    ],
  ])('answers 400 to %s', async (_, text, code) => {
    const { status, error } = await api.request('POST', '/v1/accounts', { text });

    expect(status).toBe(400);
    expect(error.code).toBe('invalid_request');
    expect(error.details.errors[0]?.code).toBe(code);
  });

  it('accepts 64 levels', async () => {
    expect((await api.request('POST', '/v1/accounts', { text: nested(62) })).status).toBe(201);
  });

  it('reports all field errors together', async () => {
    const { error } = await api.request('POST', '/v1/connections', { body: { name: 5, colour: 'red' } });

    expect(error.details.errors.map(({ path }) => path).toSorted()).toEqual([
      'colour',
      'credentials',
      'name',
      'service_type',
    ]);
  });

  it.each(['no_such_service', 'CISA_KEV', 'cisa-kev', '', '../etc', 'x'.repeat(500)])(
    'answers 400 unknown_service_type to %s',
    async (serviceType) => {
      const { status, error } = await api.request('POST', '/v1/connections', {
        body: { ...connection, service_type: serviceType },
      });

      expect(status).toBe(400);
      expect(error.code).toBe('invalid_request');
      expect(error.details.errors).toEqual([
        expect.objectContaining({ path: 'service_type', code: 'unknown_service_type', allowed: expect.any(Array) }),
      ]);
    },
  );

  it('names what is near to an unknown service_type', async () => {
    const { error } = await api.request('POST', '/v1/connections', {
      body: { ...connection, service_type: 'cisa_kef' },
    });

    expect(error.details.errors[0]?.allowed).toContain('cisa_kev');
  });

  it('refuses credentials that no form of the connector has, without repeating them', async () => {
    const { status, error, body } = await api.request('POST', '/v1/connections', {
      body: { ...connection, service_type: 's3', credentials: { access_key_id: 'CANARY-1', password: 'CANARY-2' } },
    });

    expect(status).toBe(400);
    expect(error.details.errors).toContainEqual(expect.objectContaining({ path: 'credentials.password' }));
    expect(JSON.stringify([body, api.logged])).not.toContain('CANARY');
  });

  it('answers 400 to an account that does not exist', async () => {
    for (const accountId of ['acc_nonsense', 'acc_01kanm3t1fe7krd5v2mgxzs2v8', 'conn_01kanm3t1fe7krd5v2mgxzs2v8']) {
      const { status, error } = await api.request('POST', '/v1/connections', {
        body: { ...connection, account_id: accountId },
      });

      expect(status).toBe(400);
      expect(error.details.errors).toEqual([expect.objectContaining({ path: 'account_id', code: 'unknown_account' })]);
    }
  });

  it.each([
    ['content-type', 'text/plain', 415],
    ['content-type', 'application/xml', 415],
    ['content-type', 'application/json; charset=utf-16', 415],
    ['content-type', 'application/merge-patch+json', 415],
    ['content-type', 'multipart/form-data', 415],
    ['content-type', 'application/json; charset=utf-8', 201],
    ['content-type', 'application/json;charset="UTF-8"', 201],
    ['content-type', 'Application/JSON', 201],
    ['content-encoding', 'gzip', 415],
    ['content-encoding', 'br', 415],
    ['content-encoding', 'identity, gzip', 415],
    ['content-encoding', 'identity', 201],
    ['content-encoding', 'Identity', 201],
  ])('answers a body with %s: %s with %i', async (header, value, expected) => {
    const { status } = await api.request('POST', '/v1/accounts', { body: { name: 'x' }, headers: { [header]: value } });

    expect(status).toBe(expected);
  });

  it('answers 413 to a body above 1 MiB and accepts 4 MiB for integrations', async () => {
    const text = JSON.stringify({ name: 'x', padding: 'p'.repeat(1024 * 1024) });

    const account = await api.request('POST', '/v1/accounts', { text });
    const integration = await api.request('POST', '/v1/integrations', { text });

    expect([account.status, account.error.code]).toEqual([413, 'payload_too_large']);
    expect([integration.status, integration.error.details.errors[0]?.code]).toEqual([400, 'unknown_field']);
  });

  it('notes a missing Content-Type where nothing was sent', async () => {
    const headers = { authorization: `Bearer ${api.organization.api_key}` };

    const bare = await api.app.request('/v1/accounts', { headers });
    const typed = await api.request('GET', '/v1/accounts');

    expect([bare.status, bare.headers.get('hub-notice')]).toEqual([200, 'content-type-missing']);
    expect(typed.headers.get('hub-notice')).toBeNull();
  });

  it('takes no body where an operation has none', async () => {
    const { data } = await api.request('POST', '/v1/integrations', { body: { name: 'x' } });
    const path = `/v1/integrations/${data.id}/deactivate`;

    expect((await api.request('POST', path, { body: {} })).status).toBe(200);
    expect((await api.request('POST', path, { body: { force: true } })).status).toBe(400);
  });

  it.each([
    ['/v1/accounts', 'DELETE', 'GET, HEAD, POST'],
    ['/api/v1/connections', 'PUT', 'GET, HEAD, POST'],
    ['/v1/integrations/int_x', 'POST', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['/v1/integrations/int_x/execute', 'GET', 'POST'],
    ['/v1/connections/test', 'OPTIONS', 'POST'],
    ['/health/live', 'POST', 'GET, HEAD'],
    ['/openapi.json', 'DELETE', 'GET, HEAD'],
  ])('answers %s %s with 405 and Allow: %s', async (path, method, allow) => {
    const { status, error, headers } = await api.request(method, path);

    expect(status).toBe(405);
    expect(error.code).toBe('method_not_allowed');
    expect(headers.get('allow')).toBe(allow);
  });

  it('answers what is wrong with a body before what is wrong with If-Match, as without it', async () => {
    const created = await api.request('POST', '/v1/accounts', { body: { name: 'Ordered' } });
    const path = `/v1/accounts/${created.data.id}`;
    const stale = { 'if-match': (await api.request('GET', path)).headers.get('etag') ?? '' };
    await api.request('PATCH', path, { body: { name: 'Changed' } });
    const patch = async (body: object): Promise<unknown[]> => {
      const { status, error } = await api.request('PATCH', path, { body, headers: stale });
      return [status, error.code];
    };

    expect(await patch({ name: 7 })).toEqual([400, 'invalid_request']);
    expect(await patch({ colour: 'red' })).toEqual([400, 'invalid_request']);
    expect(await patch({ name: 'Late' })).toEqual([412, 'precondition_failed']);
    // As it was read: it had that value then.
    expect(await patch({ name: 'Late', updated_at: created.data['updated_at'] })).toEqual([412, 'precondition_failed']);
  });

  it.each(['/v1', '/v2/accounts', '/v1/nothing', '/v1/accounts/', '/v1//accounts', '/v1/keys', '/metrics'])(
    'answers %s with 404',
    async (path) => {
      const { status, error } = await api.request('GET', path);

      expect(status).toBe(404);
      expect(error.code).toBe('not_found');
    },
  );

  it('keeps an acceptable Request-Id and replaces others', async () => {
    const kept = await api.request('GET', '/v1/accounts', { headers: { 'request-id': 'my-request.1' } });
    const replaced = await api.request('GET', '/v1/accounts', { headers: { 'request-id': 'two words' } });

    expect(kept.headers.get('request-id')).toBe('my-request.1');
    expect(replaced.headers.get('request-id')).toMatch(/^req_/);
  });

  it('logs no key and no Authorization header', () => {
    const text = api.logged.join('');

    expect(text).toContain('listAccounts');
    expect(text).not.toContain(api.organization.api_key);
    expect(text.toLowerCase()).not.toContain('bearer');
  });

  it('refuses a request without Content-Type where the operator says so', async () => {
    const strict = await startTestApi({ contentType: 'enforce' });
    const headers = { authorization: `Bearer ${strict.organization.api_key}` };

    const { status } = await strict.app.request('/v1/accounts', { headers });

    expect(status).toBe(400);
    await strict.close();
  });
});
