import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { openidClient } from '../lab/openid-provider.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { addPasskey, signInByPasskey } from './passkey-acts.ts';
import { addMember, type Browser, goodPassword, openBrowser, publicUrl, signIn } from './people-acts.ts';
import { addSsoConnection, TxtRecords } from './sso-acts.ts';

const withinASecond = { timeout: 1000, interval: 20 };
const cookieName = '__Host-hub_session';
const txt = new TxtRecords();
let api: TestApi;
let first: string;
let second: Awaited<ReturnType<TestApi['addOrganization']>>;
let aheadMs = 0;

beforeAll(async () => {
  api = await startTestApi({
    publicUrl,
    resolveTxt: txt.resolve,
    operatorKey: 'of-the-operator-of-this-hub-0123456789',
    clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
  });
  first = api.organization.organization_id;
  second = await api.addOrganization('Second');
});

afterAll(() => api.close());

const switchTo = (browser: Browser, organization: string, headers: Record<string, string> = {}): Promise<Answer> =>
  browser.request('POST', '/auth/switch-organization', { body: { organization_id: organization }, headers });

const me = (browser: Browser): Promise<Answer> => browser.request('GET', '/v1/me');

const placeOf = async (browser: Browser): Promise<unknown> => Object((await me(browser)).data['organization']).id;

/** A person of both organizations, who accepted the invitation of the second one last. */
async function addPerson(email: string, role = 'admin'): Promise<Browser> {
  await addMember(api, email, [{ role }]);
  return (await addMember(api, email, [{ role: 'viewer' }], second.api_key)).browser;
}

const readAudit = async (key: string, action: string) =>
  (await api.request('GET', `/v1/audit-events?action=${action}`, { key })).list;

