import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { openidClient } from '../lab/openid-provider.ts';
import { type PostOffice, startPostOffice } from '../lab/smtp.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { addMember, goodPassword, openBrowser, publicUrl, signIn, tokenOf } from './people-acts.ts';
import { addSsoConnection, TxtRecords } from './sso-acts.ts';

const minuteMs = 60_000;
const newPassword = 'another staple here';
const plenty = { perMinute: 10_000_000, burst: 1_000_000 };
const txt = new TxtRecords();
let api: TestApi;
let office: PostOffice;
/** Ahead of the real clock. */
let aheadMs = 0;

beforeAll(async () => {
  office = await startPostOffice({
    user: 'hub',
    password: 'right word',
    refuse: (recipient) => (recipient.startsWith('full@') ? { status: 552, message: 'No room.' } : undefined),
  });
  const mailer = {
    url: `smtp://hub:right%20word@localhost:${office.port}`,
    from: 'hub@example.com',
    ca: office.certificate,
  };
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  api = await startTestApi({ publicUrl, clock, mailer, resolveTxt: txt.resolve });
});

afterAll(async () => {
  await api.close();
  await office.stop();
});

const ask = (email: string, of = api, from?: string): Promise<Answer> =>
  openBrowser(of).request('POST', '/auth/forgotten-password', {
    body: { email },
    ...(from === undefined ? {} : { from }),
  });

/** Asks, and waits until all is done that it sets off. @returns the links that were sent to the address. */
async function receive(email: string): Promise<string[]> {
  const before = office.deliveries.length;
  expect((await ask(email)).status).toBe(200);
  await api.mail?.close();
  const sent = office.deliveries.slice(before);
  expect(sent.every(({ to }) => to.join() === email)).toBe(true);
  return sent.map(({ content }) => {
    // Long lines are broken up on the way (quoted-printable).
    const text = content.replaceAll('=\r\n', '');
    return /https:\/\/hub\.example\/app\/reset#\w+/.exec(text)?.[0] ?? text;
  });
}

const choose = (url: string, browser = openBrowser(api)): Promise<Answer> =>
  browser.request('POST', '/auth/reset-password', { body: { token: tokenOf(url), password: newPassword } });

