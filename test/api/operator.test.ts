import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorRoutes } from '../../api/operator/routes.ts';
import { routes } from '../../api/routes/index.ts';
import { newId } from '../../core/ids.ts';
import { openidClient } from '../lab/openid-provider.ts';
import { addIntegration } from './flows.ts';
import { type Answer, type Item, type RequestOptions, startTestApi, type TestApi } from './harness.ts';
import { actOnHooks } from './hook-acts.ts';
import { addMember, type Browser, openBrowser, publicUrl, signIn, tokenOf, welcomeOwner } from './people-acts.ts';
import { addSsoConnection, navigate, refusalOf, TxtRecords } from './sso-acts.ts';

const withinASecond = { timeout: 1000, interval: 20 };
const operatorKey = 'CANARY-operator-of-this-hub-0123456789';
const base = '/v1/operator/organizations';
let api: TestApi;
let owner: Browser;
const txt = new TxtRecords();

beforeAll(async () => {
  api = await startTestApi({ publicUrl, operatorKey, resolveTxt: txt.resolve });
  owner = await welcomeOwner(api, api.organization.welcome_url, 'owner@example.com');
});

afterAll(() => api.close());

const operate = (method: string, path: string, options: RequestOptions = {}): Promise<Answer> =>
  api.request(method, path, { key: operatorKey, ...options });

const own = () => `${base}/${api.organization.organization_id}`;

const setStatus = async (status: 'active' | 'suspended'): Promise<Item> => {
  const answer = await operate('PATCH', own(), { body: { status } });
  expect([answer.status, answer.data['status']]).toEqual([200, status]);
  return answer.data;
};

const codeOf = ({ status, error }: Answer): string => (status < 400 ? String(status) : `${status} ${error.code}`);

