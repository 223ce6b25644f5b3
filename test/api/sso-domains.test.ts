import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { computeTotp } from '../../services/access/people/totp.ts';
import { openidClient } from '../lab/openid-provider.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { addMember, type Browser, goodPassword, openBrowser, publicUrl } from './people-acts.ts';
import { addPasskey, signInByPasskey } from './passkey-acts.ts';
import { addDomain, addSsoConnection, TxtRecords } from './sso-acts.ts';

const withinASecond = { timeout: 1000, interval: 20 };
const txt = new TxtRecords();
let api: TestApi;
let connection: Item;

beforeAll(async () => {
  api = await startTestApi({ publicUrl, resolveTxt: txt.resolve });
  connection = await addSsoConnection(
    api,
    txt,
    { oidc: { issuer: 'https://login.example.com', ...openidClient } },
    { domains: ['example.com'] },
  );
});

afterAll(() => api.close());

const enforce = (enforced: boolean) =>
  api.request('PATCH', `/v1/sso-connections/${connection.id}/domains/example.com`, { body: { enforced } });

const signIn = (email: string, browser = openBrowser(api)) =>
  browser.request('POST', '/auth/sign-in', { body: { email, password: goodPassword } });

const statusOf = async (browser: Browser): Promise<number> => (await browser.request('GET', '/v1/me')).status;

