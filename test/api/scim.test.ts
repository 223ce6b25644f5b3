import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scimOperations } from '../../api/scim/operations.ts';
import { roles } from '../../core/enums.ts';
import { roleScopes } from '../../services/access/people/roles.data.ts';
import { hasScope, scopes } from '../../services/shared/scopes.ts';
import { openidClient } from '../lab/openid-provider.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { addMember, type Browser, publicUrl, signIn } from './people-acts.ts';
import { addSsoConnection, TxtRecords } from './sso-acts.ts';

const withinASecond = { timeout: 1000, interval: 20 };
const txt = new TxtRecords();
let api: TestApi;
let key: string;

interface ScimAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
  resources: Record<string, unknown>[];
}

beforeAll(async () => {
  api = await startTestApi({ publicUrl, resolveTxt: txt.resolve });
  key = await makeKey(['scim:write']);
  await addSsoConnection(
    api,
    txt,
    { oidc: { issuer: 'https://login.example.com', ...openidClient } },
    { domains: ['example.com'] },
  );
});

afterAll(() => api.close());

async function makeKey(granted: readonly string[]): Promise<string> {
  const { data } = await api.request('POST', '/v1/api-keys', { body: { name: 'Directory', scopes: granted } });
  return String(data['secret']);
}

/** Whether a token may still announce members. */
async function isTaken(token: string): Promise<boolean> {
  return (await scim('GET', '/Users', undefined, token)).status === 200;
}

