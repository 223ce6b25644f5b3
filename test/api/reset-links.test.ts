import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { openidClient } from '../lab/openid-provider.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { addClient, getToken } from './oauth-acts.ts';
import { addPasskey } from './passkey-acts.ts';
import {
  addMember,
  addTotp,
  type Browser,
  goodPassword,
  openBrowser,
  publicUrl,
  signIn,
  tokenOf,
  welcomeOwner,
} from './people-acts.ts';
import { addSsoConnection, TxtRecords } from './sso-acts.ts';

const hourMs = 3_600_000;
const operatorKey = 'CANARY-operator-of-resets-0123456789abc';
const newPassword = 'another staple here';
const withinASecond = { timeout: 1000, interval: 20 };
const txt = new TxtRecords();
let api: TestApi;
let owner: Browser;
let admin: Browser;
/** Ahead of the real clock. */
let aheadMs = 0;
let people = 0;

const now = (): number => systemClock.now() + aheadMs;

beforeAll(async () => {
  const clock = { ...systemClock, now };
  api = await startTestApi({ publicUrl, clock, operatorKey, resolveTxt: txt.resolve });
  owner = await welcomeOwner(api, api.organization.welcome_url, 'owner@first.example');
  ({ browser: admin } = await addMember(api, 'admin@first.example', [{ role: 'admin' }]));
});

afterAll(() => api.close());

async function addPerson(role = 'viewer'): Promise<{ browser: Browser; id: string; email: string }> {
  people += 1;
  const email = `person${people}@first.example`;
  return { ...(await addMember(api, email, [{ role }])), email };
}

const ask = (browser: Browser, id: string, body: object = {}): Promise<Answer> =>
  browser.request('POST', `/v1/members/${id}/reset-links`, { body });

async function makeLink(id: string, body: object = {}, browser = admin): Promise<string> {
  const made = await ask(browser, id, body);
  expect([made.status, made.error]).toEqual([201, undefined]);
  return tokenOf(String(made.data['url']));
}

const look = (token: string): Promise<Answer> =>
  openBrowser(api).request('POST', '/auth/reset-link', { body: { token } });

const choose = (token: string, password = newPassword, browser = openBrowser(api)): Promise<Answer> =>
  browser.request('POST', '/auth/reset-password', { body: { token, password } });

const statusOf = async (browser: Browser): Promise<number> => (await browser.request('GET', '/v1/me')).status;

const refusalOf = ({ status, error }: Answer): unknown[] => [status, error.code, error.details['reason']];

async function readActions(id: string, key = api.organization.api_key): Promise<unknown[]> {
  const { list } = await api.request('GET', `/v1/audit-events?resource_id=${id}`, { key });
  return list.map((event) => event['action']);
}

