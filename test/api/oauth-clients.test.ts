import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRightChecksum } from '../../services/access/credentials/checked-text.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { addClient, addKey, makeSigner, post, toBasic } from './oauth-acts.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const path = '/v1/oauth-clients';

function create(body: Record<string, unknown>, key?: string): Promise<Answer> {
  return api.request('POST', path, {
    body: { name: 'Program', scopes: ['accounts:read'], ...body },
    ...(key === undefined ? {} : { key }),
  });
}

async function canGetToken(id: string, secret: string): Promise<boolean> {
  const { status } = await post(api, {
    form: { grant_type: 'client_credentials' },
    authorization: toBasic(id, secret),
  });
  return status === 200;
}

describe('test/api/oauth-clients', () => {
  it('shows the secret once, in a form that can be checked', async () => {
    const { status, data, headers } = await create({ name: '  Nightly export ' });
    const { data: read } = await api.request('GET', `${path}/${data.id}`);
    const { list } = await api.request('GET', path);

    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${path}/${data.id}`);
    expect(data.id).toMatch(/^cli_/);
    const { client_secret: secret, ...record } = data;
    expect(secret).toMatch(/^ihs_[0-9A-Za-z]{49}$/);
    expect(hasRightChecksum(String(secret))).toBe(true);
    expect(read).toEqual(record);
    expect(read).toMatchObject({
      name: 'Nightly export',
      auth_method: 'client_secret_basic',
      scopes: ['accounts:read'],
      disabled: false,
      secret_last4: String(secret).slice(-4),
    });
    expect(list).toContainEqual(record);
  });

  it('grants only what the caller has', async () => {
    const key = await addKey(api, ['members:write', 'accounts:write']);

    const fewer = await create({ scopes: ['accounts:read'] }, key);
    const more = await create({ scopes: ['accounts:read', 'runs:read', '*'] }, key);

    expect(fewer.status).toBe(201);
    expect([more.status, more.error.details['required_scopes']]).toEqual([403, ['runs:read', '*']]);
  });

  it('lets nobody become a client that may do more: neither by its secret nor by its keys nor by its scopes', async () => {
    const key = await addKey(api, ['members:write']);
    const strong = await addClient(api, { scopes: ['*'] });
    const signer = await makeSigner();
    const signing = await addClient(api, {
      auth_method: 'private_key_jwt',
      scopes: ['*'],
      jwks: { keys: [signer.jwk] },
    });
    const other = await makeSigner();

    const answers = [
      await api.request('POST', `${path}/${strong.id}/rotate-secret`, { key }),
      await api.request('PATCH', `${path}/${signing.id}`, { key, body: { jwks: { keys: [other.jwk] } } }),
      await api.request('PATCH', `${path}/${strong.id}`, { key, body: { scopes: ['*', 'runs:read'] } }),
      await api.request('PATCH', `${path}/${strong.id}`, { key, body: { name: 'Renamed' } }),
      await api.request('DELETE', `${path}/${strong.id}`, { key }),
    ];

    expect(answers.map(({ error }) => error.code)).toEqual(answers.map(() => 'insufficient_scope'));
    expect(await canGetToken(strong.id, strong.secret)).toBe(true);
  });

  it('changes members, by replacing and by merging, and takes its own record back', async () => {
    const client = await addClient(api);
    const { data: before } = await api.request('GET', `${path}/${client.id}`);

    const same = await api.request('PUT', `${path}/${client.id}`, { body: before });
    const renamed = await api.request('PUT', `${path}/${client.id}`, { body: { ...before, name: 'Other' } });
    const disabled = await api.request('PATCH', `${path}/${client.id}`, {
      body: { disabled: true, scopes: ['runs:read'] },
    });
    const enabled = await api.request('PATCH', `${path}/${client.id}`, { body: { disabled: null } });

    expect(same.data).toEqual(before);
    expect(renamed.data.name).toBe('Other');
    expect(disabled.data).toMatchObject({ name: 'Other', disabled: true, scopes: ['runs:read'] });
    expect(enabled.data['disabled']).toBe(false);
  });

  it.each([
    [{ auth_method: 'client_secret_post' }, 'auth_method', 'read_only'],
    [{ id: 'cli_other' }, 'id', 'unknown_field'],
    [{ secret_last4: 'aaaa' }, 'secret_last4', 'unknown_field'],
    [{ client_secret: 'ihs_mine' }, 'client_secret', 'unknown_field'],
    [{ name: null }, 'name', 'required'],
    [{ scopes: ['everything'] }, 'scopes[0]', 'invalid_value'],
    [{ scopes: [] }, 'scopes', 'too_small'],
    [{ scopes: ['runs:read', 'runs:read'] }, 'scopes', 'invalid_value'],
  ])('refuses the change %j', async (change, where, code) => {
    const client = await addClient(api);

    const { status, error } = await api.request('PATCH', `${path}/${client.id}`, { body: change });

    expect(status).toBe(400);
    expect(error.details.errors).toEqual([expect.objectContaining({ path: where, code })]);
  });

  it('keeps the old secret for the overlap, and ends it with the next rotation', async () => {
    const client = await addClient(api);
    const rotate = (body: Record<string, unknown>): Promise<Answer> =>
      api.request('POST', `${path}/${client.id}/rotate-secret`, { body });

    const first = await rotate({});
    const second = String(first.data['client_secret']);
    const afterFirst = [await canGetToken(client.id, client.secret), await canGetToken(client.id, second)];
    const third = String((await rotate({ overlap_seconds: 3600 })).data['client_secret']);
    const afterSecond = [client.secret, second, third].map((secret) => canGetToken(client.id, secret));
    const overlapMs = Date.parse(String(first.data['previous_secret_expires_at'])) - Date.parse(first.data.updated_at);

    expect(overlapMs).toBe(86_400_000);
    expect(afterFirst).toEqual([true, true]);
    expect(await Promise.all(afterSecond)).toEqual([false, true, true]);
    expect((await rotate({ overlap_seconds: 0 })).status).toBe(200);
    expect(await canGetToken(client.id, third)).toBe(false);
    expect((await rotate({ overlap_seconds: 30 * 86_400 + 1 })).status).toBe(400);
  });

  it('gives a client that signs no secret', async () => {
    const { jwk } = await makeSigner();
    const client = await addClient(api, { auth_method: 'private_key_jwt', jwks: { keys: [jwk] } });

    const rotated = await api.request('POST', `${path}/${client.id}/rotate-secret`);

    expect(client.secret).toBe('');
    expect(client['jwks']).toEqual({ keys: [jwk] });
    expect([rotated.status, rotated.error.code]).toEqual([409, 'invalid_state']);
  });

  it.each(['ES256', 'EdDSA', 'RS256', 'PS256'])('takes public keys for %s', async (alg) => {
    const { jwk } = await makeSigner(alg);

    expect((await create({ auth_method: 'private_key_jwt', jwks: { keys: [jwk] } })).status).toBe(201);
  });

  it('refuses private keys wherever they are, without repeating them', async () => {
    for (const alg of ['ES256', 'EdDSA', 'RS256']) {
      const { jwk, privateJwk } = await makeSigner(alg);
      const keys = [
        { ...jwk, kid: 'other' },
        { ...privateJwk, kid: 'mine' },
      ];

      const { status, error } = await create({ auth_method: 'private_key_jwt', jwks: { keys } });

      expect(status).toBe(400);
      expect(error.details.errors.map((item) => item.path)).toContain('jwks.keys[1].d');
      expect(JSON.stringify(error)).not.toContain(privateJwk.d);
    }
  });

  it('refuses keys of other kinds and sizes, and keys that are none', async () => {
    const { jwk: ec } = await makeSigner();
    const { jwk: rsa } = await makeSigner('RS256');
    const { jwk: p384 } = await makeSigner('ES384');
    const small = { kty: 'RSA', n: Buffer.alloc(128, 0xff).toString('base64url'), e: 'AQAB' };
    const sets: unknown[] = [
      [],
      [p384],
      [small],
      [{ ...small, n: Buffer.concat([Buffer.alloc(200), Buffer.alloc(128, 0xff)]).toString('base64url') }],
      [{ ...rsa, e: 'Aw' }],
      [{ ...rsa, alg: 'RS512' }],
      [{ ...ec, alg: 'RS256' }],
      [{ ...ec, use: 'enc' }],
      [{ ...ec, key_ops: ['sign'] }],
      [{ ...ec, x: ec.y }],
      [{ ...ec, x5u: 'https://a.example' }],
      [{ kty: 'oct', k: 'c2VjcmV0' }],
      [ec, { ...ec, x: ec.x }],
    ];

    for (const keys of sets) {
      const { status } = await create({ auth_method: 'private_key_jwt', jwks: { keys } });
      expect(status, JSON.stringify(keys)).toBe(400);
    }
    expect((await create({ auth_method: 'private_key_jwt' })).status).toBe(400);
    expect((await create({ jwks: { keys: [ec] } })).status).toBe(400);
  });

  it('is changed only by whoever knows its version, where that is asked for', async () => {
    const client = await addClient(api);
    const address = `${path}/${client.id}`;
    const etag = (await api.request('GET', address)).headers.get('etag') ?? '';
    const conditional = { headers: { 'if-match': etag } };

    const first = await api.request('PATCH', address, { ...conditional, body: { name: 'First' } });
    const answers = [
      await api.request('PATCH', address, { ...conditional, body: { name: 'Second' } }),
      await api.request('POST', `${address}/rotate-secret`, conditional),
      await api.request('DELETE', address, conditional),
    ];
    const last = await api.request('DELETE', address, { headers: { 'if-match': first.headers.get('etag') ?? '' } });

    expect(first.status).toBe(200);
    expect(answers.map(({ error }) => error.code)).toEqual(answers.map(() => 'precondition_failed'));
    expect(last.status).toBe(200);
  });

  it('writes down who did what, without a secret', async () => {
    const client = await addClient(api);
    await api.request('POST', `${path}/${client.id}/rotate-secret`);
    await api.request('PATCH', `${path}/${client.id}`, { body: { disabled: true } });
    await api.request('DELETE', `${path}/${client.id}`);

    const rows = await api.admin<{ action: string; changes: unknown }[]>`
      select action, changes from audit_events where resource_id = ${client.id} order by id`;

    expect(rows.map(({ action }) => action)).toEqual([
      'oauth_client.created',
      'oauth_client.secret_rotated',
      'oauth_client.updated',
      'oauth_client.deleted',
    ]);
    expect(JSON.stringify(rows)).not.toContain('ihs_');
    expect((await api.request('GET', `${path}/${client.id}`)).status).toBe(404);
  });
});
