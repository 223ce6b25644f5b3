import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, toUuid } from '../../core/ids.ts';
import { dumpDatabase, formsOf } from '../harness/database/dump.ts';
import { inDays, makeKey, patchKey, readKey, rotateKey, tryKey } from './api-key-acts.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

async function auditOf(id: string): Promise<{ action: string; changes: Record<string, unknown> }[]> {
  const rows = await api.admin<{ action: string; changes: Record<string, unknown> }[]>`
    select action, changes from audit_events where resource_id = ${id} order by id`;
  return [...rows];
}

describe('test/api/api-keys', () => {
  it('makes a key, shows it once, and lets it in', async () => {
    const made = await api.request('POST', '/api/v1/api-keys', {
      body: {
        name: ' Deploy ',
        scopes: ['runs:read', 'accounts:read', 'runs:read'],
        expires_at: '2099-01-01T01:00:00+01:00',
        allowed_cidrs: ['10.1.2.3/8', '10.0.0.0/8', '2001:DB8::1'],
        mode: 'test',
      },
    });
    const { secret, ...shown } = made.data;

    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1/api-keys/${made.data.id}`]);
    expect(secret).toMatch(/^ihk_test_[0-9A-Za-z]{49}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'Deploy',
      mode: 'test',
      last4: String(secret).slice(-4),
      scopes: ['accounts:read', 'runs:read'],
      status: 'active',
      expires_at: '2099-01-01T00:00:00.000Z',
      allowed_cidrs: ['10.0.0.0/8', '2001:db8::1/128'],
      created_at: expect.any(String),
      updated_at: made.data.created_at,
    });
    expect(await readKey(api, made.data)).toEqual(shown);
    expect((await api.request('GET', '/v1/accounts', { key: String(secret), from: '10.9.9.9' })).status).toBe(200);
  });

  it('makes a live key without an end unless told otherwise', async () => {
    const { secret, ...made } = await makeKey(api);

    expect(secret).toMatch(/^ihk_live_/);
    expect(Object.keys(made).toSorted()).toEqual(
      ['created_at', 'id', 'last4', 'mode', 'name', 'scopes', 'status', 'updated_at'].toSorted(),
    );
  });

  it.each([
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['accounts:all'] }, 'scopes[0]'],
    ['no network', { allowed_cidrs: [] }, 'allowed_cidrs'],
    ['something that is no network', { allowed_cidrs: ['10.0.0.0/8', '10.0.0.0/40'] }, 'allowed_cidrs[1]'],
    ['too many networks', { allowed_cidrs: Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`) }, 'allowed_cidrs'],
    ['an end that has come', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an end that is no time', { expires_at: '2099-02-30T00:00:00Z' }, 'expires_at'],
    ['an end that no record can show', { expires_at: '9999-12-31T23:59:59-23:00' }, 'expires_at'],
    ['an end without an offset', { expires_at: '2099-01-01T00:00:00' }, 'expires_at'],
    ['an unknown mode', { mode: 'prod' }, 'mode'],
    ['a secret of its own', { secret: 'mine' }, 'secret'],
    ['no name', { name: ' ' }, 'name'],
  ])('refuses %s', async (_, members, path) => {
    const { status, error } = await api.request('POST', '/v1/api-keys', {
      body: { name: 'x', scopes: ['accounts:read'], ...members },
    });

    expect([status, error.details.errors.map((found) => found.path)]).toEqual([400, [path]]);
  });

  it('lists keys by status, oldest first, without their secrets', async () => {
    const { api_key: key } = await api.addOrganization('Lists');
    const [, ended, stopped] = [
      await makeKey(api, { name: 'a' }, { key }),
      await makeKey(api, { name: 'b', expires_at: inDays(1) }, { key }),
      await makeKey(api, { name: 'c', expires_at: inDays(1) }, { key }),
    ];
    await patchKey(api, stopped, { disabled: true }, { key });
    await api.admin`
      update api_keys set expires_at = now() - interval '1 second'
      where id in (${toUuid('apiKey', ended.id) ?? ''}, ${toUuid('apiKey', stopped.id) ?? ''})`;
    const list = async (query: string) => (await api.request('GET', `/v1/api-keys${query}`, { key })).list;
    const names = async (query: string) => (await list(query)).map(({ name }) => name);

    expect(await names('')).toEqual(['First key', 'a', 'b', 'c']);
    expect(await names('?status=active')).toEqual(['First key', 'a']);
    expect(await names('?status=expired')).toEqual(['b']);
    expect(await names('?status=disabled')).toEqual(['c']);
    expect(await names('?page=2&per_page=3')).toEqual(['c']);
    expect(await names('?sort=-name&q=B')).toEqual(['b']);
    expect(await names('?created_before=2026-01-01T00:00:00Z')).toEqual([]);
    expect((await list('')).every((record) => !('secret' in record))).toBe(true);
  });

  it('changes what a patch names, and takes away what it sets to null', async () => {
    const key = await makeKey(api, { expires_at: inDays(9), allowed_cidrs: ['10.0.0.0/8'] });

    const renamed = await patchKey(api, key, { name: 'Renamed', scopes: ['runs:read', 'accounts:write'] });
    const freed = await patchKey(api, key, { expires_at: null, allowed_cidrs: null });

    expect(renamed.data).toMatchObject({
      name: 'Renamed',
      scopes: ['accounts:write', 'runs:read'],
      allowed_cidrs: ['10.0.0.0/8'],
    });
    expect(freed.data).not.toHaveProperty('expires_at');
    expect(freed.data).not.toHaveProperty('allowed_cidrs');
    expect(await readKey(api, key)).toEqual(freed.data);
    expect((await auditOf(key.id)).map(({ action, changes }) => [action, Object.keys(changes).toSorted()])).toEqual([
      ['api_key.created', ['allowed_cidrs', 'expires_at', 'mode', 'name', 'scopes']],
      ['api_key.updated', ['name', 'scopes']],
      ['api_key.updated', ['allowed_cidrs', 'expires_at']],
    ]);
  });

  it('leaves no trace of a patch that changes nothing', async () => {
    const key = await makeKey(api);

    const answers = [
      await patchKey(api, key, {}),
      await patchKey(api, key, { name: 'Made', disabled: false, expires_at: null }),
    ];

    expect(answers.map(({ data }) => data.updated_at)).toEqual([key.created_at, key.created_at]);
    expect(await auditOf(key.id)).toHaveLength(1);
  });

  it('takes back a record as it was read, and changes what differs', async () => {
    const key = await makeKey(api, { expires_at: inDays(9), allowed_cidrs: ['10.0.0.0/8'], mode: 'test' });
    const shown = await readKey(api, key);
    await api.admin`
      insert into api_key_uses (org_id, key_id, last_used_at, last_used_route)
      select org_id, id, now(), 'getMe' from api_keys where id = ${toUuid('apiKey', key.id) ?? ''}`;
    const used = await readKey(api, key);

    const same = await patchKey(api, key, {
      ...used,
      last_used_at: '2026-01-01T00:00:00.000Z',
      last_used_route: 'listRuns',
    });
    const off = await patchKey(api, key, { ...shown, disabled: true });
    const on = await patchKey(api, key, { ...off.data, disabled: false });

    expect([same.status, same.data]).toEqual([200, used]);
    expect([off.status, off.data.status]).toEqual([200, 'disabled']);
    expect([on.status, on.data.status]).toEqual([200, 'active']);
    expect(await auditOf(key.id)).toHaveLength(3);
  });

  it('takes back the record of a key that has expired', async () => {
    const key = await makeKey(api, { expires_at: inDays(1) });
    await api.admin`
      update api_keys set expires_at = now() - interval '1 second' where id = ${toUuid('apiKey', key.id) ?? ''}`;
    const shown = await readKey(api, key);

    const renamed = await patchKey(api, key, { ...shown, name: 'Gone' });

    expect([renamed.status, renamed.data.name, renamed.data.status]).toEqual([200, 'Gone', 'expired']);
  });

  it.each([
    ['mode', 'live'],
    ['status', 'disabled'],
    ['last4', null],
    ['created_at', '2020-01-01T00:00:00.000Z'],
    ['rotated_from', newId('apiKey')],
    ['sso_connection_id', newId('ssoConnection')],
    ['secret', 'mine'],
    ['name', null],
    ['disabled', null],
  ])('refuses a patch of %s to %j', async (member, value) => {
    const key = await makeKey(api, { mode: 'test' });

    const { status, error } = await patchKey(api, key, { name: 'Other', [member]: value });

    expect([status, error.details.errors.map(({ path }) => path)]).toEqual([400, [member]]);
    expect((await readKey(api, key)).name).toBe('Made');
  });

  it('disables and enables, and tells the holder so', async () => {
    const key = await makeKey(api);

    const off = await patchKey(api, key, { disabled: true });
    const offAgain = await patchKey(api, key, { disabled: true });
    expect([off.data.status, offAgain.data['disabled_at']]).toEqual(['disabled', off.data['disabled_at']]);
    expect(await tryKey(api, key.secret)).toEqual([401, 'disabled']);

    const on = await patchKey(api, key, { disabled: false });
    expect([on.data.status, on.data['disabled_at']]).toEqual(['active', undefined]);
    expect(await tryKey(api, key.secret)).toEqual([200]);
  });

  it('deletes a key for good', async () => {
    const key = await makeKey(api);

    const gone = await api.request('DELETE', `/v1/api-keys/${key.id}`);
    const again = await api.request('DELETE', `/v1/api-keys/${key.id}`);

    expect([gone.status, gone.data]).toEqual([200, { id: key.id, deleted: true }]);
    expect([again.status, await tryKey(api, key.secret)]).toEqual([404, [401, undefined]]);
  });

  it('changes, rotates and deletes no version but the one that If-Match names', async () => {
    const key = await makeKey(api);
    const path = `/v1/api-keys/${key.id}`;
    const stale = { headers: { 'if-match': (await api.request('GET', path)).headers.get('etag') ?? '' } };
    const changed = await api.request('PATCH', path, { ...stale, body: { name: 'Second' } });

    const answers = [
      await api.request('PATCH', path, { ...stale, body: { name: 'Third' } }),
      await api.request('POST', `${path}/rotate`, stale),
      await api.request('DELETE', path, stale),
    ];
    const fresh = { headers: { 'if-match': changed.headers.get('etag') ?? '' } };

    expect(changed.data.name).toBe('Second');
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(
      answers.map(() => [412, 'precondition_failed']),
    );
    expect((await api.request('DELETE', path, fresh)).status).toBe(200);
  });

  it('grants no scope that the maker lacks', async () => {
    const { secret: key } = await makeKey(api, { scopes: ['api_keys:write', 'accounts:write', 'runs:read'] });
    const ask = (scopes: string[]) => api.request('POST', '/v1/api-keys', { key, body: { name: 'x', scopes } });

    const refused = await ask(['*', 'runs:write', 'accounts:read', 'integrations:execute']);
    const granted = await ask(['accounts:read', 'runs:read', 'api_keys:read']);

    expect([refused.status, refused.error.code]).toEqual([403, 'insufficient_scope']);
    expect(refused.error.details['required_scopes']).toEqual(['integrations:execute', 'runs:write', '*']);
    expect(granted.status).toBe(201);
  });

  it('lets nobody touch a key that may do more, nor make one into such', async () => {
    const { secret: key } = await makeKey(api, { scopes: ['api_keys:write', 'accounts:read'] });
    const [mighty, small] = [await makeKey(api, { scopes: ['accounts:read', 'runs:read'] }), await makeKey(api)];
    const path = `/v1/api-keys/${mighty.id}`;

    const answers = [
      await patchKey(api, mighty, { name: 'x' }, { key }),
      await patchKey(api, mighty, { disabled: true }, { key }),
      await patchKey(api, mighty, { scopes: ['accounts:read'] }, { key }),
      await rotateKey(api, mighty, {}, { key }),
      await api.request('DELETE', path, { key }),
      await patchKey(api, small, { scopes: ['accounts:read', 'runs:read'] }, { key }),
    ];

    for (const { status, error } of answers) {
      expect([status, error.code, error.details['required_scopes']]).toEqual([
        403,
        'insufficient_scope',
        ['runs:read'],
      ]);
    }
    expect((await api.request('GET', path, { key })).status).toBe(200);
    expect(await readKey(api, mighty)).toMatchObject({
      name: 'Made',
      status: 'active',
      scopes: ['accounts:read', 'runs:read'],
    });
  });

  it('lets no key make a change to itself that it could not undo', async () => {
    const key = await makeKey(api, { scopes: ['api_keys:write', 'accounts:read'] });
    const self = { key: key.secret, from: '203.0.113.7' };

    const refused = [
      await api.request('DELETE', `/v1/api-keys/${key.id}`, self),
      await patchKey(api, key, { disabled: true }, self),
      await patchKey(api, key, { scopes: ['api_keys:read'] }, self),
      await patchKey(api, key, { allowed_cidrs: ['10.0.0.0/8'] }, self),
      await patchKey(api, key, { expires_at: inDays(1) }, self),
    ];
    const allowed = await patchKey(
      api,
      key,
      { name: 'Less', scopes: ['api_keys:write'], allowed_cidrs: ['203.0.113.0/24'] },
      self,
    );

    expect(refused.map(({ status, error }) => [status, error.code])).toEqual(
      refused.map(() => [409, 'resource_in_use']),
    );
    expect([allowed.status, allowed.data.name]).toEqual([200, 'Less']);
  });

  it("answers another organization's key as one that does not exist", async () => {
    const { api_key: foreign } = await api.addOrganization('Foreign');
    const key = await makeKey(api);

    for (const id of [key.id, newId('apiKey'), newId('account'), 'nonsense']) {
      const answers = [
        await api.request('GET', `/v1/api-keys/${id}`, { key: foreign }),
        await patchKey(api, { id }, { disabled: true }, { key: foreign }),
        await rotateKey(api, { id }, {}, { key: foreign }),
        await api.request('DELETE', `/v1/api-keys/${id}`, { key: foreign }),
      ];
      expect(answers.map(({ status, error }) => [status, error.code])).toEqual(answers.map(() => [404, 'not_found']));
    }
    expect((await readKey(api, key)).status).toBe('active');
  });

  it('writes no key down, neither in the database nor in the log', async () => {
    const key = await makeKey(api, { scopes: ['api_keys:write'] });
    const once = { key: key.secret, headers: { 'idempotency-key': 'rotate once' } };
    const path = `/v1/api-keys/${key.id}/rotate`;
    const { data } = await api.request('POST', path, once);
    await patchKey(api, key, { name: 'Again' }, { key: key.secret });
    expect((await api.request('POST', path, once)).data).toEqual(data);

    const everything = JSON.stringify([api.logged, await dumpDatabase(api.admin)]);

    for (const secret of [key.secret, String(data['secret'])]) {
      for (const form of formsOf(secret)) expect(everything).not.toContain(form);
    }
    expect((await auditOf(key.id)).map(({ action }) => action)).toEqual([
      'api_key.created',
      'api_key.rotated',
      'api_key.updated',
    ]);
  });

  it('tells the holder of a key who it is', async () => {
    const expiresAt = inDays(1);
    const key = await makeKey(api, { scopes: ['runs:read', 'connections:test'], expires_at: expiresAt });

    const { status, data } = await api.request('GET', '/v1/me', { key: key.secret });

    expect(status).toBe(200);
    expect(data).toEqual({
      kind: 'api_key',
      id: key.id,
      name: 'Made',
      organization: { id: api.organization.organization_id, name: 'First' },
      scopes: ['connections:test', 'runs:read'],
      expires_at: expiresAt,
    });
  });
});