async function scim(method: string, path: string, body?: unknown, token: string | null = key): Promise<ScimAnswer> {
  const response = await api.app.request(`/scim/v2${path}`, {
    method,
    headers: {
      'content-type': 'application/scim+json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed: Record<string, unknown> = text === '' ? {} : JSON.parse(text);
  const { Resources: resources } = parsed;
  return {
    status: response.status,
    headers: response.headers,
    body: parsed,
    resources: Array.isArray(resources) ? resources : [],
  };
}

const patch = (path: string, ...operations: object[]) => scim('PATCH', path, { Operations: operations });

const inOrder = (a: string, b: string): number => a.localeCompare(b);

let made = 0;
async function addUser(more: object = {}): Promise<{ id: string; userName: string }> {
  made += 1;
  const userName = `person${made}@example.com`;
  const { status, body } = await scim('POST', '/Users', { userName, ...more });
  expect([status, body['detail']]).toEqual([201, undefined]);
  return { id: String(body['id']), userName: String(body['userName']) };
}

describe('test/api/scim', () => {
  it.each(
    scimOperations.map((operation) => ({ operation, title: `${operation.method.toUpperCase()} ${operation.path}` })),
  )('$title asks for the scope, of keys and of people', async ({ operation: { method, path } }) => {
    const ask = async (token: string | null): Promise<number> => {
      const body = ['post', 'put', 'patch'].includes(method) ? {} : undefined;
      return (await scim(method.toUpperCase(), path.replace('/scim/v2', '').replace(':id', 'none'), body, token))
        .status;
    };
    expect(await ask(null)).toBe(401);
    expect(await ask('ihk_live_nonsense')).toBe(401);
    expect(await ask(await makeKey(scopes.filter((scope) => !['scim:write', '*'].includes(scope))))).toBe(403);
    expect([200, 400, 404]).toContain(await ask(key));
    expect(await ask(api.organization.api_key)).not.toBe(403);
    expect(roles.filter((role) => hasScope(new Set(roleScopes[role]), 'scim:write'))).toEqual(['owner']);
  });

  it('makes members, who sign in by the provider, and keeps what was said of them', async () => {
    const sent = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'Ann@Example.com',
      externalId: '00u1',
      name: { givenName: 'Ann', familyName: 'Example' },
      emails: [{ value: 'ann@example.com', type: 'work', primary: true }],
      password: 'never kept',
      active: true,
    };
    const created = await scim('POST', '/Users', sent);
    const id = String(created.body['id']);

    expect(created.status).toBe(201);
    expect(created.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(created.headers.get('location')).toBe(`${publicUrl}/scim/v2/Users/${id}`);
    const { password: _, ...kept } = sent;
    expect(created.body).toMatchObject(kept);
    expect(created.body).not.toHaveProperty('password');
    expect((await scim('GET', `/Users/${id}`)).body).toEqual(created.body);
    const { data: member } = await api.request('GET', `/v1/members/${id}`);
    expect(member).toMatchObject({ name: 'Ann Example', email: 'ann@example.com', status: 'active', roles: [] });
    const again = await scim('POST', '/Users', { ...sent, userName: 'ANN@example.com' });
    expect([again.status, again.body['scimType']]).toEqual([409, 'uniqueness']);
  });

  it('takes over members whom the organization has, and knows no strangers', async () => {
    const { id } = await addMember(api, 'known@example.com', [{ role: 'builder' }]);
    const found = await scim('GET', `/Users?filter=${encodeURIComponent('userName eq "Known@example.com"')}`);
    expect(found.resources.map((user) => user['id'])).toEqual([id]);
    expect((await scim('POST', '/Users', { userName: 'known@example.com' })).body['id']).toBe(id);
    const other = await api.addOrganization('Other');
    const stranger = await addMember(api, 'stranger@elsewhere.example', [{ role: 'viewer' }], other.api_key);

    const twin = await scim('POST', '/Users', { userName: 'stranger@elsewhere.example', displayName: 'Not them' });

    expect(twin.status).toBe(201);
    expect(twin.body['id']).not.toBe(stranger.id);
    const { data } = await api.request('GET', `/v1/members/${String(twin.body['id'])}`);
    expect(data).not.toHaveProperty('email');
    expect((await scim('GET', `/Users/${stranger.id}`)).status).toBe(404);
    expect(
      (await scim('PATCH', `/Users/${stranger.id}`, { Operations: [{ op: 'replace', path: 'active', value: false }] }))
        .status,
    ).toBe(404);
  });

  it('filters and pages as providers ask', async () => {
    const { id, userName } = await addUser({
      externalId: 'ext-7',
      emails: [{ value: 'Alias@example.com', type: 'work' }],
    });
    const find = async (filter: string) =>
      (await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).resources.map((user) => user['id']);
    expect(await find(`userName eq "${userName.toUpperCase()}"`)).toEqual([id]);
    expect(await find('externalId eq "ext-7"')).toEqual([id]);
    expect(await find('emails[type eq "work"].value eq "alias@example.com"')).toEqual([id]);
    expect(await find(`externalId eq "ext-7" and active eq true`)).toEqual([id]);
    expect(await find(`externalId eq "ext-7" and active eq false`)).toEqual([]);
    expect(await find(`urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${userName}"`)).toEqual([id]);
    expect(await find(`userName eq "' or 1=1 --"`)).toEqual([]);
    const search = async (path: string, body: object) =>
      (await scim('POST', `${path}/.search`, body)).resources.map((found) => found['id']);
    const asked = 'externalId eq "ext-7"';
    const { body: group } = await scim('POST', '/Groups', { displayName: 'Searched', externalId: 'ext-7' });
    expect(await search('/Users', { Filter: asked, count: 5 })).toEqual([id]);
    expect(await search('/Groups', { filter: asked })).toEqual([group['id']]);
    expect(await search('', { filter: asked })).toEqual([id, group['id']]);
    expect(await search('', { filter: asked, startIndex: 2 })).toEqual([group['id']]);
    expect(await search('', { filter: asked, count: 1 })).toEqual([id]);
    expect(await search('', { filter: `userName eq "${userName}"` })).toEqual([id]);
    const { body: few } = await scim('POST', '/.search', { filter: asked, attributes: ['displayName'] });
    expect(few).toMatchObject({ totalResults: 2, itemsPerPage: 2, Resources: [{ id }, { displayName: 'Searched' }] });
    expect(few['Resources']).not.toHaveProperty('0.userName');
    expect((await scim('POST', '/.search', { filter: 'password eq "a"' })).body['scimType']).toBe('invalidFilter');
    expect((await scim('POST', '/Users/.search', { count: 'all' })).body['scimType']).toBe('invalidValue');
    for (const filter of [
      'userName co "a"',
      'userName',
      'password eq "a"',
      'userName eq "a" or userName eq "b"',
      'a eq "b" and',
    ]) {
      const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, status, body['scimType']]).toEqual([filter, 400, 'invalidFilter']);
    }
    const { body } = await scim('GET', '/Users?startIndex=2&count=1');
    expect(body).toMatchObject({ startIndex: 2, itemsPerPage: 1 });
    expect(body['totalResults']).toBeGreaterThan(1);
    expect((await scim('GET', '/Users?count=0')).resources).toEqual([]);
  });

  it('takes changes as Okta and Entra write them', async () => {
    const { id } = await addUser({ name: { givenName: 'A' } });
    const entra = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Add', path: 'name.familyName', value: 'B' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'c@example.com' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager', value: '1' },
    );
    expect(entra.body).toMatchObject({
      active: false,
      name: { givenName: 'A', familyName: 'B' },
      emails: [{ type: 'work', value: 'c@example.com' }],
    });
    const okta = await patch(`/Users/${id}`, { op: 'replace', value: { active: true, 'name.givenName': 'D' } });
    expect(okta.body).toMatchObject({ active: true, name: { givenName: 'D', familyName: 'B' } });
    const removed = await patch(`/Users/${id}`, { op: 'remove', path: 'emails[type eq "work"]' });
    expect(removed.body['emails']).toEqual([]);
    for (const [operation, scimType] of [
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'replace', path: 'emails[', value: 1 }, 'invalidPath'],
      [{ op: 'replace', value: 'x' }, 'invalidSyntax'],
      [{ op: 'replace', path: 'userName', value: '' }, 'invalidValue'],
      [{ op: 'move', path: 'a' }, 'invalidSyntax'],
      [{ op: 'remove', path: 'userName' }, 'invalidValue'],
    ] as const) {
      const { status, body } = await patch(`/Users/${id}`, operation);
      expect([operation, status, body['scimType']]).toEqual([operation, 400, scimType]);
    }
    const put = await scim('PUT', `/Users/${id}`, { userName: 'renamed@example.com', active: true, __proto__: null });
    expect(put.body).toMatchObject({ userName: 'renamed@example.com' });
    expect(put.body).not.toHaveProperty('name');
  });

  it('lets leavers do nothing more within a second, and lets them come back', async () => {
    const { browser, id } = await addMember(api, 'leaver@example.com', [{ role: 'admin' }]);
    const ask = async (one: Browser): Promise<number> => (await one.request('GET', '/v1/me')).status;
    expect(await ask(browser)).toBe(200);

    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });

    await expect.poll(() => ask(browser), withinASecond).toBe(401);
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true });
    const back = await signIn(api, 'leaver@example.com');
    expect(await ask(back)).toBe(200);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    await expect.poll(() => ask(back), withinASecond).toBe(401);
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404);
    // A person of their own is not the organization's to delete; one whom it made is.
    expect(await api.admin`select 1 from users where email = 'leaver@example.com'`).toHaveLength(1);
    const { id: ours, userName } = await addUser();
    await scim('DELETE', `/Users/${ours}`);
    expect(await api.admin`select 1 from users where email = ${userName}`).toHaveLength(0);
  });

  it('leaves an organization its last owner', async () => {
    const { id } = await addMember(api, 'owner@example.com', [{ role: 'owner' }]);
    const { status } = await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    expect([status, (await scim('DELETE', `/Users/${id}`)).status]).toEqual([409, 409]);
  });

  it('gives roles by groups, which somebody of the organization decides, within a second', async () => {
    const { browser, id } = await addMember(api, 'grouped@example.com', [{ role: 'viewer' }]);
    const make = async (): Promise<number> =>
      (await browser.request('POST', '/v1/accounts', { body: { name: 'New' } })).status;
    const group = await scim('POST', '/Groups', { displayName: 'Admins', externalId: 'g1', members: [{ value: id }] });
    expect(group.status).toBe(201);
    const groupId = String(group.body['id']);
    expect(await make()).toBe(403);

    const given = await api.request('PATCH', `/v1/groups/${groupId}`, { body: { roles: [{ role: 'admin' }] } });
    expect(given.data).toMatchObject({ source: 'scim', external_id: 'g1', members: [id], roles: [{ role: 'admin' }] });
    await expect.poll(make, withinASecond).toBe(201);
    expect((await scim('GET', `/Users/${id}`)).body['groups']).toMatchObject([{ value: groupId, display: 'Admins' }]);
    await patch(`/Groups/${groupId}`, { op: 'remove', path: `members[value eq "${id}"]` });
    await expect.poll(make, withinASecond).toBe(403);
    await patch(`/Groups/${groupId}`, { op: 'Add', path: 'members', value: [{ value: id }] });
    await expect.poll(make, withinASecond).toBe(201);
    await scim('DELETE', `/Groups/${groupId}`);
    await expect.poll(make, withinASecond).toBe(403);
  });

  it('changes groups as providers ask, and only those that a provider made', async () => {
    const people = [await addUser(), await addUser(), await addUser()].map(({ id }) => ({ value: id }));
    const { body } = await scim('POST', '/Groups', { displayName: 'Team', members: people.slice(0, 1) });
    const path = `/Groups/${String(body['id'])}`;
    const ids = ({ body: group }: ScimAnswer): string[] =>
      Array.isArray(group['members'])
        ? group['members'].map((member) => String(Object(member).value)).toSorted(inOrder)
        : [];
    const named = (...indexes: number[]) => indexes.map((index) => String(people[index]?.value)).toSorted(inOrder);

    expect(ids(await patch(path, { op: 'add', path: 'members', value: people.slice(1) }))).toEqual(named(0, 1, 2));
    expect(ids(await patch(path, { op: 'remove', path: 'members', value: people.slice(0, 1) }))).toEqual(named(1, 2));
    expect(ids(await patch(path, { op: 'replace', path: 'members', value: people.slice(0, 1) }))).toEqual(named(0));
    expect(ids(await patch(path, { op: 'remove', path: 'members' }))).toEqual([]);
    expect((await patch(path, { op: 'replace', value: { displayName: 'Crew' } })).body['displayName']).toBe('Crew');
    const stranger = await patch(path, { op: 'add', path: 'members', value: [{ value: 'usr_none' }] });
    expect([stranger.status, stranger.body['scimType']]).toEqual([400, 'invalidValue']);
    expect((await scim('POST', '/Groups', { displayName: 'CREW' })).status).toBe(409);
    const bare = await scim('GET', `${path}?excludedAttributes=members`);
    expect(bare.body).not.toHaveProperty('members');
    expect(Object.keys((await scim('GET', `${path}?attributes=displayName`)).body)).toEqual([
      'schemas',
      'id',
      'displayName',
      'meta',
    ]);

    const own = await api.request('POST', '/v1/groups', { body: { name: 'By hand', roles: [{ role: 'admin' }] } });
    expect((await scim('GET', `/Groups/${own.data.id}`)).status).toBe(404);
    expect((await patch(`/Groups/${own.data.id}`, { op: 'add', path: 'members', value: people })).status).toBe(404);
  });

  it('answers errors, and says what it can do, in the forms of the standard', async () => {
    const missing = await scim('GET', '/Users/none');
    expect(missing.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
      detail: 'There is no such resource.',
    });
    expect((await scim('POST', '/Users/none', {})).body['status']).toBe('405');
    expect((await scim('GET', '/Bulk')).body['status']).toBe('404');
    const response = await api.app.request('/scim/v2/Users', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/plain' },
      body: '{}',
    });
    expect(response.status).toBe(415);
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } });
    expect((await scim('GET', '/ResourceTypes')).resources.map((type) => type['id'])).toEqual(['User', 'Group']);
    const schema = await scim('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User');
    expect(schema.body['name']).toBe('User');
  });

  it('ends the keys of a directory, rotated ones too, with the connection that they were made for, and no others', async () => {
    const corp = await addSsoConnection(api, txt, { oidc: { issuer: 'https://corp.example.com', ...openidClient } });
    const other = await addSsoConnection(api, txt, { oidc: { issuer: 'https://new.example.com', ...openidClient } });
    const make = async (connection: string) => {
      const body = { name: 'Directory', scopes: ['scim:write'], sso_connection_id: connection };
      const { status, data } = await api.request('POST', '/v1/api-keys', { body });
      expect([status, data['sso_connection_id']]).toEqual([201, connection]);
      return data;
    };
    const [old, kept] = [await make(corp.id), await make(other.id)];
    const { data: next } = await api.request('POST', `/v1/api-keys/${old.id}/rotate`, { body: {} });
    const tokens = [old, next, kept].map(({ secret }) => String(secret));
    expect(await Promise.all([...tokens, key].map(isTaken))).toEqual([true, true, true, true]);

    const { status } = await api.request('DELETE', `/v1/sso-connections/${corp.id}`);

    expect(status).toBe(200);
    const ended = [false, false, true, true];
    await expect.poll(() => Promise.all([...tokens, key].map(isTaken)), withinASecond).toEqual(ended);
    const { list } = await api.request('GET', '/v1/audit-events?action=api_key.deleted');
    expect(new Set(list.map(({ resource_id: id }) => id))).toEqual(new Set([old.id, next.id]));
    const unknown = await api.request('POST', '/v1/api-keys', {
      body: { name: 'Late', scopes: ['scim:write'], sso_connection_id: corp.id },
    });
    expect([unknown.status, unknown.error.details.errors[0]?.path]).toEqual([400, 'sso_connection_id']);
  });
});
