import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { addFeed } from './flows.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { addMember, type Browser, goodPassword, openBrowser, publicUrl, signIn, tokenOf } from './people-acts.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ publicUrl });
});

afterAll(() => api.close());

const withinASecond = { timeout: 1000, interval: 20 };

async function addAccount(name: string): Promise<Item> {
  return (await api.request('POST', '/v1/accounts', { body: { name } })).data;
}

async function invite(email: string, role: string): Promise<string> {
  const { data } = await api.request('POST', '/v1/invitations', { body: { email, roles: [{ role }] } });
  return tokenOf(String(data['url']));
}

describe('test/api/members', () => {
  it('lists members and roles, and shows who invited whom', async () => {
    const { id } = await addMember(api, 'listed@example.com', [{ role: 'builder' }]);
    const { list } = await api.request('GET', '/v1/members?role=builder');
    const { list: roles } = await api.request('GET', '/v1/roles');

    expect(list).toEqual([expect.objectContaining({ id, email: 'listed@example.com', roles: [{ role: 'builder' }] })]);
    expect(list[0]?.['invited_by']).toMatch(/^key_/);
    expect(roles.map((role) => role['role'])).toEqual([
      'viewer',
      'operator',
      'approver',
      'builder',
      'admin',
      'auditor',
      'owner',
    ]);
  });

  it('finds members by a part of their name or address, in any case', async () => {
    const { id } = await addMember(api, 'zoe.sought@example.com', [{ role: 'viewer' }]);
    const { data: zoe } = await api.request('GET', `/v1/members/${id}`);
    const find = async (q: string) =>
      (await api.request('GET', `/v1/members?q=${encodeURIComponent(q)}`)).list.map((member) => member.id);

    expect(await find('SOUGHT@')).toEqual([id]);
    expect(await find(zoe.name.toUpperCase())).toContain(id);
    expect(await find('%')).toEqual([]);
  });

  it('shows the link of an invitation once, and lets nobody in after it is taken back or used', async () => {
    const token = await invite('once@example.com', 'viewer');
    const { list } = await api.request('GET', '/v1/invitations');
    const open = list.find((item) => item['email'] === 'once@example.com');
    expect(open).toMatchObject({ status: 'open', roles: [{ role: 'viewer' }] });
    expect(JSON.stringify(list)).not.toContain(token);
    const again = await api.request('POST', '/v1/invitations', {
      body: { email: 'ONCE@example.com', roles: [{ role: 'viewer' }] },
    });
    expect([again.status, again.error.code]).toEqual([409, 'conflict']);

    await api.request('DELETE', `/v1/invitations/${open?.id}`);

    const { status } = await openBrowser(api).request('POST', '/auth/accept-invitation', {
      body: { token, name: 'Once', password: goodPassword },
    });
    expect(status).toBe(404);
  });

  it('lets nobody in by the invitation of who could not make it any more', async () => {
    const { browser, id } = await addMember(api, 'leaver@example.com', [{ role: 'admin' }]);
    const { data: key } = await api.request('POST', '/v1/api-keys', { body: { name: 'Inviting', scopes: ['*'] } });
    const inviteBy = async (email: string, role: string): Promise<string> => {
      const { data } = await browser.request('POST', '/v1/invitations', { body: { email, roles: [{ role }] } });
      return tokenOf(String(data['url']));
    };
    const look = async (token: string): Promise<number> =>
      (await openBrowser(api).request('POST', '/auth/invitation', { body: { token } })).status;
    const change = (body: object) => api.request('PATCH', `/v1/members/${id}`, { body });
    const token = await inviteBy('accomplice@example.com', 'admin');
    const { data: byKey } = await api.request('POST', '/v1/invitations', {
      key: String(key['secret']),
      body: { email: 'program@example.com', roles: [{ role: 'viewer' }] },
    });

    await change({ roles: [{ role: 'auditor' }] });
    expect(await look(token)).toBe(404);
    await change({ roles: [{ role: 'admin' }] });
    expect(await look(token)).toBe(200);
    await api.request('DELETE', `/v1/members/${id}`);
    await api.request('DELETE', `/v1/api-keys/${key.id}`);

    const accepted = await openBrowser(api).request('POST', '/auth/accept-invitation', {
      body: { token, name: 'Accomplice', password: goodPassword },
    });
    expect([accepted.status, accepted.error.code]).toEqual([404, 'not_found']);
    expect(await look(tokenOf(String(byKey['url'])))).toBe(404);
    const { list } = await api.request('GET', '/v1/invitations');
    expect(list.find((item) => item['email'] === 'accomplice@example.com')).toMatchObject({ status: 'void' });
    expect(await look(await invite('accomplice@example.com', 'viewer'))).toBe(200);
  });

  it('takes back what is open of invitations to a person who is removed', async () => {
    const email = 'returning@example.com';
    const token = await invite(email, 'builder');
    const { data } = await api.request('GET', '/v1/me');
    const orgId = toLookup('organization', String(Object(data['organization']).id));
    const { id } = await addMember(api, 'temporary@example.com', [{ role: 'viewer' }]);
    // As somebody who came by an identity provider, which knows nothing of the link.
    await api.admin`update users set email = ${email} where id = ${toLookup('user', id)}`;

    await api.request('DELETE', `/v1/members/${id}`);

    const { status } = await openBrowser(api).request('POST', '/auth/accept-invitation', {
      body: { token, password: goodPassword },
    });
    expect(status).toBe(404);
    expect(await api.admin`select 1 from invitations where org_id = ${orgId} and email = ${email}`).toHaveLength(0);
    const { list } = await api.request('GET', '/v1/audit-events?action=invitation.deleted');
    expect(list[0]).toMatchObject({ before: { email } });
  });

  it('lets a person of one organization join another with the password they have', async () => {
    const email = 'both@example.com';
    await addMember(api, email, [{ role: 'viewer' }]);
    const other = await api.addOrganization('Other');
    const { data } = await api.request('POST', '/v1/invitations', {
      key: other.api_key,
      body: { email, roles: [{ role: 'admin' }] },
    });
    const browser = openBrowser(api);
    const accept = (password: string) =>
      browser.request('POST', '/auth/accept-invitation', { body: { token: tokenOf(String(data['url'])), password } });

    expect((await accept('not the password')).status).toBe(401);
    const joined = await accept(goodPassword);

    expect(joined.data['organization']).toEqual({ id: other.organization_id, name: 'Other' });
    expect(joined.data['organizations']).toHaveLength(2);
    expect((await browser.request('GET', '/v1/me')).data['roles']).toEqual([{ role: 'admin' }]);
    const home = await openBrowser(api).request('POST', '/auth/sign-in', {
      body: { email, password: goodPassword, organization_id: api.organization.organization_id },
    });
    expect(home.data['organization']).toMatchObject({ name: 'First' });
  });

  it('makes a change of roles bite within a second', async () => {
    const { browser, id } = await addMember(api, 'changing@example.com', [{ role: 'viewer' }]);
    const make = () => browser.request('POST', '/v1/accounts', { body: { name: 'New' } });
    expect((await make()).status).toBe(403);

    await api.request('PATCH', `/v1/members/${id}`, { body: { roles: [{ role: 'admin' }] } });
    await expect.poll(async () => (await make()).status, withinASecond).toBe(201);
    await api.request('PATCH', `/v1/members/${id}`, { body: { roles: [{ role: 'viewer' }] } });
    await expect.poll(async () => (await make()).status, withinASecond).toBe(403);
  });

  it('makes suspension and removal bite within a second, in another process too', async () => {
    const second = await startTestApi({ beside: api, publicUrl });
    const { browser, id } = await addMember(api, 'leaver@example.com', [{ role: 'viewer' }]);
    const elsewhere = openBrowser(second);
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    const ask = async (page: Browser): Promise<number> => (await page.request('GET', '/v1/me')).status;
    expect([await ask(browser), await ask(elsewhere)]).toEqual([200, 200]);

    await api.request('PATCH', `/v1/members/${id}`, { body: { status: 'suspended' } });
    await expect.poll(() => ask(browser), withinASecond).toBe(401);
    await expect.poll(() => ask(elsewhere), withinASecond).toBe(401);
    const refused = await openBrowser(api).request('POST', '/auth/sign-in', {
      body: { email: 'leaver@example.com', password: goodPassword },
    });
    expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);

    await api.request('PATCH', `/v1/members/${id}`, { body: { status: 'active' } });
    const back = await signIn(api, 'leaver@example.com');
    await api.request('DELETE', `/v1/members/${id}`);
    await expect.poll(() => ask(back), withinASecond).toBe(401);
    expect((await api.request('GET', `/v1/members/${id}`)).status).toBe(404);
    await second.close();
  });

  it('ends all sessions of a member', async () => {
    const { browser, id } = await addMember(api, 'lost@example.com', [{ role: 'viewer' }]);
    await signIn(api, 'lost@example.com');

    expect((await api.request('POST', `/v1/members/${id}/end-sessions`)).data['ended']).toBe(2);

    await expect.poll(async () => (await browser.request('GET', '/v1/me')).status, withinASecond).toBe(401);
    await signIn(api, 'lost@example.com');
  });

  it('lets nobody give, change or take roles that may do more than they', async () => {
    const { browser: admin } = await addMember(api, 'admin@example.com', [{ role: 'admin' }]);
    const { id: owner } = await addMember(api, 'owner@example.com', [{ role: 'owner' }]);
    const { id: viewer } = await addMember(api, 'viewer@example.com', [{ role: 'viewer' }]);
    const attempts = await Promise.all([
      admin.request('POST', '/v1/invitations', { body: { email: 'x@example.com', roles: [{ role: 'owner' }] } }),
      admin.request('PATCH', `/v1/members/${viewer}`, { body: { roles: [{ role: 'owner' }] } }),
      admin.request('PATCH', `/v1/members/${owner}`, { body: { roles: [{ role: 'viewer' }] } }),
      admin.request('DELETE', `/v1/members/${owner}`),
    ]);

    expect(attempts.map(({ status, error }) => [status, error.code])).toEqual(
      attempts.map(() => [403, 'insufficient_scope']),
    );
    expect(
      (await admin.request('PATCH', `/v1/members/${viewer}`, { body: { roles: [{ role: 'admin' }] } })).status,
    ).toBe(200);
  });

  it('always leaves an owner', async () => {
    const { api_key: key } = await api.addOrganization('Owned');
    const owners = await Promise.all(
      ['first', 'second'].map((name) => addMember(api, `${name}@owned.example`, [{ role: 'owner' }], key)),
    );
    // Both at once: each sees the other still there.
    const answers = await Promise.all(
      owners.map(({ id }) => api.request('PATCH', `/v1/members/${id}`, { key, body: { roles: [{ role: 'viewer' }] } })),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const left = (await api.request('GET', '/v1/members?role=owner', { key })).list[0];
    expect((await api.request('PATCH', `/v1/members/${left?.id}`, { key, body: { status: 'suspended' } })).status).toBe(
      409,
    );
    expect((await api.request('DELETE', `/v1/members/${left?.id}`, { key })).status).toBe(409);
  });

  it('limits a role to an account: everything else is not there', async () => {
    const [own, foreign] = [await addAccount('Own'), await addAccount('Foreign')];
    const { browser } = await addMember(api, 'bound@example.com', [{ role: 'builder', account_id: own.id }]);
    const feed = (account?: string) => addFeed(api, account === undefined ? {} : { account_id: account });
    const [ownFeed, foreignFeed, noFeed] = [await feed(own.id), await feed(foreign.id), await feed()];
    const list = async (path: string) => (await browser.request('GET', path)).list.map(({ id }) => id);

    expect(await list('/v1/connections')).toEqual([ownFeed.id]);
    expect(await list('/v1/accounts')).toEqual([own.id]);
    for (const { id } of [foreignFeed, noFeed])
      expect((await browser.request('GET', `/v1/connections/${id}`)).status).toBe(404);
    const body = { name: 'Feed', service_type: 'cisa_kev', credentials: {} };
    const made = await browser.request('POST', '/v1/connections', { body: { ...body, account_id: own.id } });
    const elsewhere = await browser.request('POST', '/v1/connections', { body: { ...body, account_id: foreign.id } });
    const nowhere = await browser.request('POST', '/v1/connections', { body });
    const moved = await browser.request('PATCH', `/v1/connections/${ownFeed.id}`, { body: { account_id: null } });

    expect(made.status).toBe(201);
    for (const { status, error } of [elsewhere, nowhere, moved])
      expect([status, error.details.errors[0]?.path]).toEqual([400, 'account_id']);
    expect((await browser.request('GET', '/v1/webhook-endpoints')).status).toBe(403);
    expect((await browser.request('POST', '/v1/lookup-tables', { body: { name: 'T', entries: {} } })).status).toBe(403);
  });

  it('gives each account what the role for it allows, and no more', async () => {
    const [built, seen] = [await addAccount('Built'), await addAccount('Viewed')];
    const { browser } = await addMember(api, 'mixed@example.com', [
      { role: 'builder', account_id: built.id },
      { role: 'viewer', account_id: seen.id },
    ]);
    const [mine, theirs] = [await addFeed(api, { account_id: built.id }), await addFeed(api, { account_id: seen.id })];
    const rename = (id: string) => browser.request('PATCH', `/v1/connections/${id}`, { body: { name: 'Renamed' } });

    expect((await browser.request('GET', `/v1/connections/${theirs.id}`)).status).toBe(200);
    expect((await rename(mine.id)).status).toBe(200);
    expect((await rename(theirs.id)).status).toBe(404);
  });

  it('says what a person may do where, and nothing of what is about the organization for an account', async () => {
    const [built, seen] = [await addAccount('Zeta'), await addAccount('Alpha')];
    const { browser } = await addMember(api, 'reach@example.com', [
      { role: 'builder', account_id: built.id },
      { role: 'viewer', account_id: seen.id },
    ]);
    const { data: me } = await browser.request('GET', '/v1/me');
    const builds = expect.arrayContaining(['connections:write']);

    expect(me['reach']).toEqual([
      { scopes: [] },
      { account_id: seen.id, account_name: 'Alpha', scopes: expect.not.arrayContaining(['connections:write']) },
      { account_id: built.id, account_name: 'Zeta', scopes: builds },
    ]);
    expect(me['scopes']).toEqual(builds);
    expect(JSON.stringify(me)).not.toContain('webhooks:');
    const { browser: viewer } = await addMember(api, 'partly@example.com', [
      { role: 'viewer' },
      { role: 'builder', account_id: built.id },
    ]);
    const { data: partly } = await viewer.request('GET', '/v1/me');
    expect(partly['reach']).toEqual([
      { scopes: expect.not.arrayContaining(['connections:write']) },
      {
        account_id: built.id,
        account_name: 'Zeta',
        scopes: expect.arrayContaining(['connections:write', 'webhooks:read']),
      },
    ]);
    expect((await api.request('GET', '/v1/me')).data).not.toHaveProperty('reach');
  });

  it('refuses roles for accounts that there are not, and accounts for roles of the whole organization', async () => {
    const { account_id: foreign } = await api.addOrganization('Elsewhere');
    for (const role of [
      { role: 'viewer', account_id: foreign },
      { role: 'admin', account_id: api.organization.account_id },
    ]) {
      const { status, error } = await api.request('POST', '/v1/invitations', {
        body: { email: 'wrong@example.com', roles: [role] },
      });
      expect([status, error.details.errors[0]?.path]).toEqual([400, 'roles[0].account_id']);
    }
  });
});
