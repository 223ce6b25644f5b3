import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { Authenticator, type Lies } from '../lab/authenticator.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { addPasskey, signInByPasskey, tryToAdd } from './passkey-acts.ts';
import { addMember, type Browser, goodPassword, openBrowser, publicUrl, signIn } from './people-acts.ts';

const minuteMs = 60_000;
let api: TestApi;
/** Ahead of the real clock. */
let aheadMs = 0;
let people = 0;

beforeAll(async () => {
  api = await startTestApi({ publicUrl, clock: { ...systemClock, now: () => systemClock.now() + aheadMs } });
});

afterAll(() => api.close());

async function addPerson(role = 'viewer'): Promise<{ browser: Browser; id: string; email: string }> {
  people += 1;
  const email = `person${people}@example.com`;
  return { ...(await addMember(api, email, [{ role }])), email };
}

/** Takes the first step of signing in. */
async function givePassword(email: string) {
  const browser = openBrowser(api);
  const { data } = await browser.request('POST', '/auth/sign-in', { body: { email, password: goodPassword } });
  const give = (body: object) => browser.request('POST', '/auth/second-factor', { body });
  return { browser, data, options: Object(data['passkey_options']), give };
}

async function lastRefusal(id: string): Promise<unknown> {
  const { list } = await api.request('GET', `/v1/audit-events?action=session.refused&resource_id=${id}`);
  return Object(list[0]?.['changes']).step;
}

const lies: Record<string, Lies> = {
  'on the page of another origin': { origin: 'https://hub.example.evil.example' },
  'for another site': { rpId: 'evil.example' },
  'to another challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  'without a finger or a PIN': { unverified: true },
};