describe('test/api/operator', () => {
  it.each(operatorRoutes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
    '%s is for the key of the operator, and for no credential of an organization',
    async (_title, { method, path }) => {
      const filled = `/v1${path.replace('{id}', api.organization.organization_id)}`;
      const options = method === 'get' ? {} : { body: {} };
      const ask = (key: string | null) => api.request(method.toUpperCase(), filled, { key, ...options });

      const refused = [
        await ask(null),
        await ask(api.organization.api_key),
        await ask('x'.repeat(32)),
        await ask(`${operatorKey}x`),
        await owner.request(method.toUpperCase(), filled, options),
        await api.request(method.toUpperCase(), filled, {
          key: operatorKey,
          ...options,
          headers: { 'hub-session': '1' },
        }),
      ];

      expect(refused.map(codeOf)).toEqual(refused.map(() => '401 unauthorized'));
      expect(codeOf(await ask(operatorKey))).not.toMatch(/^40[13]/);
    },
  );

  it('is nobody of an organization', async () => {
    for (const { method, path } of routes) {
      const filled = `/v1${path.replaceAll(/\{\w+\}/g, newId('run'))}`;
      const options = method === 'get' || method === 'delete' ? {} : { body: {} };
      const answer = await operate(method.toUpperCase(), filled, options);
      expect([path, codeOf(answer)]).toEqual([path, '401 unauthorized']);
    }
  });

  it('is nobody where no key is configured', async () => {
    const without = await startTestApi({ beside: api, publicUrl });
    const answers = [
      await without.request('GET', base, { key: operatorKey }),
      await without.request('GET', base, { key: 'undefined' }),
    ];
    await without.close();

    expect(answers.map(codeOf)).toEqual(['401 unauthorized', '401 unauthorized']);
  });

  it('makes an organization once for a reference, with a link that makes its holder the owner', async () => {
    const body = { name: 'Acme', external_ref: 'customer-1', limits: { segments: 2 } };
    const created = await operate('POST', base, { body });
    const again = await operate('POST', base, { body });

    expect([created.status, codeOf(again)]).toEqual([201, '409 conflict']);
    expect(created.data).toMatchObject({ name: 'Acme', status: 'active', limits: { segments: 2 } });
    expect(created.headers.get('location')).toBe(`${base}/${created.data.id}`);
    const { url } = Object(created.data['owner_link']);
    const browser = await welcomeOwner(api, url, 'first@acme.example');
    const { data: me } = await browser.request('GET', '/v1/me');
    expect(me).toMatchObject({ organization: { id: created.data.id, name: 'Acme' }, roles: [{ role: 'owner' }] });
    const { list } = await browser.request('GET', '/v1/audit-events');
    const byOperator = list.filter((event) => event['actor'] === 'operator').map((event) => event['action']);
    expect(new Set(byOperator)).toEqual(new Set(['invitation.created', 'organization.created']));
    const used = await openBrowser(api).request('POST', '/auth/invitation', { body: { token: tokenOf(url) } });
    expect(used.status).toBe(404);
    expect(JSON.stringify(api.logged)).not.toContain('CANARY-operator');
  });

  it('makes another owner link, of which the newest works', async () => {
    const [first, second] = [
      await operate('POST', `${own()}/owner-link`),
      await operate('POST', `${own()}/owner-link`),
    ];
    const look = async ({ data }: Answer): Promise<number> =>
      (await openBrowser(api).request('POST', '/auth/invitation', { body: { token: tokenOf(String(data['url'])) } }))
        .status;

    expect([await look(first), await look(second)]).toEqual([404, 200]);
    expect(codeOf(await operate('POST', `${base}/${newId('organization')}/owner-link`))).toBe('404 not_found');
  });

  it('lists organizations by state, name and reference, page by page', async () => {
    await operate('POST', base, { body: { name: 'Globex', external_ref: 'customer-2' } });
    const names = async (query: string): Promise<unknown[]> =>
      (await operate('GET', `${base}?${query}`)).list.map(({ name }) => name);

    expect(await names('per_page=1')).toEqual(['Globex']);
    expect(await names('per_page=1&page=2')).toEqual(['Acme']);
    expect(await names('q=FIRST')).toEqual(['First']);
    expect(await names('q=customer-1')).toEqual(['Acme']);
    expect(await names('status=suspended')).toEqual([]);
    const { body } = await operate('GET', `${base}?per_page=2`);
    expect(Object(body).meta).toMatchObject({ total: 3, per_page: 2 });
  });

  it('changes one version of an organization, and keeps what it limits', async () => {
    const { data, headers } = await operate('GET', own());
    const etag = headers.get('etag') ?? '';
    const limits = { requests_per_minute: 120, requests_burst: 40 };
    const changed = await operate('PATCH', own(), { body: { limits }, headers: { 'if-match': etag } });
    const late = await operate('PATCH', own(), { body: { name: 'Other' }, headers: { 'if-match': etag } });

    expect([data['limits'], changed.data['limits'], codeOf(late)]).toEqual([{}, limits, '412 precondition_failed']);
    await expect
      .poll(async () => Object((await api.request('GET', '/v1/limits')).data['requests']).organization, withinASecond)
      .toEqual({ per_minute: 120, burst: 40 });
    expect(codeOf(await operate('PATCH', own(), { body: { status: 'gone' } }))).toBe('400 invalid_request');
    await operate('PATCH', own(), { body: { limits: { requests_per_minute: null, requests_burst: null } } });
    await expect
      .poll(async () => Object((await api.request('GET', '/v1/limits')).data['requests']).organization, withinASecond)
      .not.toEqual({ per_minute: 120, burst: 40 });
  });

  it('refuses people, keys and links of a suspended organization within a second, and no others', async () => {
    const { browser: member } = await addMember(api, 'ann@example.com', [{ role: 'admin' }]);
    const invited = await api.request('POST', '/v1/invitations', {
      body: { email: 'bob@example.com', roles: [{ role: 'viewer' }] },
    });
    const link = await api.request('POST', '/v1/connections/links', {
      body: { account_id: api.organization.account_id, service_types: ['http'] },
    });
    const scim = await api.request('POST', '/v1/api-keys', { body: { name: 'Directory', scopes: ['scim:write'] } });
    const sso = await addSsoConnection(
      api,
      txt,
      { oidc: { issuer: 'https://login.example.com', ...openidClient } },
      { domains: ['example.com'] },
    );
    const other = await api.addOrganization('Other');
    const live = await api.app.request('/v1/live', {
      headers: { authorization: `Bearer ${api.organization.api_key}` },
    });
    const rest = live.text();

    await setStatus('suspended');

    const byKey = async (): Promise<string> => codeOf(await api.request('GET', '/v1/runs'));
    await expect.poll(byKey, withinASecond).toBe('403 organization_suspended');
    expect(await rest).toMatch(/\n$/);
    const ask = (path: string, token: unknown) =>
      openBrowser(api).request('POST', path, { body: { token: tokenOf(String(token)) } });
    const answers = {
      session: await member.request('GET', '/v1/me'),
      password: await openBrowser(api).request('POST', '/auth/sign-in', {
        body: { email: 'ann@example.com', password: 'correct horse battery' },
      }),
      invitation: await ask('/auth/invitation', invited.data['url']),
      link: await ask('/connect/link', link.data['url']),
      unknown: await api.request('GET', '/v1/no-such-thing'),
    };
    expect(Object.entries(answers).map(([name, answer]) => [name, codeOf(answer)])).toEqual(
      Object.keys(answers).map((name) => [name, '403 organization_suspended']),
    );
    const scimAnswer = await api.app.request('/scim/v2/Users', {
      headers: { authorization: `Bearer ${String(scim.data['secret'])}` },
    });
    expect(scimAnswer.status).toBe(403);
    expect(refusalOf(await navigate(api, openBrowser(api), `/auth/oidc/${sso.id}/start`))).toBe(
      'organization_suspended',
    );
    expect(codeOf(await api.request('GET', '/v1/runs', { key: other.api_key }))).toBe('200');

    await setStatus('active');

    await expect.poll(byKey, withinASecond).toBe('200');
    expect((await member.request('GET', '/v1/me')).status).toBe(200);
    expect((await ask('/auth/invitation', invited.data['url'])).status).toBe(200);
    await signIn(api, 'ann@example.com');
    const { list } = await api.request('GET', '/v1/audit-events?actor=operator');
    expect(list.slice(0, 2).map((event) => event['action'])).toEqual([
      'organization.resumed',
      'organization.suspended',
    ]);
  });

  it('lets a person into their other organization while one is suspended', async () => {
    const other = await api.addOrganization('Elsewhere');
    await addMember(api, 'both@example.com', [{ role: 'viewer' }]);
    await api.admin`
      insert into memberships (org_id, user_id, status, invited_by)
      select organizations.id, users.id, 'active', 'system' from organizations, users
      where organizations.name = 'Elsewhere' and users.email = 'both@example.com'`;
    await setStatus('suspended');

    const { data } = await openBrowser(api).request('POST', '/auth/sign-in', {
      body: { email: 'both@example.com', password: 'correct horse battery' },
    });

    expect(data['organization']).toMatchObject({ id: other.organization_id });
    await setStatus('active');
  });

  it('lets senders keep the deliveries to hooks of a suspended organization, and takes them afterwards', async () => {
    const hooks = actOnHooks(api);
    const hook = await hooks.add();
    await setStatus('suspended');

    await expect.poll(async () => (await hooks.send(hook.path, { id: 'msg_kept' })).status, withinASecond).toBe(503);
    const refused = await hooks.send(hook.path, { id: 'msg_kept' });
    expect([refused.error.code, refused.headers.get('retry-after')]).toEqual(['service_unavailable', '300']);
    await setStatus('active');
    await expect.poll(async () => (await hooks.send(hook.path, { id: 'msg_kept' })).status, withinASecond).toBe(202);

    expect(await hooks.listEvents(hook)).toHaveLength(1);
  });

  it('slows down who guesses the key', async () => {
    const plenty = { perMinute: 1e6, burst: 1e6 };
    const limits = { key: plenty, organization: plenty, address: { perMinute: 2, burst: 2 } };
    const strict = await startTestApi({ beside: api, publicUrl, operatorKey, limits });
    const guess = async (): Promise<number> =>
      (await strict.request('GET', base, { key: 'y'.repeat(40), from: '203.0.113.9' })).status;
    const statuses = [await guess(), await guess(), await guess()];
    const right = await strict.request('GET', base, { key: operatorKey, from: '203.0.113.9' });
    await strict.close();

    expect([statuses, right.status]).toEqual([[401, 401, 429], 200]);
  });

  it('keeps the integrations of an organization as they are while it is suspended', async () => {
    const { id } = await addIntegration(api);
    const before = await api.request('GET', `/v1/integrations/${id}`);
    await setStatus('suspended');
    await setStatus('active');
    await expect.poll(async () => (await api.request('GET', `/v1/integrations/${id}`)).data).toEqual(before.data);
  });
});