describe('test/api/reset-links', { timeout: 30_000 }, () => {
  it('lets a member choose another password by a link, once, and ends all their sessions', async () => {
    const { browser, id, email } = await addPerson();
    const made = await ask(admin, id);
    const url = String(made.data['url']);
    expect([made.status, made.data]).toEqual([
      201,
      {
        url: expect.stringMatching(/^https:\/\/hub\.example\/app\/reset#ihr_\w{49}$/),
        second_factors: false,
        expires_at: expect.any(String),
      },
    ]);
    const token = tokenOf(url);
    expect((await look(token)).data).toEqual({ name: email.split('@')[0], email, second_factors: false });

    const fresh = openBrowser(api);
    const chosen = await choose(token, newPassword, fresh);

    expect([chosen.status, chosen.data['state']]).toEqual([200, 'signed_in']);
    expect(await statusOf(fresh)).toBe(200);
    await expect.poll(() => statusOf(browser), withinASecond).toBe(401);
    await signIn(api, email, newPassword);
    const old = await openBrowser(api).request('POST', '/auth/sign-in', { body: { email, password: goodPassword } });
    expect(old.status).toBe(401);
    expect(refusalOf(await choose(token, 'a third staple there'))).toEqual([404, 'not_found', undefined]);
    expect((await look(token)).status).toBe(404);
    expect(await readActions(id)).toEqual(expect.arrayContaining(['member.reset_link_created', 'user.password_reset']));
    const { list } = await api.request('GET', `/v1/audit-events?action=user.password_reset&resource_id=${id}`);
    const adminId = (await admin.request('GET', '/v1/me')).data.id;
    expect(list[0]).toMatchObject({
      actor: id,
      changes: { issuer: 'member', made_by: adminId, second_factors_removed: false },
    });
  });

  it('is used once, however often at the same time', async () => {
    const token = await makeLink((await addPerson()).id);

    const answers = await Promise.all(Array.from({ length: 4 }, () => choose(token)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
  });

  it('ends when its time is over, and when a newer one is made', async () => {
    const { id } = await addPerson();
    const first = await makeLink(id, { expires_in_hours: 1 });
    const second = await makeLink(id, { expires_in_hours: 1 });

    expect([(await look(first)).status, (await choose(first)).status]).toEqual([404, 404]);
    expect((await look(second)).status).toBe(200);
    try {
      aheadMs = hourMs + 1000;
      expect([(await look(second)).status, (await choose(second)).status]).toEqual([404, 404]);
    } finally {
      aheadMs = 0;
    }
    expect((await choose(second)).status).toBe(200);
  });

  it('stays valid when the password is refused', async () => {
    const token = await makeLink((await addPerson()).id);

    const weak = await choose(token, 'password1234');

    expect([weak.status, weak.error.details.errors[0]?.path]).toEqual([400, 'password']);
    expect((await choose(token)).status).toBe(200);
  });

  it.each([{ expires_in_hours: 0 }, { expires_in_hours: 25 }, { second_factors: 'yes' }, { email: 'a@b.example' }])(
    'refuses %j',
    async (body) => {
      expect((await ask(admin, (await addPerson()).id, body)).status).toBe(400);
    },
  );

  it('asks for the second factor still, unless the link removes it', async () => {
    const { browser, id, email } = await addPerson();
    const codeAt = await addTotp(browser, now);
    await addPasskey(browser);

    const kept = openBrowser(api);
    const first = await choose(await makeLink(id), newPassword, kept);
    expect([first.status, first.data['state'], first.data['factors']]).toEqual([
      200,
      'second_factor_required',
      ['totp', 'passkey', 'recovery_code'],
    ]);
    expect(await statusOf(kept)).toBe(401);
    const given = await kept.request('POST', '/auth/second-factor', { body: { code: codeAt(1) } });
    expect(given.data['state']).toBe('signed_in');

    const token = await makeLink(id, { second_factors: true });
    expect((await look(token)).data['second_factors']).toBe(true);
    expect((await choose(token, 'third staple elsewhere')).data['state']).toBe('signed_in');
    const again = await signIn(api, email, 'third staple elsewhere');
    expect((await again.request('GET', '/v1/me/second-factors')).list).toEqual([]);
    expect((await again.request('GET', '/v1/me/passkeys')).list).toEqual([]);
    const left = await api.admin`select 1 from recovery_codes where user_id = ${toLookup('user', id)}`;
    expect(left).toHaveLength(0);
  });

  it('is made for nobody who may do more than its maker, and not for oneself', async () => {
    const { id: ownerId } = (await owner.request('GET', '/v1/me')).data;
    const { id: adminId } = (await admin.request('GET', '/v1/me')).data;
    const { browser: builder, id: builderId } = await addPerson('builder');
    const { data: key } = await api.request('POST', '/v1/api-keys', {
      body: { name: 'Members', scopes: ['members:write'] },
    });
    const byKey = await api.request('POST', `/v1/members/${builderId}/reset-links`, {
      key: String(key['secret']),
      body: {},
    });

    expect(refusalOf(await ask(admin, ownerId))).toEqual([403, 'insufficient_scope', undefined]);
    expect(refusalOf(byKey)).toEqual([403, 'insufficient_scope', undefined]);
    expect(refusalOf(await ask(builder, adminId))).toEqual([403, 'insufficient_scope', undefined]);
    expect(refusalOf(await ask(admin, adminId))).toEqual([403, 'forbidden', undefined]);
    expect((await ask(owner, adminId)).status).toBe(201);
    const stored = await api.admin`select 1 from reset_links where user_id = ${toLookup('user', ownerId)}`;
    expect(stored).toHaveLength(0);
  });

  it('counts roles that come by a group', async () => {
    const { id } = await addPerson();
    const before = await makeLink(id);
    const group = { name: 'Approvers', members: [id], roles: [{ role: 'approver' }] };
    expect((await api.request('POST', '/v1/groups', { body: group })).status).toBe(201);

    // An admin may not approve: the member may do more than its maker, and more than when the link was made.
    expect(refusalOf(await ask(admin, id))).toEqual([403, 'insufficient_scope', undefined]);
    expect((await choose(before)).status).toBe(404);
  });

  it('is for nobody of another organization, and for none who belongs to several', async () => {
    const second = await api.addOrganization('Second');
    const foreign = await addMember(api, 'abroad@second.example', [{ role: 'viewer' }], second.api_key);
    const { browser, id, email } = await addPerson();
    const before = await makeLink(id);
    expect((await look(before)).status).toBe(200);
    const invited = await api.request('POST', '/v1/invitations', {
      key: second.api_key,
      body: { email, roles: [{ role: 'viewer' }] },
    });
    const joined = await openBrowser(api).request('POST', '/auth/accept-invitation', {
      body: { token: tokenOf(String(invited.data['url'])), password: goodPassword },
    });
    expect(joined.status).toBe(200);

    expect((await ask(admin, foreign.id)).status).toBe(404);
    expect((await ask(admin, newId('user'))).status).toBe(404);
    expect(refusalOf(await ask(admin, id))).toEqual([403, 'forbidden', 'member_elsewhere']);
    expect([(await look(before)).status, (await choose(before)).status]).toEqual([404, 404]);
    expect(await statusOf(browser)).toBe(200);
  });

  it('ends with the right of its maker to make it', async () => {
    const { id } = await addPerson();
    const { browser: leaving, id: leavingId } = await addPerson('admin');
    const { data: key } = await api.request('POST', '/v1/api-keys', { body: { name: 'Leaked', scopes: ['*'] } });
    const change = (body: object) => api.request('PATCH', `/v1/members/${leavingId}`, { body });

    const byPerson = await makeLink(id, {}, leaving);
    expect((await look(byPerson)).status).toBe(200);
    await change({ roles: [{ role: 'viewer' }] });
    expect((await look(byPerson)).status).toBe(404);
    await change({ roles: [{ role: 'admin' }], status: 'suspended' });
    expect((await choose(byPerson)).status).toBe(404);

    const byKey = await api.request('POST', `/v1/members/${id}/reset-links`, { key: String(key['secret']), body: {} });
    const token = tokenOf(String(byKey.data['url']));
    const changeKey = (body: object) => api.request('PATCH', `/v1/api-keys/${key.id}`, { body });
    expect((await look(token)).status).toBe(200);
    await changeKey({ scopes: ['members:write'] });
    expect((await look(token)).status).toBe(404);
    await changeKey({ scopes: ['*'] });
    expect((await look(token)).status).toBe(200);
    await changeKey({ disabled: true });
    expect((await look(token)).status).toBe(404);

    const client = await addClient(api, { scopes: ['*'] });
    const access = await getToken(api, client);
    const byClient = await api.request('POST', `/v1/members/${id}/reset-links`, { key: access, body: {} });
    const last = tokenOf(String(byClient.data['url']));
    expect((await look(last)).status).toBe(200);
    await api.request('DELETE', `/v1/oauth-clients/${client.id}`);
    expect((await look(last)).status).toBe(404);
  });

  it('is for active members only, also when it is used', async () => {
    const { id } = await addPerson();
    const token = await makeLink(id);
    await api.request('PATCH', `/v1/members/${id}`, { body: { status: 'suspended' } });

    expect(refusalOf(await ask(admin, id))).toEqual([409, 'invalid_state', undefined]);
    expect((await choose(token)).status).toBe(404);
  });

  it('asks for a recent confirmation', async () => {
    const { id } = await addPerson();
    try {
      aheadMs = 11 * 60_000;
      expect(refusalOf(await ask(admin, id))).toEqual([403, 'forbidden', 'reauthentication_required']);
    } finally {
      aheadMs = 0;
    }
  });

  it('leaves people of an enforced domain to their identity provider, owners excepted', async () => {
    const oidc = { issuer: 'https://login.example.com', ...openidClient };
    const connection = await addSsoConnection(api, txt, { oidc }, { domains: ['corp.example'] });
    const { id } = await addMember(api, 'ada@corp.example', [{ role: 'viewer' }]);
    const { id: second } = await addMember(api, 'olga@corp.example', [{ role: 'owner' }]);
    const before = await makeLink(id);
    const path = `/v1/sso-connections/${connection.id}/domains/corp.example`;
    expect((await api.request('PATCH', path, { body: { enforced: true } })).status).toBe(200);

    expect(refusalOf(await ask(owner, id))).toEqual([403, 'forbidden', 'sso_required']);
    expect((await ask(owner, second)).status).toBe(201);
    const used = openBrowser(api);
    const refused = await choose(before, newPassword, used);
    expect(refusalOf(refused)).toEqual([403, 'forbidden', 'sso_required']);
    expect(refused.error.details['password_changed']).toBe(true);
    expect(await statusOf(used)).toBe(401);
    // An operator's link is the last of ways, and for an owner.
    const made = await api.request(
      'POST',
      `/v1/operator/organizations/${api.organization.organization_id}/reset-links`,
      {
        key: operatorKey,
        body: { email: 'olga@corp.example', second_factors: true },
      },
    );
    const lastWay = await choose(tokenOf(String(made.data['url'])));
    expect([lastWay.status, lastWay.data['state']]).toEqual([200, 'signed_in']);
  });

  it('is made by the operator for any member, who may belong to several organizations', async () => {
    const own = await api.addOrganization('Own');
    const lone = await welcomeOwner(api, own.welcome_url, 'lone@own.example');
    const { id } = (await lone.request('GET', '/v1/me')).data;
    const invited = await api.request('POST', '/v1/invitations', {
      body: { email: 'lone@own.example', roles: [{ role: 'viewer' }] },
    });
    await openBrowser(api).request('POST', '/auth/accept-invitation', {
      body: { token: tokenOf(String(invited.data['url'])), password: goodPassword },
    });
    const operate = (org: string, email: string) =>
      api.request('POST', `/v1/operator/organizations/${org}/reset-links`, { key: operatorKey, body: { email } });

    expect((await operate(own.organization_id, 'owner@first.example')).status).toBe(404);
    expect((await operate(newId('organization'), 'lone@own.example')).status).toBe(404);
    const made = await operate(own.organization_id, 'Lone@Own.example');
    expect(made.status).toBe(201);
    const chosen = await choose(tokenOf(String(made.data['url'])));

    expect([chosen.status, Object(chosen.data['organization']).name]).toEqual([200, 'Own']);
    const events = await api.request('GET', `/v1/audit-events?resource_id=${id}&actor=operator`, { key: own.api_key });
    expect(events.list.map((event) => event['action'])).toEqual(['member.reset_link_created']);
    // Both organizations are told.
    for (const key of [own.api_key, api.organization.api_key])
      expect(await readActions(id, key)).toContain('user.password_reset');
  });

  it('stores no token in clear, and logs none', async () => {
    const token = await makeLink((await addPerson()).id);
    const tables = ['reset_links', 'audit_events'];
    const rows = await Promise.all(tables.map((table) => api.admin`select * from ${api.admin(table)}`));
    const text = JSON.stringify(rows) + api.logged.join('\n');

    expect(text).toContain('member.reset_link_created');
    for (const secret of [token, token.slice(4)]) expect(text).not.toContain(secret);
  });

  it.each(['', 'ihr_', 'x', `ihr_${'0'.repeat(49)}`])('knows no link %j', async (token) => {
    expect((await look(token)).status).toBe(token === '' ? 400 : 404);
    expect((await choose(token)).status).toBe(token === '' ? 400 : 404);
  });
});
