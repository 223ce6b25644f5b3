import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../api/routes/index.ts';
import { systemClock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { computeTotp } from '../../services/access/people/totp.ts';
import { openidClient, type OpenidProvider, startOpenidProvider } from '../lab/openid-provider.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { addMember, type Browser, goodPassword, openBrowser, publicUrl, signIn } from './people-acts.ts';
import { addSsoConnection, navigate, TxtRecords } from './sso-acts.ts';

const minuteMs = 60_000;
const withinASecond = { timeout: 1000, interval: 20 };
const path = '/v1/organization/sign-in-policy';
const asBefore = { second_factor: 'optional', session_idle_minutes: null, session_lifetime_minutes: null };
const txt = new TxtRecords();
let api: TestApi;
/** Another process beside. */
let beside: TestApi;
let provider: OpenidProvider;
let aheadMs = 0;
/** How long has passed by the clock that never goes back: what a process remembers is forgotten by that one. */
let passedMs = 0;

beforeAll(async () => {
  provider = await startOpenidProvider();
  const options = {
    publicUrl,
    allow: [new URL(provider.issuer).host],
    resolveTxt: txt.resolve,
    clock: {
      ...systemClock,
      now: () => systemClock.now() + aheadMs,
      monotonic: () => systemClock.monotonic() + passedMs,
    },
  };
  api = await startTestApi(options);
  beside = await startTestApi({ ...options, beside: api });
});

afterEach(async () => {
  aheadMs = 0;
  await decide(asBefore);
});

afterAll(async () => {
  await beside.close();
  await api.close();
  await provider.stop();
});

async function decide(body: object): Promise<Answer> {
  return api.request('PATCH', path, { body });
}

const statusOf = async (browser: Browser, address = '/v1/accounts'): Promise<number> =>
  (await browser.request('GET', address)).status;

const needOf = async (browser: Browser): Promise<unknown> =>
  (await browser.request('GET', '/v1/me')).data['second_factor_need'];

/** The same session, at another process. */
function besides(browser: Browser): Browser {
  const other = openBrowser(beside);
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
}

/** Adds an application that makes codes. @returns the next code that was not used. */
async function setUpFactor(browser: Browser): Promise<{ id: string; nextCode: () => string }> {
  const { data: factor } = await browser.request('POST', '/v1/me/second-factors', { body: { name: 'Telephone' } });
  let step = Math.floor((systemClock.now() + aheadMs) / 30_000) - 1;
  const nextCode = (): string => {
    step += 1;
    return computeTotp(String(factor['secret']), step);
  };
  const confirmed = await browser.request('POST', `/v1/me/second-factors/${factor.id}/confirm`, {
    body: { code: nextCode() },
  });
  expect([confirmed.status, confirmed.error]).toEqual([200, undefined]);
  return { id: factor.id, nextCode };
}

describe('test/api/sign-in-policy', { timeout: 60_000 }, () => {
  it('shows what holds, and writes down what an owner changes', async () => {
    const first = await api.request('GET', path);
    const changed = await decide({ session_idle_minutes: 30 });
    const { list } = await api.request('GET', '/v1/audit-events?action=organization.sign_in_policy_updated');

    expect(first.data).toEqual({
      second_factor: 'optional',
      session_idle_minutes: 720,
      session_lifetime_minutes: 10_080,
    });
    expect(changed.data).toEqual({ ...first.data, session_idle_minutes: 30 });
    expect(list[0]).toMatchObject({ after: { session_idle_minutes: 30 } });
    expect((await decide({ session_idle_minutes: null })).data).toEqual(first.data);
  });

  it('takes a change for the version that the caller knows only', async () => {
    const etag = (await api.request('GET', path)).headers.get('etag') ?? '';
    const send = () =>
      api.request('PATCH', path, { body: { session_idle_minutes: 45 }, headers: { 'if-match': etag } });

    expect([(await send()).status, (await send()).status]).toEqual([200, 412]);
  });

  it.each([
    [{ second_factor: 'perhaps' }, 'second_factor'],
    [{ second_factor: null }, 'second_factor'],
    [{ session_idle_minutes: 4 }, 'session_idle_minutes'],
    [{ session_idle_minutes: 721 }, 'session_idle_minutes'],
    [{ session_lifetime_minutes: 59 }, 'session_lifetime_minutes'],
    [{ session_lifetime_minutes: 10_081 }, 'session_lifetime_minutes'],
    [{ session_lifetime_minutes: 60.5 }, 'session_lifetime_minutes'],
    [{ anything: true }, 'anything'],
  ])('refuses %j', async (body, member) => {
    const { status, error } = await decide(body);
    expect([status, error.details.errors[0]?.path]).toEqual([400, member]);
  });

  it('lets owners alone change it, and nobody ask others for a second factor without one', async () => {
    const { browser: admin } = await addMember(api, 'admin@policy.example', [{ role: 'admin' }]);
    const { browser: owner } = await addMember(api, 'owner@policy.example', [{ role: 'owner' }]);
    const ask = (browser: Browser) => browser.request('PATCH', path, { body: { second_factor: 'required' } });

    expect((await admin.request('GET', path)).status).toBe(200);
    expect((await ask(admin)).error.code).toBe('insufficient_scope');
    expect((await ask(owner)).error.code).toBe('invalid_state');
    await setUpFactor(owner);
    expect((await ask(owner)).data['second_factor']).toBe('required');
    expect(await statusOf(owner)).toBe(200);
  });

  it('lets a member without a second factor do nothing but set one up, in every process within a second', async () => {
    const { browser } = await addMember(api, 'bare@policy.example', [{ role: 'owner' }]);
    const there = besides(browser);
    expect([await statusOf(browser), await statusOf(there)]).toEqual([200, 200]);
    await decide({ second_factor: 'required' });
    await expect.poll(() => statusOf(browser), withinASecond).toBe(403);
    await expect.poll(() => statusOf(there), withinASecond).toBe(403);

    const refused = await browser.request('GET', '/v1/accounts');
    expect(refused.error.details).toMatchObject({ reason: 'second_factor_required', second_factor_need: 'set_up' });
    expect(await needOf(browser)).toBe('set_up');
    const open: string[] = [];
    for (const { method, path: address, operationId, streams } of routes) {
      if (streams === true) continue;
      const hasBody = method !== 'get' && method !== 'delete';
      const { error } = await browser.request(
        method.toUpperCase(),
        `/v1${address.replace('{id}', newId('session')).replaceAll(/\{\w+\}/g, '1')}`,
        hasBody ? { body: {} } : {},
      );
      if (error?.details['reason'] !== 'second_factor_required') open.push(operationId);
    }
    expect(open.toSorted()).toEqual([
      'addPasskey',
      'addSecondFactor',
      'beginPasskey',
      'beginReauthentication',
      'confirmSecondFactor',
      'getMe',
      'listOwnOrganizations',
      'listPasskeys',
      'listSecondFactors',
      'reauthenticate',
    ]);
    const scim = await navigate(api, browser, '/scim/v2/Users', {
      headers: { 'hub-session': '1', 'sec-fetch-site': 'same-origin' },
    });
    expect([scim.status, await statusOf(browser, '/v1/audit-events/export')]).toEqual([403, 403]);

    const { id } = await setUpFactor(browser);
    await expect.poll(() => statusOf(browser), withinASecond).toBe(200);
    await expect.poll(() => statusOf(there), withinASecond).toBe(200);
    expect(await needOf(browser)).toBeUndefined();
    expect((await browser.request('DELETE', `/v1/me/second-factors/${id}`)).status).toBe(200);
    await expect.poll(() => needOf(browser), withinASecond).toBe('set_up');
  });

  it('asks a session that began without the second factor for it, and lets it add none', async () => {
    const email = 'two@policy.example';
    const { browser } = await addMember(api, email, [{ role: 'owner' }]);
    const bare = await signIn(api, email);
    const { nextCode } = await setUpFactor(browser);
    await decide({ second_factor: 'required' });
    await expect.poll(() => needOf(bare), withinASecond).toBe('confirm');

    const added = await bare.request('POST', '/v1/me/second-factors', { body: { name: 'Of a thief' } });
    expect([added.status, added.error.details['second_factor_need']]).toEqual([403, 'confirm']);
    await bare.request('POST', '/v1/me/reauthenticate', { body: { password: goodPassword } });
    expect(await needOf(bare)).toBe('confirm');
    const shown = await bare.request('POST', '/v1/me/reauthenticate', { body: { code: nextCode() } });
    expect([shown.status, shown.error]).toEqual([200, undefined]);
    await expect.poll(() => statusOf(bare), withinASecond).toBe(200);

    // The next code is not yet one that counts.
    aheadMs = minuteMs / 2;
    const fresh = openBrowser(api);
    await fresh.request('POST', '/auth/sign-in', { body: { email, password: goodPassword } });
    await fresh.request('POST', '/auth/second-factor', { body: { code: nextCode() } });
    expect(await statusOf(fresh)).toBe(200);
  });

  it('asks at the first sign-in after the decision, and asks no key and nobody whom an identity provider vouches for', async () => {
    await addMember(api, 'later@policy.example', [{ role: 'viewer' }]);
    const connection = await addSsoConnection(
      api,
      txt,
      { default_role: 'viewer', oidc: { issuer: provider.issuer, ...openidClient } },
      { domains: ['sso.example'] },
    );
    await decide({ second_factor: 'required' });
    const later = await signIn(api, 'later@policy.example');
    const bySso = openBrowser(api);
    Object.assign(provider.claims, { sub: 'ann', email: 'ann@sso.example', email_verified: true });
    const started = await navigate(api, bySso, `/auth/oidc/${connection.id}/start`);
    const back = await provider.authorize(started.headers.get('location') ?? '');
    await navigate(api, bySso, `${back.pathname}${back.search}`);

    expect([await statusOf(later), await needOf(later)]).toEqual([403, 'set_up']);
    expect([await statusOf(bySso), await needOf(bySso)]).toEqual([200, undefined]);
    expect((await api.request('GET', '/v1/accounts')).status).toBe(200);
  });

  it('ends sessions sooner, also those that have begun', async () => {
    const { browser: idle } = await addMember(api, 'idle@policy.example', [{ role: 'viewer' }]);
    const { browser: busy } = await addMember(api, 'busy@policy.example', [{ role: 'viewer' }]);
    const there = besides(idle);
    expect([await statusOf(idle), await statusOf(there), await statusOf(busy)]).toEqual([200, 200, 200]);
    aheadMs = 10 * minuteMs;
    await decide({ session_idle_minutes: 5 });
    await expect.poll(() => statusOf(idle), withinASecond).toBe(401);
    await expect.poll(() => statusOf(there), withinASecond).toBe(401);

    await decide({ session_idle_minutes: null, session_lifetime_minutes: 60 });
    await expect.poll(() => statusOf(busy), withinASecond).toBe(200);
    const { data: me } = await busy.request('GET', '/v1/me');
    const { list: sessions } = await busy.request('GET', '/v1/me/sessions');
    const begun = Date.parse(String(sessions[0]?.created_at));
    expect([me['expires_at'], sessions[0]?.['expires_at']]).toEqual(
      Array(2).fill(new Date(begun + 60 * minuteMs).toISOString()),
    );
    aheadMs = 61 * minuteMs;
    expect(await statusOf(busy)).toBe(401);
    const again = await signIn(api, 'busy@policy.example');
    expect((await again.request('GET', '/v1/me/sessions')).list).toHaveLength(1);
  });

  it('keeps a session that is used within the idle time', async () => {
    const { browser } = await addMember(api, 'used@policy.example', [{ role: 'viewer' }]);
    await decide({ session_idle_minutes: 5 });
    for (const minutes of [4, 8, 12]) {
      aheadMs = minutes * minuteMs;
      passedMs += 4 * minuteMs;
      expect(await statusOf(browser)).toBe(200);
    }
  });

  it('lets nobody into an organization by a session that is older than its sessions become', async () => {
    const email = 'both@policy.example';
    const { browser } = await addMember(api, email, [{ role: 'viewer' }]);
    const other = await api.addOrganization('Strict');
    const invited = await api.request('POST', '/v1/invitations', {
      key: other.api_key,
      body: { email, roles: [{ role: 'viewer' }] },
    });
    await openBrowser(api).request('POST', '/auth/accept-invitation', {
      body: { token: new URL(String(invited.data['url'])).hash.slice(1), password: goodPassword },
    });
    const body = { organization_id: other.organization_id };
    await api.request('PATCH', path, { key: other.api_key, body: { session_lifetime_minutes: 60 } });
    aheadMs = 61 * minuteMs;

    const refused = await browser.request('POST', '/auth/switch-organization', { body });
    expect([refused.status, refused.error.details['reason']]).toEqual([403, 'sign_in_required']);
    expect(await statusOf(browser)).toBe(200);
    aheadMs = 50 * minuteMs;
    const switched = await browser.request('POST', '/auth/switch-organization', { body });
    expect([switched.status, switched.error]).toEqual([200, undefined]);
    aheadMs = 61 * minuteMs;
    expect(await statusOf(browser)).toBe(401);
  });
});