describe('test/api/passkeys', () => {
  it('adds a passkey with recovery codes, shows it, and gives it another name', async () => {
    const { browser, id } = await addPerson();
    const { passkey, authenticator } = await addPasskey(browser);
    const { recovery_codes: codes, ...record } = passkey;

    expect(codes).toHaveLength(10);
    expect(record).toEqual({
      id: expect.stringMatching(/^pk_/),
      name: 'Laptop',
      backed_up: false,
      created_at: expect.any(String),
    });
    const second = await addPasskey(browser);
    expect(second.passkey).not.toHaveProperty('recovery_codes');
    const renamed = await browser.request('PATCH', `/v1/me/passkeys/${passkey.id}`, { body: { name: 'Key ring' } });
    expect(renamed.data).toEqual({ ...record, name: 'Key ring' });
    expect((await browser.request('GET', '/v1/me/passkeys')).list.map(({ name }) => name)).toEqual([
      'Key ring',
      'Laptop',
    ]);
    const { data } = await browser.request('POST', '/v1/me/passkeys/options');
    expect(Object(data['options']).excludeCredentials).toContainEqual({
      type: 'public-key',
      id: authenticator.id.toString('base64url'),
      transports: ['internal'],
    });
    const { list } = await api.request('GET', `/v1/audit-events?actor=${id}`);
    expect(list.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['passkey.created', 'passkey.created', 'passkey.updated']),
    );
  });

  it('signs in by a passkey alone, which is both factors', async () => {
    const { browser: first, id, email } = await addPerson();
    const { authenticator } = await addPasskey(first);
    const browser = openBrowser(api);

    const signedIn = await signInByPasskey(browser, authenticator);

    expect(signedIn.data).toMatchObject({ state: 'signed_in', user: { id, email } });
    const { list } = await browser.request('GET', '/v1/me/sessions');
    expect(list.find(({ current }) => current === true)).toMatchObject({ methods: ['passkey'] });
    expect((await browser.request('GET', '/v1/me/passkeys')).list[0]?.['last_used_at']).toBeDefined();
  });

  it('asks for a passkey after the password, and takes a recovery code in its place', async () => {
    const { browser: first, email } = await addPerson();
    const { authenticator, passkey } = await addPasskey(first);
    const { browser, data, options, give } = await givePassword(email);

    expect([data['state'], data['factors']]).toEqual(['second_factor_required', ['passkey', 'recovery_code']]);
    expect(options.allowCredentials).toHaveLength(1);
    expect((await give({ passkey: authenticator.answer(options) })).data['state']).toBe('signed_in');
    const { list } = await browser.request('GET', '/v1/me/sessions');
    expect(list.find(({ current }) => current === true)).toMatchObject({ methods: ['password', 'passkey'] });

    const again = await givePassword(email);
    const [code] = [passkey['recovery_codes']].flat();
    expect((await again.give({ recovery_code: code })).data['state']).toBe('signed_in');
    expect((await again.give({ code: '123456', recovery_code: code })).status).toBe(400);
  });

  it.each(
    Object.entries({
      ...lies,
      'that was made for a new passkey': { type: 'webauthn.create' },
      'with a wrong signature': { forged: true },
      'in the name of somebody else': { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' },
    }),
  )('refuses an answer %s, alone and after the password', async (_what, lie: Lies) => {
    const { browser: first, id, email } = await addPerson();
    const { authenticator } = await addPasskey(first);
    const browser = openBrowser(api);

    const alone = await signInByPasskey(browser, authenticator, lie);
    const { options, give, browser: second } = await givePassword(email);
    const after = await give({ passkey: authenticator.answer(options, lie) });

    for (const { status, error } of [alone, after]) {
      expect([status, error.message]).toEqual([401, 'The passkey was not accepted. Try again, or use another way.']);
    }
    expect(await lastRefusal(id)).toBe('passkey');
    for (const { cookies } of [browser, second]) expect(cookies.has('__Host-hub_session')).toBe(false);
  });

  it.each(Object.entries({ ...lies, 'that was made to sign in': { type: 'webauthn.get' } }))(
    'refuses a new passkey %s',
    async (_what, lie: Lies) => {
      const { browser } = await addPerson();

      const answer = await tryToAdd(browser, new Authenticator(publicUrl), lie);

      expect([answer.status, answer.error.details.errors[0]?.code]).toEqual([400, 'passkey_refused']);
      expect((await browser.request('GET', '/v1/me/passkeys')).list).toEqual([]);
    },
  );

  it('takes each challenge once, in its browser, for five minutes', async () => {
    const { browser: first } = await addPerson();
    const { authenticator } = await addPasskey(first);
    const browser = openBrowser(api);
    const begin = async () => Object((await browser.request('POST', '/auth/passkey/options')).data['options']);
    const give = (passkey: object, from = browser) => from.request('POST', '/auth/passkey', { body: { passkey } });
    const passkey = authenticator.answer(await begin());
    const cookie = browser.cookies.get('__Host-hub_login') ?? '';

    expect((await give(passkey, openBrowser(api))).status).toBe(401);
    expect((await give(passkey)).status).toBe(200);
    browser.cookies.set('__Host-hub_login', cookie);
    expect((await give(passkey)).status).toBe(401);

    const late = authenticator.answer(await begin());
    try {
      aheadMs = 6 * minuteMs;
      expect((await give(late)).error.message).toMatch(/took too long/);
    } finally {
      aheadMs = 0;
    }
  });

  it('refuses a copy of an authenticator, whose counter goes back, and writes it down', async () => {
    const { browser: first, id } = await addPerson();
    const { authenticator } = await addPasskey(first);
    authenticator.counter = 7;
    expect((await signInByPasskey(openBrowser(api), authenticator)).status).toBe(200);

    expect((await signInByPasskey(openBrowser(api), authenticator)).status).toBe(401);
    expect(await lastRefusal(id)).toBe('passkey_copied');
    expect((await signInByPasskey(openBrowser(api), authenticator, { counter: 0 })).status).toBe(401);
    expect((await signInByPasskey(openBrowser(api), authenticator, { counter: 8 })).status).toBe(200);
  });

  it("takes nobody's passkey for another person's", async () => {
    const [ann, bob] = [await addPerson(), await addPerson()];
    const [{ authenticator: hers }, { authenticator: his }] = [
      await addPasskey(ann.browser),
      await addPasskey(bob.browser),
    ];
    const { options, give } = await givePassword(ann.email);
    expect((await give({ passkey: his.answer(options) })).status).toBe(401);
    expect((await give({ passkey: his.answer(options, { userHandle: hers.userHandle }) })).status).toBe(401);

    const known = await tryToAdd(bob.browser, hers);
    expect([known.status, known.error.code]).toEqual([409, 'conflict']);
    const { list } = await ann.browser.request('GET', '/v1/me/passkeys');
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: { name: 'Mine' } } : {};
      expect((await bob.browser.request(method, `/v1/me/passkeys/${list[0]?.id}`, body)).status).toBe(404);
    }
    const { data } = await ann.browser.request('POST', '/v1/me/passkeys/options');
    const stolen = await bob.browser.request('POST', '/v1/me/passkeys', {
      body: {
        name: 'A',
        ceremony: data['ceremony'],
        credential: new Authenticator(publicUrl).create(Object(data['options'])),
      },
    });
    expect([stolen.status, stolen.error.code]).toEqual([401, 'unauthorized']);
    expect((await signInByPasskey(openBrowser(api), new Authenticator(publicUrl), { userHandle: 'AAAA' })).status).toBe(
      401,
    );
  });

  it('confirms by a passkey that it is still the same person, once', async () => {
    const { browser } = await addPerson('admin');
    const none = await browser.request('POST', '/v1/me/reauthenticate/passkey-options');
    expect([none.status, none.error.code]).toEqual([409, 'invalid_state']);
    const { authenticator } = await addPasskey(browser);
    try {
      aheadMs = 11 * minuteMs;
      expect((await browser.request('POST', '/v1/me/passkeys/options')).error.details['reason']).toBe(
        'reauthentication_required',
      );
      const { data } = await browser.request('POST', '/v1/me/reauthenticate/passkey-options');
      const credential = authenticator.answer(Object(data['options']));
      const confirm = (from = browser) =>
        from.request('POST', '/v1/me/reauthenticate', {
          body: { passkey: { ceremony: data['ceremony'], credential } },
        });
      const { browser: other } = await addPerson();
      expect((await confirm(other)).status).toBe(401);
      expect((await confirm()).status).toBe(200);
      expect((await confirm()).status).toBe(401);
      await expect
        .poll(async () => (await browser.request('POST', '/v1/me/passkeys/options')).status, { timeout: 1000 })
        .toBe(200);
    } finally {
      aheadMs = 0;
    }
  });

  it('removes a passkey, its recovery codes, and never the only way to sign in', async () => {
    const { browser, email } = await addPerson();
    const { passkey, authenticator } = await addPasskey(browser);
    const remove = (id: string) => browser.request('DELETE', `/v1/me/passkeys/${id}`);
    await api.admin`
      delete from user_passwords where user_id = (select id from users where email = ${email})`;

    const refused = await remove(passkey.id);
    expect([refused.status, refused.error.code]).toEqual([409, 'invalid_state']);
    const second = await addPasskey(browser);
    expect((await remove(passkey.id)).status).toBe(200);
    expect((await remove(passkey.id)).status).toBe(404);
    expect((await signInByPasskey(openBrowser(api), authenticator)).status).toBe(401);
    expect((await signInByPasskey(openBrowser(api), second.authenticator)).status).toBe(200);

    const { browser: other, email: known } = await addPerson();
    const only = await addPasskey(other);
    await other.request('DELETE', `/v1/me/passkeys/${only.passkey.id}`);
    await signIn(api, known);
    const left = await api.admin`
      select 1 from recovery_codes where user_id = (select id from users where email = ${known})`;
    expect(left).toHaveLength(0);
  });

  it('keeps at most ten passkeys of a person', async () => {
    const { browser } = await addPerson();
    const { data } = await browser.request('POST', '/v1/me/passkeys/options');
    for (let count = 0; count < 10; count += 1) await addPasskey(browser);

    const begun = await browser.request('POST', '/v1/me/passkeys/options');
    const added = await browser.request('POST', '/v1/me/passkeys', {
      body: {
        name: 'Eleventh',
        ceremony: data['ceremony'],
        credential: new Authenticator(publicUrl).create(Object(data['options'])),
      },
    });

    expect([begun.error.code, added.error.code]).toEqual(['invalid_state', 'invalid_state']);
  });

  it('lets no suspended member in', async () => {
    const { browser, id } = await addPerson();
    const { authenticator } = await addPasskey(browser);
    await api.request('PATCH', `/v1/members/${id}`, { body: { status: 'suspended' } });

    expect((await signInByPasskey(openBrowser(api), authenticator)).status).toBe(403);
  });

  it('slows down who tries one passkey over and over', async () => {
    const { browser } = await addPerson();
    const { authenticator } = await addPasskey(browser);
    const plenty = { perMinute: 10_000_000, burst: 1_000_000 };
    const strict = await startTestApi({
      beside: api,
      publicUrl,
      limits: { key: plenty, organization: plenty, address: plenty, signIn: { perMinute: 2, burst: 2 } },
    });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await signInByPasskey(openBrowser(strict), authenticator, { forged: true })).status);
    }
    await strict.close();

    expect(statuses).toEqual([401, 401, 429]);
  });
});