describe('test/api/switch-organization', () => {
  it('acts in another organization with what the person may do there, and with another session', async () => {
    const browser = await addPerson('ann@example.com');
    expect(await placeOf(browser)).toBe(second.organization_id);
    const { list } = await browser.request('GET', '/v1/me/organizations');
    expect(list).toEqual([
      { id: second.organization_id, name: 'Second', current: true, suspended: false },
      { id: first, name: 'First', current: false, suspended: false },
    ]);
    const former = openBrowser(api);
    former.cookies.set(cookieName, browser.cookies.get(cookieName) ?? '');

    const switched = await switchTo(browser, first);

    expect([switched.status, switched.data]).toEqual([
      200,
      expect.objectContaining({ state: 'signed_in', organization: { id: first, name: 'First' } }),
    ]);
    expect(browser.cookies.get(cookieName)).not.toBe(former.cookies.get(cookieName));
    expect([await placeOf(browser), Object(await me(browser)).data['scopes']]).toEqual([
      first,
      expect.arrayContaining(['members:write']),
    ]);
    await expect.poll(async () => (await me(former)).status, withinASecond).toBe(401);
    expect((await switchTo(former, first)).status).toBe(401);
  });

  it('writes the end and the beginning into the log of each organization, and nothing of the other', async () => {
    const browser = await addPerson('audited@example.com');
    const { data: who } = await me(browser);
    await switchTo(browser, first);

    const [ended] = (await readAudit(second.api_key, 'session.ended')).filter(({ actor }) => actor === who.id);
    const [started] = (await readAudit(api.organization.api_key, 'session.started')).filter(
      ({ actor }) => actor === who.id,
    );
    expect([ended?.['changes'], started?.['changes']]).toEqual([{ switched: true }, { switched: true }]);
    expect(JSON.stringify(ended)).not.toContain(first);
    expect(JSON.stringify(started)).not.toContain(second.organization_id);
  });

  it('gives the session neither a longer life nor a newer confirmation', async () => {
    const browser = await addPerson('old@example.com');
    const { data: before } = await me(browser);
    aheadMs = 11 * 60 * 1000;
    await switchTo(browser, first);
    const { data: after } = await me(browser);
    const sensitive = await browser.request('POST', '/v1/me/second-factors', { body: { name: 'Phone' } });
    aheadMs = 0;

    expect([after['expires_at'], after['elevated_until']]).toEqual([before['expires_at'], before['elevated_until']]);
    expect(sensitive.error.details['reason']).toBe('reauthentication_required');
  });

  it('lets one of two requests with one session go on', async () => {
    const browser = await addPerson('twice@example.com');
    const other = openBrowser(api);
    other.cookies.set(cookieName, browser.cookies.get(cookieName) ?? '');

    const answers = await Promise.all([switchTo(browser, first), switchTo(other, first)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('leads into no organization where the person is no active member', async () => {
    const third = await api.addOrganization('Third');
    const browser = await addPerson('limits@example.com');
    const { id } = await addMember(api, 'limits@example.com', [{ role: 'viewer' }], third.api_key);

    const suspended = await api.request('PATCH', `/v1/members/${id}`, {
      key: third.api_key,
      body: { status: 'suspended' },
    });
    const none = await api.addOrganization('Strangers');
    const answers = [await switchTo(browser, third.organization_id), await switchTo(browser, none.organization_id)];

    expect(suspended.status).toBe(200);
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual([
      [403, 'forbidden'],
      [403, 'forbidden'],
    ]);
    expect((await browser.request('GET', '/v1/me/organizations')).list.map(({ id: listed }) => listed)).toEqual([
      second.organization_id,
      first,
    ]);
    expect(await placeOf(browser)).toBe(second.organization_id);
  });

  it('leads into no suspended organization, and out of one', async () => {
    const key = 'of-the-operator-of-this-hub-0123456789';
    const paused = await api.addOrganization('Paused');
    const browser = await addPerson('paused@example.com');
    const inside = (await addMember(api, 'paused@example.com', [{ role: 'viewer' }], paused.api_key)).browser;
    await api.request('PATCH', `/v1/operator/organizations/${paused.organization_id}`, {
      key,
      body: { status: 'suspended' },
    });
    await expect.poll(async () => (await me(inside)).error?.code, withinASecond).toBe('organization_suspended');

    const into = await switchTo(browser, paused.organization_id);
    const out = await switchTo(inside, first);

    expect([into.status, into.error.code, out.status]).toEqual([403, 'organization_suspended', 200]);
    expect((await browser.request('GET', '/v1/me/organizations')).list).toContainEqual(
      expect.objectContaining({ id: paused.organization_id, suspended: true }),
    );
  });

  it('is asked by pages of the hub, with a session', async () => {
    const browser = await addPerson('csrf@example.com');

    const attempts = [
      await switchTo(browser, first, { 'sec-fetch-site': 'cross-site' }),
      await switchTo(browser, first, { 'hub-session': '0' }),
      await switchTo(openBrowser(api), first),
    ];

    expect(attempts.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect((await browser.request('POST', '/auth/switch-organization', { body: {} })).status).toBe(400);
    expect(await placeOf(browser)).toBe(second.organization_id);
    expect((await api.request('GET', '/v1/me/organizations')).error.code).toBe('forbidden');
  });

  it('slows down who switches again and again', async () => {
    const limits = { perMinute: 10_000, burst: 10_000 };
    const slow = await startTestApi({
      beside: api,
      publicUrl,
      limits: { key: limits, organization: limits, address: limits, signIn: { perMinute: 5, burst: 5 } },
    });
    await addPerson('hasty@example.com');
    const browser = await signIn(slow, 'hasty@example.com');
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) statuses.push((await switchTo(browser, first)).status);
    await slow.close();

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('begins the next session in the organization that was used last', async () => {
    const email = 'last@example.com';
    const browser = await addPerson(email);
    // The invitation was accepted last.
    expect(await placeOf(await signIn(api, email))).toBe(second.organization_id);
    await switchTo(browser, first);
    expect(await placeOf(await signIn(api, email))).toBe(first);
    const named = openBrowser(api);
    const body = { email, password: goodPassword, organization_id: second.organization_id };
    await named.request('POST', '/auth/sign-in', { body });
    expect([await placeOf(named), await placeOf(await signIn(api, email))]).toEqual([
      second.organization_id,
      second.organization_id,
    ]);
  });

  it('ends the session that a browser had when it signs in again', async () => {
    const { browser } = await addMember(api, 'again@example.com', [{ role: 'viewer' }]);
    const former = openBrowser(api);
    former.cookies.set(cookieName, browser.cookies.get(cookieName) ?? '');

    await browser.request('POST', '/auth/sign-in', { body: { email: 'again@example.com', password: goodPassword } });

    await expect.poll(async () => (await me(former)).status, withinASecond).toBe(401);
    expect((await me(browser)).status).toBe(200);
  });

  describe('where an organization wants its people to sign in by its identity provider', () => {
    const email = 'eve@strict.example';
    let strict: typeof second;
    let url: unknown;

    beforeAll(async () => {
      strict = await api.addOrganization('Strict');
      await addMember(api, email, [{ role: 'viewer' }]);
      await addMember(api, email, [{ role: 'viewer' }], strict.api_key);
      for (const owner of ['owner@strict.example', 'invited@strict.example']) {
        await addMember(api, owner, [{ role: 'viewer' }]);
        await addMember(api, owner, [{ role: 'owner' }], strict.api_key);
      }
      const connection = await addSsoConnection(
        api,
        txt,
        { oidc: { issuer: 'https://login.example.com', ...openidClient } },
        { domains: ['strict.example'], key: strict.api_key },
      );
      url = connection['start_url'];
      await api.request('PATCH', `/v1/sso-connections/${connection.id}/domains/strict.example`, {
        key: strict.api_key,
        body: { enforced: true },
      });
    });

    it('leads nobody there without it, and says where it is', async () => {
      const browser = await signIn(api, email);
      const refused = await switchTo(browser, strict.organization_id);

      expect([refused.status, refused.error.details['reason']]).toEqual([403, 'sso_required']);
      expect(await placeOf(browser)).toBe(first);
      expect((await browser.request('GET', '/v1/me/organizations')).list).toContainEqual({
        id: strict.organization_id,
        name: 'Strict',
        current: false,
        suspended: false,
        sso: { name: 'Corp login', url },
      });
    });

    it('lets an owner in who has shown a second factor, and writes that down', async () => {
      const weak = await signIn(api, 'owner@strict.example');
      const refused = await switchTo(weak, strict.organization_id);
      const { authenticator } = await addPasskey(weak);
      const browser = openBrowser(api);
      await signInByPasskey(browser, authenticator);
      // The one that was used last is the one that she gets into by her second factor.
      await switchTo(browser, first);
      const { list } = await browser.request('GET', '/v1/me/organizations');
      const switched = await switchTo(browser, strict.organization_id);

      expect([refused.error.details['reason'], switched.status]).toEqual(['sso_required', 200]);
      expect(list.find(({ id }) => id === strict.organization_id)).not.toHaveProperty('sso');
      expect((await readAudit(strict.api_key, 'session.started'))[0]?.['changes']).toEqual({
        sso_bypassed: true,
        switched: true,
      });
    });

    it("counts an operator's link to one organization for nothing in another", async () => {
      const browser = await signIn(api, 'invited@strict.example');
      await api.admin`update user_sessions set methods = array['invitation'] where user_id in (
        select id from users where email = 'invited@strict.example')`;

      expect((await switchTo(browser, strict.organization_id)).error.details['reason']).toBe('sso_required');
      await api.admin`update user_sessions set methods = array['totp'] where user_id in (
        select id from users where email = 'invited@strict.example')`;
      expect((await switchTo(browser, strict.organization_id)).status).toBe(200);
    });
  });
});
