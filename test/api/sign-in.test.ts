import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { ensureOwner } from '../../services/access/organizations/ensure-owner.ts';
import { computeTotp } from '../../services/access/people/totp.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { pepper, startTestApi, type TestApi } from './harness.ts';
import { addMember, goodPassword, openBrowser, publicUrl, signIn, tokenOf, welcomeOwner } from './people-acts.ts';

const minuteMs = 60_000;
let api: TestApi;
/** Ahead of the real clock. */
let aheadMs = 0;
/** The farthest that it was: the monotonic clock, by which memories end, never goes back. */
let farthestMs = 0;

beforeAll(async () => {
  const clock = {
    ...systemClock,
    now: () => systemClock.now() + aheadMs,
    monotonic: () => systemClock.monotonic() + (farthestMs = Math.max(farthestMs, aheadMs)),
  };
  api = await startTestApi({ publicUrl, clock });
});

afterAll(() => api.close());

describe('test/api/sign-in', () => {
  it('makes the holder of an owner link an owner, once', async () => {
    const { welcome_url: url } = await api.addOrganization('Fresh');
    const looked = await openBrowser(api).request('POST', '/auth/invitation', { body: { token: tokenOf(url) } });
    expect(url).toMatch(/^http:\/\/localhost:8080\/app\/welcome#ihi_[0-9A-Za-z]{49}$/);
    expect(looked.data).toEqual({
      organization: { name: 'Fresh' },
      roles: ['owner'],
      person_exists: false,
      passwordless: false,
    });

    const owner = await welcomeOwner(api, url, 'Owner@Fresh.example');
    const { data: me } = await owner.request('GET', '/v1/me');
    const again = await openBrowser(api).request('POST', '/auth/accept-invitation', {
      body: { token: tokenOf(url), email: 'thief@fresh.example', name: 'Thief', password: goodPassword },
    });

    expect(me).toMatchObject({
      kind: 'session',
      name: 'Olive Owner',
      email: 'owner@fresh.example',
      organization: { name: 'Fresh' },
      roles: [{ role: 'owner' }],
      scopes: ['*'],
    });
    expect([again.status, again.error.code]).toEqual([404, 'not_found']);
  });

  it('signs the owner of a local hub in by the link alone, until they have chosen a password', async () => {
    const { api_key: apiKey } = await api.addOrganization('Local');
    const ensure = () => ensureOwner({ database: api.database, pepper, apiKey, publicUrl: 'http://127.0.0.1:8080' });
    const [replaced, { welcomeUrl = '', dashboardUrl }] = [await ensure(), await ensure()];
    const open = async (url = '') => {
      const browser = openBrowser(api);
      const answer = await browser.request('POST', '/auth/accept-invitation', { body: { token: tokenOf(url) } });
      return { browser, status: answer.status };
    };
    expect(dashboardUrl).toBe('http://localhost:8080/app/');
    expect((await open(replaced.welcomeUrl)).status).toBe(404);

    const { browser, status } = await open(welcomeUrl);

    expect(status).toBe(200);
    expect((await browser.request('GET', '/v1/me')).data['roles']).toEqual([{ role: 'owner' }]);
    expect((await ensure()).welcomeUrl).toBeDefined();
    const body = { password: goodPassword, email: 'local@example.com' };
    expect((await browser.request('PUT', '/v1/me/password', { body: { password: goodPassword } })).status).toBe(400);
    expect((await browser.request('PUT', '/v1/me/password', { body })).status).toBe(200);
    expect((await ensure()).welcomeUrl).toBeUndefined();
    await signIn(api, 'local@example.com');
  });

  it('keeps the session in a cookie that scripts and other hosts cannot reach', async () => {
    await addMember(api, 'cookie@example.com', [{ role: 'viewer' }]);
    const answer = await openBrowser(api).request('POST', '/auth/sign-in', {
      body: { email: 'cookie@example.com', password: goodPassword },
    });

    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-hub_session=ihu_[0-9A-Za-z]{49}; Max-Age=604800; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
      ),
      '__Host-hub_login=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax',
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify(answer.body)).not.toContain('ihu_');
  });

  it('answers a wrong password and an unknown person alike', async () => {
    await addMember(api, 'alike@example.com', [{ role: 'viewer' }]);
    const bodies = await Promise.all(
      ['alike@example.com', 'nobody@example.com'].map((email) =>
        openBrowser(api).request('POST', '/auth/sign-in', { body: { email, password: 'wrong horse battery' } }),
      ),
    );

    const [known, unknown] = bodies.map(({ status, error }) => [status, error.code, error.message]);
    expect(known).toEqual([401, 'unauthorized', 'The e-mail address or the password is not right.']);
    expect(unknown).toEqual(known);
    const { list } = await api.request('GET', '/v1/audit-events?action=session.refused');
    expect(list[0]).toMatchObject({ changes: { step: 'password' } });
  });

  it('refuses passwords that are guessed first, and short ones', async () => {
    for (const password of ['password1234', 'owner@example', 'short']) {
      const { welcome_url: url } = await api.addOrganization('Weak');
      const answer = await openBrowser(api).request('POST', '/auth/accept-invitation', {
        body: { token: tokenOf(url), email: 'owner@example.com', name: 'Owner', password },
      });
      expect([password, answer.status, answer.error.details.errors[0]?.path]).toEqual([password, 400, 'password']);
    }
  });

  it('slows down whoever guesses the password of a person, and lets others in meanwhile', async () => {
    const strict = await startTestApi({
      beside: api,
      publicUrl,
      limits: { key: plenty, organization: plenty, address: plenty, signIn: { perMinute: 5, burst: 5 } },
    });
    await addMember(api, 'guessed@example.com', [{ role: 'viewer' }]);
    const attempt = (email: string, from: string) =>
      openBrowser(strict).request('POST', '/auth/sign-in', { body: { email, password: 'x' }, from });
    const statuses = [];
    for (let count = 0; count < 7; count += 1)
      statuses.push((await attempt('guessed@example.com', '192.0.2.1')).status);

    const elsewhere = await openBrowser(strict).request('POST', '/auth/sign-in', {
      body: { email: 'guessed@example.com', password: goodPassword },
      from: '192.0.2.2',
    });

    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(elsewhere.status).toBe(200);
    await strict.close();
  });

  it('counts a network of IPv6 as one address, and codes of a person wherever they come from', async () => {
    const few = { perMinute: 5, burst: 5 };
    const strict = await startTestApi({
      beside: api,
      publicUrl,
      limits: { key: plenty, organization: plenty, address: few, signIn: few },
    });
    const { browser } = await addMember(api, 'network@example.com', [{ role: 'viewer' }]);
    const { data: factor } = await browser.request('POST', '/v1/me/second-factors', { body: { name: 'Telephone' } });
    const code = computeTotp(String(factor['secret']), Math.floor(systemClock.now() / 30_000));
    await browser.request('POST', `/v1/me/second-factors/${factor.id}/confirm`, { body: { code } });
    const guess = async (email: string, from: string): Promise<number> => {
      const body = { email, password: 'x' };
      return (await openBrowser(strict).request('POST', '/auth/sign-in', { body, from })).status;
    };
    const guessCode = async (from: string): Promise<number> => {
      const thief = openBrowser(strict);
      const body = { email: 'network@example.com', password: goodPassword };
      expect((await thief.request('POST', '/auth/sign-in', { body, from })).data['state']).toBe(
        'second_factor_required',
      );
      return (await thief.request('POST', '/auth/second-factor', { body: { code: '000000' }, from })).status;
    };
    const [hosts, person, network, codes]: [number[], number[], number[], number[]] = [[1, 2, 3, 4, 5, 6], [], [], []];
    for (const host of hosts) person.push(await guess('network@example.com', `2001:db8:1:1::${host}`));
    for (const host of hosts) network.push(await guess(`stranger${host}@example.com`, `2001:db8:1:2:${host}::1`));
    for (const host of hosts) codes.push(await guessCode(`192.0.2.${host}`));

    expect([person, network, codes]).toEqual(hosts.map(() => [401, 401, 401, 401, 401, 429]).slice(0, 3));
    expect(await guess('network@example.com', '2001:db8:1:3::1')).toBe(401);
    await strict.close();
  });

  it('lists sessions and ends them, at once', async () => {
    const { browser: laptop } = await addMember(api, 'devices@example.com', [{ role: 'viewer' }]);
    const telephone = await signIn(api, 'devices@example.com');
    const { list } = await laptop.request('GET', '/v1/me/sessions');
    const other = list.find((session) => session['current'] === false);

    expect(list).toHaveLength(2);
    expect(other).toMatchObject({ methods: ['password'], user_agent: 'Test browser' });
    expect((await telephone.request('GET', '/v1/me')).status).toBe(200);
    expect((await laptop.request('DELETE', `/v1/me/sessions/${other?.id}`)).status).toBe(200);
    await expect.poll(async () => (await telephone.request('GET', '/v1/me')).status, { timeout: 1000 }).toBe(401);
    expect((await laptop.request('GET', '/v1/me')).status).toBe(200);
  });

  it('signs out', async () => {
    const { browser } = await addMember(api, 'leaving@example.com', [{ role: 'viewer' }]);
    const cookies = new Map(browser.cookies);

    await browser.request('POST', '/auth/sign-out');

    expect(browser.cookies.size).toBe(0);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await expect.poll(async () => (await browser.request('GET', '/v1/me')).status, { timeout: 1000 }).toBe(401);
    expect((await openBrowser(api).request('POST', '/auth/sign-out')).status).toBe(200);
  });

  it('ends sessions that nobody uses, and old ones', async () => {
    const { browser } = await addMember(api, 'idle@example.com', [{ role: 'viewer' }]);
    const status = async (): Promise<number> => (await browser.request('GET', '/v1/me')).status;
    try {
      for (const hours of [0, 11, 22]) {
        aheadMs = hours * 60 * minuteMs;
        expect(await status()).toBe(200);
      }
      aheadMs = 35 * 60 * minuteMs;
      expect(await status()).toBe(401);
    } finally {
      aheadMs = 0;
    }
  });

  it('asks for a confirmation before sensitive acts when the last one is old', async () => {
    const { browser } = await addMember(api, 'admin@example.com', [{ role: 'admin' }]);
    const makeKey = () => browser.request('POST', '/v1/api-keys', { body: { name: 'A', scopes: ['runs:read'] } });
    try {
      expect((await makeKey()).status).toBe(201);
      aheadMs = 11 * minuteMs;
      const refused = await makeKey();
      expect([refused.status, refused.error.code, refused.error.details['reason']]).toEqual([
        403,
        'forbidden',
        'reauthentication_required',
      ]);
      const wrong = await browser.request('POST', '/v1/me/reauthenticate', { body: { password: 'wrong' } });
      expect(wrong.status).toBe(401);
      const { data: me } = await browser.request('GET', '/v1/me');
      const { list } = await api.request('GET', `/v1/audit-events?action=session.refused&resource_id=${me.id}`);
      expect(list).toEqual([expect.objectContaining({ actor: me.id, changes: { step: 'password' } })]);
      const right = await browser.request('POST', '/v1/me/reauthenticate', { body: { password: goodPassword } });
      expect(right.status).toBe(200);
      await expect.poll(async () => (await makeKey()).status, { timeout: 1000 }).toBe(201);
    } finally {
      aheadMs = 0;
    }
  });

  it('takes a second factor: each code once, and recovery codes in its place', async () => {
    const email = 'totp@example.com';
    const { browser } = await addMember(api, email, [{ role: 'viewer' }]);
    const { data: factor } = await browser.request('POST', '/v1/me/second-factors', { body: { name: 'Telephone' } });
    const codeAt = (steps: number): string =>
      computeTotp(String(factor['secret']), Math.floor((systemClock.now() + aheadMs) / 30_000) + steps);
    const before = await openBrowser(api).request('POST', '/auth/sign-in', { body: { email, password: goodPassword } });
    expect(before.data['state']).toBe('signed_in');

    const confirmed = await browser.request('POST', `/v1/me/second-factors/${factor.id}/confirm`, {
      body: { code: codeAt(0) },
    });
    const codes = confirmed.data['recovery_codes'];
    expect(codes).toHaveLength(10);

    const second = openBrowser(api);
    const first = await second.request('POST', '/auth/sign-in', { body: { email, password: goodPassword } });
    expect(first.data).toEqual({ state: 'second_factor_required', factors: ['totp', 'recovery_code'] });
    expect((await second.request('GET', '/v1/me')).status).toBe(401);
    const give = (body: object) => second.request('POST', '/auth/second-factor', { body });
    expect((await give({ code: codeAt(0) })).status).toBe(401);
    expect((await give({ code: codeAt(3) })).status).toBe(401);
    expect((await give({ code: codeAt(1) })).data['state']).toBe('signed_in');
    expect((await second.request('GET', '/v1/me')).status).toBe(200);

    await second.request('POST', '/auth/sign-in', { body: { email, password: goodPassword } });
    const recovery = Array.isArray(codes) ? String(codes[0]) : '';
    expect((await give({ recovery_code: recovery.toUpperCase() })).status).toBe(200);
    await second.request('POST', '/auth/sign-in', { body: { email, password: goodPassword } });
    expect((await give({ recovery_code: recovery })).status).toBe(401);
    expect((await openBrowser(api).request('POST', '/auth/second-factor', { body: { code: codeAt(1) } })).status).toBe(
      401,
    );
  });

  it('changes a password for whoever knows it, and ends the other sessions', async () => {
    const email = 'change@example.com';
    const { browser } = await addMember(api, email, [{ role: 'viewer' }]);
    const other = await signIn(api, email);
    const change = (current: string) =>
      browser.request('PUT', '/v1/me/password', {
        body: { password: 'another staple here', current_password: current },
      });

    expect((await change('wrong')).status).toBe(401);
    expect((await change(goodPassword)).status).toBe(200);

    await expect.poll(async () => (await other.request('GET', '/v1/me')).status, { timeout: 1000 }).toBe(401);
    expect((await browser.request('GET', '/v1/me')).status).toBe(200);
    await signIn(api, email, 'another staple here');
  });

  it('stores no token, password or code in clear, and logs none', async () => {
    const email = 'secret@example.com';
    const { browser } = await addMember(api, email, [{ role: 'viewer' }]);
    const token = browser.cookies.get('__Host-hub_session') ?? 'none';
    const orgId = toLookup('organization', api.organization.organization_id);
    const tables = ['users', 'user_passwords', 'user_sessions', 'invitations', 'audit_events', 'second_factors'];
    const rows = await Promise.all(tables.map((table) => api.admin`select * from ${api.admin(table)}`));
    const text = JSON.stringify(rows) + api.logged.join('\n');

    expect(text).toContain(email);
    expect(text).toContain(orgId);
    for (const secret of [token, goodPassword, token.slice(4)]) expect(text).not.toContain(secret);
  });

  it('lets nobody sign in where browsers would not keep the cookie', async () => {
    const plain = await startTestApi({ beside: api, publicUrl: 'http://hub.example' });
    const answer = await openBrowser(plain).request('POST', '/auth/sign-in', {
      body: { email: 'a@example.com', password: goodPassword },
    });
    await plain.close();

    expect([answer.status, answer.error.code]).toEqual([403, 'forbidden']);
    expect(answer.error.message).toMatch(/https/);
  });
});

const plenty = { perMinute: 10_000_000, burst: 1_000_000 };
