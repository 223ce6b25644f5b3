import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './harness.ts';
import { addMember, goodPassword, publicUrl } from './people-acts.ts';

let api: TestApi;
let cookie: string;
let other: string;

beforeAll(async () => {
  api = await startTestApi({ publicUrl });
  const { browser } = await addMember(api, 'page@example.com', [{ role: 'admin' }]);
  cookie = `__Host-hub_session=${browser.cookies.get('__Host-hub_session')}`;
  const { browser: another } = await addMember(api, 'other@example.com', [{ role: 'viewer' }]);
  other = `__Host-hub_session=${another.cookies.get('__Host-hub_session')}`;
});

afterAll(() => api.close());

const own = { 'hub-session': '1', 'sec-fetch-site': 'same-origin' };

/** What a request carries beside the cookie, and what it is answered. */
const table: [what: string, headers: Record<string, string>, status: number][] = [
  ['a page of the hub', own, 200],
  ['a page of the hub in a browser without fetch metadata', { 'hub-session': '1', origin: publicUrl }, 200],
  ['no header', { 'sec-fetch-site': 'same-origin' }, 401],
  ['another header value', { ...own, 'hub-session': 'true' }, 401],
  ['a page of a sibling host', { ...own, 'sec-fetch-site': 'same-site' }, 401],
  ['a page of another site', { ...own, 'sec-fetch-site': 'cross-site' }, 401],
  ['an address that was typed', { ...own, 'sec-fetch-site': 'none' }, 401],
  ['another site that claims our origin', { ...own, 'sec-fetch-site': 'cross-site', origin: publicUrl }, 401],
  ['another origin, without fetch metadata', { 'hub-session': '1', origin: 'https://evil.example' }, 401],
  ['a sandboxed frame', { 'hub-session': '1', origin: 'null' }, 401],
  ['nothing that tells of the origin', { 'hub-session': '1' }, 401],
  ['our origin with another port', { 'hub-session': '1', origin: `${publicUrl}:8443` }, 401],
  ['our origin without TLS', { 'hub-session': '1', origin: 'http://hub.example' }, 401],
];

/** What takes no session, and why it may come from another site. The cookie changes nothing of its answer. */
const withoutSession: Record<string, string> = {
  '/auth/saml/:id/acs': 'An identity provider has the browser send it. Its answer is bound to a request of the hub.',
  '/oauth/token': 'Clients show their own secret in the request.',
  '/oauth/revoke': 'Clients show their own secret in the request.',
};

const unsafe = ['POST', 'PUT', 'PATCH', 'DELETE'];
const evil = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', 'content-type': 'application/json' };

describe('test/api/csrf', () => {
  it('refuses every act of the router that another site asks for with the cookie', async () => {
    const served = api.app.routes.filter(({ method }) => unsafe.includes(method));
    const exempt = new Set<string>();
    for (const { method, path } of served) {
      const ask = async (headers: Record<string, string>): Promise<[number, string[]]> => {
        const hasBody = method !== 'DELETE';
        const init = { method, headers, ...(hasBody ? { body: '{}' } : {}) };
        const response = await api.app.request(path.replaceAll(/:\w+/g, 'x').replace('*', 'x'), init);
        return [response.status, response.headers.getSetCookie()];
      };
      const bare = await ask({ ...evil, cookie });
      const claimed = await ask({ ...evil, 'hub-session': '1', cookie });
      if (path in withoutSession) {
        exempt.add(path);
        expect([path, bare, claimed]).toEqual([path, await ask(evil), await ask({ ...evil, 'hub-session': '1' })]);
        continue;
      }
      expect([method, path, bare, claimed]).toEqual([method, path, [401, []], [401, []]]);
      // The operator's key is the only thing that counts there.
      if (path.startsWith('/v1/') && !path.includes('/operator/')) {
        const [status] = await ask({ ...own, 'content-type': 'application/json', cookie });
        expect([method, path, status === 401]).toEqual([method, path, false]);
      }
    }
    expect([...exempt].toSorted()).toEqual(Object.keys(withoutSession).toSorted());
    const kinds = new Set(served.map(({ path }) => path.split('/')[1]));
    expect([...kinds]).toEqual(expect.arrayContaining(['v1', 'auth', 'connect', 'oauth', 'scim']));
    expect((await api.request('GET', '/v1/me', { key: null, headers: { ...own, cookie } })).status).toBe(200);
  }, 60_000);

  it.each(table)('answers the cookie with %s', async (_what, headers, status) => {
    const read = await api.request('GET', '/v1/me', { key: null, headers: { ...headers, cookie } });
    const write = await api.request('POST', '/v1/accounts', {
      key: null,
      body: { name: 'A' },
      headers: { ...headers, cookie },
    });

    expect([read.status, write.status]).toEqual(status === 200 ? [200, 201] : [status, status]);
  });

  it.each(table.filter(([, , status]) => status !== 200))('lets nobody sign in from %s', async (_what, headers) => {
    const { status } = await api.request('POST', '/auth/sign-in', {
      key: null,
      body: { email: 'page@example.com', password: goodPassword },
      headers,
    });

    expect(status).toBe(401);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'takes no sign-in as %s, which forms can send',
    async (type) => {
      const { status } = await api.request('POST', '/auth/sign-in', {
        key: null,
        text: JSON.stringify({ email: 'page@example.com', password: goodPassword }),
        headers: { ...own, 'content-type': type },
      });

      expect(status).toBe(415);
    },
  );

  it('refuses a request that has a key and means a session, and takes the key alone', async () => {
    const both = await api.request('GET', '/v1/me', { headers: { ...own, cookie } });
    const key = await api.request('GET', '/v1/me', { headers: { cookie } });

    expect([both.status, both.error.code]).toEqual([400, 'invalid_request']);
    expect([key.status, key.data['kind']]).toEqual([200, 'api_key']);
  });

  it('takes no one of two sessions, and no token anywhere else', async () => {
    const [, token = ''] = cookie.split('=');
    const attempts = await Promise.all([
      api.request('GET', '/v1/me', { key: null, headers: { ...own, cookie: `${cookie}; ${other}` } }),
      api.request('GET', '/v1/me', { key: token }),
      api.request('GET', `/v1/me?session=${token}`, { key: null }),
      api.request('GET', '/v1/me', { key: null, headers: { ...own, cookie: cookie.replace('__Host-', '') } }),
      api.request('GET', '/v1/me', { key: null, headers: { ...own, cookie: `${cookie}x` } }),
    ]);

    expect(attempts.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });

  it('accepts the cookie under the bases only', async () => {
    const headers = { ...own, cookie };
    const revoke = await api.app.request('/oauth/revoke', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'token=x',
    });

    expect(revoke.status).toBe(401);
  });

  it.each(['/v1/me', '/v1/nothing', '/auth/sign-in', '/oauth/token', '/openapi.json', '/health/live'])(
    'lets no answer of %s become a page on the origin of the dashboard',
    async (path) => {
      const answer = await api.app.request(path);

      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it('allows no origin to ask (CORS)', async () => {
    const answer = await api.app.request('/v1/me', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-headers': 'hub-session' },
    });

    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