describe('test/api/sso-domains', () => {
  it('verifies a domain by its TXT record, for one organization', async () => {
    const path = `/v1/sso-connections/${connection.id}/domains`;
    const added = await api.request('POST', path, { body: { domain: 'XN--bcher-kva.example' } });
    expect([added.status, added.data]).toEqual([
      201,
      {
        domain: 'xn--bcher-kva.example',
        enforced: false,
        txt_name: '_integration-hub.xn--bcher-kva.example',
        txt_value: expect.stringMatching(/^integration-hub-verification=[\w-]{24}$/),
      },
    ]);
    const verify = () => api.request('POST', `${path}/xn--bcher-kva.example/verify`);
    expect((await verify()).error.code).toBe('invalid_state');
    txt.records.set(String(added.data['txt_name']), 'integration-hub-verification=other');
    expect((await verify()).error.code).toBe('invalid_state');
    expect((await api.request('PATCH', `${path}/xn--bcher-kva.example`, { body: { enforced: true } })).status).toBe(
      409,
    );
    txt.records.set(String(added.data['txt_name']), String(added.data['txt_value']));
    expect((await verify()).data['verified_at']).toBeDefined();
    expect((await api.request('POST', path, { body: { domain: 'example.com' } })).error.code).toBe('conflict');
    for (const domain of ['example', 'a b.com', '127.0.0.1', 'https://example.com', '*.example.com']) {
      expect([domain, (await api.request('POST', path, { body: { domain } })).status]).toEqual([domain, 400]);
    }
    expect((await api.request('DELETE', `${path}/xn--bcher-kva.example`)).status).toBe(200);

    const other = await api.addOrganization('Other');
    const theirs = await addSsoConnection(
      api,
      txt,
      { oidc: { issuer: 'https://login.example.com', ...openidClient } },
      { key: other.api_key },
    );
    await expect(addDomain(api, txt, theirs.id, 'example.com', other.api_key)).rejects.toThrow(/409/);
  });

  it('says how people of a domain sign in, and not whether there are any', async () => {
    const ask = async (email: string) =>
      (await openBrowser(api).request('POST', '/auth/methods', { body: { email } })).data;
    const button = { id: connection.id, kind: 'oidc', name: 'Corp login', url: connection['start_url'] };

    expect(await ask('nobody@Example.com')).toEqual({ password: true, sso: [button] });
    expect(await ask('nobody@sub.example.com')).toEqual({ password: true, sso: [] });
    await enforce(true);
    expect(await ask('nobody@example.com')).toEqual({ password: false, sso: [button] });
    await enforce(false);
  });

  it('ends sessions by password within a second when single sign-on is enforced, and begins none', async () => {
    const { browser } = await addMember(api, 'ann@example.com', [{ role: 'admin' }]);
    const { browser: outside } = await addMember(api, 'ann@elsewhere.example', [{ role: 'admin' }]);
    expect(await statusOf(browser)).toBe(200);

    await enforce(true);

    await expect.poll(() => statusOf(browser), withinASecond).toBe(401);
    expect(await statusOf(outside)).toBe(200);
    const refused = await signIn('ann@example.com');
    expect([refused.status, refused.error.code, refused.error.details['reason']]).toEqual([
      403,
      'forbidden',
      'sso_required',
    ]);
    const wrong = await openBrowser(api).request('POST', '/auth/sign-in', {
      body: { email: 'ann@example.com', password: 'wrong horse battery' },
    });
    expect(wrong.status).toBe(401);
    await enforce(false);
    expect((await signIn('ann@example.com')).status).toBe(200);
  });

  it('leaves people of the domain their own way into other organizations', async () => {
    const other = await api.addOrganization('Elsewhere');
    await addMember(api, 'bob@example.com', [{ role: 'viewer' }]);
    await api.request('POST', '/v1/invitations', {
      key: other.api_key,
      body: { email: 'bob@example.com', roles: [{ role: 'viewer' }] },
    });
    const { list } = await api.request('GET', '/v1/members?per_page=100');
    const bob = list.find((member) => member['email'] === 'bob@example.com');
    await api.admin`
      insert into memberships (org_id, user_id, status, invited_by)
      select organizations.id, users.id, 'active', 'system' from organizations, users
      where organizations.name = 'Elsewhere' and users.email = 'bob@example.com'`;
    await enforce(true);

    const { data } = await signIn('bob@example.com');

    expect(data['organization']).toMatchObject({ id: other.organization_id });
    expect(Object(data['user']).id).toBe(bob?.id);
    await enforce(false);
  });

  it('lets an owner with a second factor in beside the provider, loudly', async () => {
    const { browser } = await addMember(api, 'owner@example.com', [{ role: 'owner' }]);
    await enforce(true);
    expect(await statusOf(browser)).toBe(200);
    expect((await signIn('owner@example.com')).status).toBe(403);

    const { data: factor } = await browser.request('POST', '/v1/me/second-factors', { body: { name: 'Telephone' } });
    const codeAt = (steps: number) =>
      computeTotp(String(factor['secret']), Math.floor(systemClock.now() / 30_000) + steps);
    await browser.request('POST', `/v1/me/second-factors/${factor.id}/confirm`, { body: { code: codeAt(0) } });
    const second = openBrowser(api);
    expect((await signIn('owner@example.com', second)).data['state']).toBe('second_factor_required');
    const given = await second.request('POST', '/auth/second-factor', { body: { code: codeAt(1) } });

    expect(given.data['state']).toBe('signed_in');
    const { list } = await api.request('GET', '/v1/audit-events?action=session.started');
    expect(list[0]).toMatchObject({ changes: { sso_bypassed: true }, after: { methods: ['password', 'totp'] } });
    await enforce(false);
  });

  it('lets an owner with a passkey in beside the provider, and no other member', async () => {
    const [owner, member] = [
      await addMember(api, 'key-owner@example.com', [{ role: 'owner' }]),
      await addMember(api, 'key-member@example.com', [{ role: 'admin' }]),
    ];
    const [ofOwner, ofMember] = [await addPasskey(owner.browser), await addPasskey(member.browser)];
    await enforce(true);

    const letIn = await signInByPasskey(openBrowser(api), ofOwner.authenticator);
    const refused = await signInByPasskey(openBrowser(api), ofMember.authenticator);

    expect(letIn.data['state']).toBe('signed_in');
    expect([refused.status, refused.error.details['reason']]).toEqual([403, 'sso_required']);
    const { list } = await api.request('GET', '/v1/audit-events?action=session.started');
    expect(list[0]).toMatchObject({ changes: { sso_bypassed: true }, after: { methods: ['passkey'] } });
    await enforce(false);
  });

  it('is for owners, and keys that may do everything', async () => {
    const { browser } = await addMember(api, 'admin@elsewhere.example', [{ role: 'admin' }]);
    const body = { name: 'A', oidc: { issuer: 'https://login.example', client_id: 'a', client_secret: 'b' } };

    const answers = await Promise.all([
      browser.request('GET', `/v1/sso-connections/${connection.id}`),
      browser.request('POST', '/v1/sso-connections', { body }),
      browser.request('DELETE', `/v1/sso-connections/${connection.id}`),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403]);
  });

  it('keeps to the kind of a connection and to its secret', async () => {
    const patch = (body: object) => api.request('PATCH', `/v1/sso-connections/${connection.id}`, { body });
    expect(
      (await patch({ oidc: null, saml: { entity_id: 'a', sso_url: 'https://a.example', certificates: [] } })).status,
    ).toBe(400);
    expect((await patch({ name: null })).status).toBe(400);
    expect((await patch({ oidc: { client_id: 'new' } })).data).toMatchObject({ oidc: { client_id: 'new' } });
    const [row] = await api.admin<{ length: number }[]>`select length(sealed) from sso_connections limit 1`;
    expect(row?.length).toBeGreaterThan(30);
    const both = await api.request('POST', '/v1/sso-connections', { body: { name: 'A' } });
    expect([both.status, both.error.details.errors[0]?.message]).toEqual([400, 'Send exactly one of oidc and saml.']);
  });
});
