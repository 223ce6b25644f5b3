import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDays, type MadeKey, makeKey, patchKey, readKey, rotateKey } from './api-key-acts.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let limited: MadeKey;

const scopes = ['api_keys:write', 'members:write', 'accounts:read'];
const end = inDays(9);
const networks = ['203.0.113.0/24'];
const from = '203.0.113.7';

beforeAll(async () => {
  api = await startTestApi();
  limited = await makeKey(api, { scopes, expires_at: end, allowed_cidrs: networks });
});

afterAll(() => api.close());

const as = () => ({ key: limited.secret, from });

function make(members: object) {
  return api.request('POST', '/v1/api-keys', { ...as(), body: { name: 'x', scopes: ['accounts:read'], ...members } });
}

describe('test/api/api-key-limits', () => {
  it.each<[string, object, string[]]>([
    ['without an end', { allowed_cidrs: networks }, ['expires_at']],
    ['with a later end', { allowed_cidrs: networks, expires_at: inDays(10) }, ['expires_at']],
    ['without networks', { expires_at: end }, ['allowed_cidrs']],
    ['with a wider network', { expires_at: end, allowed_cidrs: ['203.0.112.0/23'] }, ['allowed_cidrs']],
    ['with another network too', { expires_at: end, allowed_cidrs: [...networks, '::/0'] }, ['allowed_cidrs']],
    ['without either', {}, ['expires_at', 'allowed_cidrs']],
  ])('makes no key %s', async (_, members, paths) => {
    const { status, error } = await make(members);

    expect([status, error.code]).toEqual([403, 'forbidden']);
    expect(error.details.errors.map(({ path, code }) => [path, code])).toEqual(
      paths.map((path) => [path, 'beyond_caller']),
    );
  });

  it('makes keys within its own limits', async () => {
    expect((await make({ expires_at: end, allowed_cidrs: networks })).status).toBe(201);
    expect((await make({ expires_at: inDays(1), allowed_cidrs: ['203.0.113.128/25', from] })).status).toBe(201);
  });

  it('widens neither itself nor any other key', async () => {
    const [other, off] = [await makeKey(api), await makeKey(api)];
    await patchKey(api, off, { disabled: true });
    const small = await makeKey(api, { expires_at: inDays(1), allowed_cidrs: networks });

    const answers = [
      await patchKey(api, limited, { expires_at: inDays(10) }, as()),
      await patchKey(api, limited, { expires_at: null }, as()),
      await patchKey(api, limited, { allowed_cidrs: ['0.0.0.0/0'] }, as()),
      await patchKey(api, limited, { allowed_cidrs: null }, as()),
      await patchKey(api, small, { expires_at: inDays(10) }, as()),
      await patchKey(api, small, { allowed_cidrs: null }, as()),
      await patchKey(api, other, { scopes: ['accounts:read', 'api_keys:read'] }, as()),
      await patchKey(api, off, { disabled: false }, as()),
      await rotateKey(api, limited, { expires_at: null }, as()),
      await rotateKey(api, other, {}, as()),
    ];

    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(answers.map(() => [403, 'forbidden']));
    expect(await readKey(api, limited)).toMatchObject({ expires_at: end, allowed_cidrs: networks });
    expect((await patchKey(api, small, { expires_at: end }, as())).status).toBe(200);
    expect((await rotateKey(api, small, {}, as())).status).toBe(201);
  });

  it('narrows and ends keys that have no limits', async () => {
    const [first, second] = [await makeKey(api), await makeKey(api)];

    expect((await patchKey(api, first, { expires_at: inDays(30), allowed_cidrs: ['10.0.0.0/8'] }, as())).status).toBe(
      200,
    );
    expect((await patchKey(api, first, { disabled: true, name: 'Off' }, as())).status).toBe(200);
    expect((await api.request('DELETE', `/v1/api-keys/${second.id}`, as())).status).toBe(200);
  });

  it('admits no client and no issuer, which would have no limits; it may stop them', async () => {
    const client = { name: 'Client', scopes: ['accounts:read'] };
    const made = await api.request('POST', '/v1/oauth-clients', { body: client });
    const path = `/v1/oauth-clients/${made.data.id}`;
    const issuer = {
      name: 'Issuer',
      issuer: 'https://limits.example',
      audience: `hub/${api.organization.organization_id}`,
      jwks_uri: 'https://limits.example/keys',
      algorithms: ['RS256'],
      scope_rules: [{ claim: 'sub', value: 'x', scopes: ['accounts:read'] }],
    };

    const answers = [
      await api.request('POST', '/v1/oauth-clients', { ...as(), body: client }),
      await api.request('PATCH', path, { ...as(), body: { name: 'Mine' } }),
      await api.request('POST', `${path}/rotate-secret`, as()),
      await api.request('POST', '/v1/token-issuers', { ...as(), body: issuer }),
    ];

    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(answers.map(() => [403, 'forbidden']));
    expect((await api.request('PATCH', path, { ...as(), body: { disabled: true } })).status).toBe(200);
  });
});
