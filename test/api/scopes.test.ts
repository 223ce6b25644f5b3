import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../api/routes/index.ts';
import { newId, newUuid } from '../../core/ids.ts';
import { generateApiKey, hashApiKey } from '../../services/access/api-keys/api-key.ts';
import { hasScope, scopes } from '../../services/shared/scopes.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { document } from './contract.ts';
import { pepper, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const operations = routes.map((route) => ({ route, title: `${route.method.toUpperCase()} ${route.path}` }));
const scoped = operations.flatMap(({ route, title }) =>
  route.scope === 'any' || route.scope === 'person'
    ? []
    : [{ route, title, needed: [route.scope, ...[route.also ?? []].flat()] }],
);
const personal = operations.filter(({ route }) => route.scope === 'person');
const open = operations.filter(({ route }) => route.scope === 'any');

async function addKey(granted: readonly string[]): Promise<string> {
  const key = generateApiKey();
  const orgId = toLookup('organization', api.organization.organization_id);
  await api.admin`
    insert into api_keys (org_id, id, name, pepper_id, key_hmac, last4, scopes)
    values (${orgId}, ${newUuid()}, 'test', 'p', ${hashApiKey(pepper, key)}, ${key.slice(-4)}, ${[...granted]})`;
  return key;
}

/** The stream that lasts is asked for a moment of it. */
function toPath(path: string): string {
  return `/v1${path.replace('{id}', newId('connection'))}${path === '/live' ? '?seconds=1' : ''}`;
}

describe('test/api/scopes', () => {
  it.each(scoped)('$title is documented with its scope', ({ route, needed }) => {
    const operation = document.paths[route.path]?.[route.method];

    expect(operation?.security).toEqual([{ bearer: needed }, { oauth2: needed }, { session: [] }]);
    for (const scope of needed) expect(scopes).toContain(scope);
    if (route.body !== undefined) expect(operation?.requestBody?.required).toBe(route.body.optional !== true);
  });

  it.each(scoped)('$title lets exactly its scope in', async ({ route, needed }) => {
    const key = await addKey(needed);

    const { status } = await api.request(route.method.toUpperCase(), toPath(route.path), {
      key,
      ...(route.method === 'get' || route.method === 'delete' ? {} : { body: {} }),
    });

    expect([200, 201, 202, 400, 404]).toContain(status);
  });

  it.each(open)('$title lets every key in, and is documented so', async ({ route }) => {
    const { status } = await api.request(route.method.toUpperCase(), toPath(route.path), { key: await addKey([]) });

    expect(status).toBe(200);
    expect(document.paths[route.path]?.[route.method]?.security).toEqual([
      { bearer: [] },
      { oauth2: [] },
      { session: [] },
    ]);
  });

  it.each(personal)('$title lets no key in, whatever it may do, and is documented so', async ({ route }) => {
    const options = route.method === 'get' || route.method === 'delete' ? {} : { body: {} };
    const { status, error } = await api.request(route.method.toUpperCase(), toPath(route.path), options);

    expect([status, error.code]).toEqual([403, 'forbidden']);
    expect(document.paths[route.path]?.[route.method]?.security).toEqual([{ session: [] }]);
  });

  it('leaves no more open than what tells callers of themselves and of the hub', () => {
    expect(open.map(({ title }) => title)).toEqual(['GET /organization', 'GET /limits', 'GET /me']);
  });

  it.each([
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/api/v1/accounts/x/y',
    '/v1//accounts',
    '/v1/./accounts',
    '/v1/%2e/accounts',
    '/v1/%61ccounts',
    '/v1/accounts;x=1',
    '/v1/accounts%2f',
    '/v1/accounts%00',
    '/v1/api/v1/api/v1/accounts',
    '/api/v1/../v1/accounts',
  ])('tells nobody without a key whether %s exists', async (path) => {
    const { status, error } = await api.request('GET', path, { key: null });

    expect([status, error.code]).toEqual([401, 'unauthorized']);
  });

  it('write includes read, and * everything', () => {
    expect(hasScope(new Set(['accounts:write']), 'accounts:read')).toBe(true);
    expect(hasScope(new Set(['accounts:read']), 'accounts:write')).toBe(false);
    expect(hasScope(new Set(['connections:write']), 'connections:test')).toBe(false);
    expect(hasScope(new Set(['*']), 'integrations:execute')).toBe(true);
  });
});