describe('test/api/forgotten-password', { timeout: 30_000 }, () => {
  it('sends a person a link that works once, for an hour', async () => {
    const { browser, id } = await addMember(api, 'ada@example.com', [{ role: 'viewer' }]);
    const [url = '', ...others] = await receive('ada@example.com');
    expect(others).toEqual([]);
    expect(office.deliveries.at(-1)?.content).toMatch(/Subject: Choose a new password/);
    try {
      aheadMs = 61 * minuteMs;
      expect((await choose(url)).status).toBe(404);
    } finally {
      aheadMs = 0;
    }

    expect((await choose(url)).data['state']).toBe('signed_in');
    expect((await choose(url)).status).toBe(404);
    await expect.poll(async () => (await browser.request('GET', '/v1/me')).status, { timeout: 1000 }).toBe(401);
    await signIn(api, 'ada@example.com', newPassword);
    const { list } = await api.request('GET', `/v1/audit-events?resource_id=${id}`);
    expect(list.map((event) => event['action'])).toEqual(
      expect.arrayContaining(['user.reset_link_mailed', 'user.password_reset']),
    );
    expect(list.find((event) => event['action'] === 'user.password_reset')).toMatchObject({
      changes: { issuer: 'mail', second_factors_removed: false },
    });
    expect(JSON.stringify(list) + api.logged.join('\n')).not.toContain(tokenOf(url));
  });

  it('ends with the password that it was to replace', async () => {
    const { browser, id } = await addMember(api, 'robbed@example.com', [{ role: 'viewer' }]);
    const [url = ''] = await receive('robbed@example.com');
    const made = await api.request('POST', `/v1/members/${id}/reset-links`, { body: {} });
    const body = { password: newPassword, current_password: goodPassword };

    expect((await browser.request('PUT', '/v1/me/password', { body })).status).toBe(200);

    expect((await choose(url)).status).toBe(404);
    expect((await choose(String(made.data['url']))).status).toBe(404);
    await signIn(api, 'robbed@example.com', newPassword);
  });

  it('ends the session that another person had in the browser', async () => {
    await addMember(api, 'second@example.com', [{ role: 'viewer' }]);
    const { browser } = await addMember(api, 'first@example.com', [{ role: 'viewer' }]);
    const former = openBrowser(api);
    for (const [name, value] of browser.cookies) former.cookies.set(name, value);
    const [url = ''] = await receive('second@example.com');

    expect((await choose(url, browser)).data['state']).toBe('signed_in');

    await expect.poll(async () => (await former.request('GET', '/v1/me')).status, { timeout: 1000 }).toBe(401);
  });

  it('answers alike for a known and an unknown address, and sends the latter nothing', async () => {
    await addMember(api, 'known@example.com', [{ role: 'viewer' }]);
    const before = office.deliveries.length;
    const answers = [await ask('known@example.com'), await ask('unknown@example.com'), await ask('hub@localhost')];
    await api.mail?.close();

    expect(answers.map(({ status, data }) => [status, data])).toEqual(answers.map(() => [200, { help: 'mail' }]));
    expect(office.deliveries.slice(before).map(({ to }) => to)).toEqual([['known@example.com']]);
  });

  it('waits for nothing before it answers', async () => {
    await addMember(api, 'waiting@example.com', [{ role: 'viewer' }]);
    const before = office.deliveries.length;
    const locked = Promise.withResolvers<void>();
    const held = api.admin.begin(async (sql) => {
      // The look-up of a person stands still as long as this lasts.
      await sql`lock table users in access exclusive mode`;
      await locked.promise;
    });
    await expect.poll(async () => (await ask('waiting@example.com')).status).toBe(200);
    expect(office.deliveries).toHaveLength(before);
    locked.resolve();
    await held;
    await expect.poll(() => office.deliveries.length, { timeout: 5000 }).toBeGreaterThan(before);
    await api.mail?.close();
  });

  it('sends one in two minutes, of which the newest works, and leaves links of administrators alone', async () => {
    const { id } = await addMember(api, 'again@example.com', [{ role: 'viewer' }]);
    const made = await api.request('POST', `/v1/members/${id}/reset-links`, { body: {} });
    const [first = ''] = await receive('again@example.com');
    expect(await receive('again@example.com')).toEqual([]);
    try {
      aheadMs = 3 * minuteMs;
      const [second = ''] = await receive('again@example.com');
      const look = async (url: string): Promise<number> =>
        (await openBrowser(api).request('POST', '/auth/reset-link', { body: { token: tokenOf(url) } })).status;
      expect([await look(first), await look(second), await look(String(made.data['url']))]).toEqual([404, 200, 200]);
      expect((await choose(second)).status).toBe(200);
      expect(await look(String(made.data['url']))).toBe(404);
      const [third = ''] = await receive('again@example.com');
      const newer = await api.request('POST', `/v1/members/${id}/reset-links`, { body: {} });
      expect([await look(third), await look(String(newer.data['url']))]).toEqual([404, 200]);
    } finally {
      aheadMs = 0;
    }
  });

  it('resets a person of several organizations, for whom no administrator may', async () => {
    const second = await api.addOrganization('Second');
    const { id } = await addMember(api, 'both@example.com', [{ role: 'viewer' }]);
    const invited = await api.request('POST', '/v1/invitations', {
      key: second.api_key,
      body: { email: 'both@example.com', roles: [{ role: 'viewer' }] },
    });
    await openBrowser(api).request('POST', '/auth/accept-invitation', {
      body: { token: tokenOf(String(invited.data['url'])), password: goodPassword },
    });
    const [url = ''] = await receive('both@example.com');

    expect((await choose(url)).status).toBe(200);
    for (const key of [api.organization.api_key, second.api_key]) {
      const { list } = await api.request('GET', `/v1/audit-events?resource_id=${id}`, { key });
      expect(list.map((event) => event['action'])).toEqual(
        expect.arrayContaining(['user.reset_link_mailed', 'user.password_reset']),
      );
    }
  });

  it('asks for the second factor still', async () => {
    const { browser } = await addMember(api, 'careful@example.com', [{ role: 'viewer' }]);
    await api.admin`
      insert into second_factors (user_id, id, kind, name, sealed, confirmed_at)
      select id, gen_random_uuid(), 'totp', 'Telephone', '', now() from users where email = 'careful@example.com'`;
    const [url = ''] = await receive('careful@example.com');

    const chosen = openBrowser(api);
    expect((await choose(url, chosen)).data['state']).toBe('second_factor_required');
    expect((await chosen.request('GET', '/v1/me')).status).toBe(401);
    await expect.poll(async () => (await browser.request('GET', '/v1/me')).status, { timeout: 1000 }).toBe(401);
  });

  it('sends nothing to who never had a password, is suspended, or has to use an identity provider', async () => {
    const { id } = await addMember(api, 'out@example.com', [{ role: 'viewer' }]);
    await api.request('PATCH', `/v1/members/${id}`, { body: { status: 'suspended' } });
    await addMember(api, 'passwordless@example.com', [{ role: 'viewer' }]);
    await api.admin`
      delete from user_passwords using users
      where users.id = user_id and users.email = 'passwordless@example.com'`;
    const oidc = { issuer: 'https://login.example.com', ...openidClient };
    const connection = await addSsoConnection(api, txt, { oidc }, { domains: ['corp.example'] });
    await addMember(api, 'ada@corp.example', [{ role: 'viewer' }]);
    await addMember(api, 'olga@corp.example', [{ role: 'owner' }]);
    const path = `/v1/sso-connections/${connection.id}/domains/corp.example`;
    await api.request('PATCH', path, { body: { enforced: true } });

    expect(await receive('out@example.com')).toEqual([]);
    expect(await receive('passwordless@example.com')).toEqual([]);
    expect(await receive('ada@corp.example')).toEqual([]);
    expect(await receive('olga@corp.example')).toHaveLength(1);
  });

  it('is slowed down as attempts to sign in are, by person and by address', async () => {
    const limits = { key: plenty, organization: plenty, address: plenty };
    const strict = await startTestApi({
      beside: api,
      publicUrl,
      limits: { ...limits, signIn: { perMinute: 5, burst: 5 } },
    });
    const few = await startTestApi({
      beside: api,
      publicUrl,
      limits: { ...limits, address: { perMinute: 3, burst: 3 } },
    });
    const [byPerson, byAddress] = [[], []] as [number[], number[]];
    for (let count = 0; count < 7; count += 1) {
      byPerson.push((await ask('slow@example.com', strict, '192.0.2.1')).status);
      byAddress.push((await ask(`slow${count}@example.com`, few, '192.0.2.2')).status);
    }
    const elsewhere = await ask('slow@example.com', strict, '192.0.2.3');
    await Promise.all([strict.close(), few.close()]);

    expect(byPerson).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(byAddress).toEqual([200, 200, 200, 429, 429, 429, 429]);
    expect(elsewhere.status).toBe(200);
  });

  it('leads to an administrator where the operator has named no mail server', async () => {
    const without = await startTestApi({ beside: api, publicUrl });
    const answer = await ask('ada@example.com', without);
    await without.close();

    expect([answer.status, answer.data]).toEqual([200, { help: 'administrator' }]);
  });

  it('logs a mail that could not be sent, without its link', async () => {
    await addMember(api, 'full@example.com', [{ role: 'viewer' }]);
    expect(await receive('full@example.com')).toEqual([]);

    const logged = api.logged.join('\n');
    expect(logged).toMatch(/refused/);
    expect(logged).not.toContain('ihr_');
  });

  it.each(['', 'nobody', 'a@b@c.example'])('refuses %j as an address', async (email) => {
    expect((await ask(email)).status).toBe(400);
  });
});
