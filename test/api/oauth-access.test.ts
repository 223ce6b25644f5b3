import { createHash, createPublicKey } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { openSigningKey } from '../../services/access/oauth/seal-signing-key.ts';
import { type Answer, pepper, startTestApi, type TestApi } from './harness.ts';
import {
  addClient,
  addKey,
  ask,
  type Client,
  criticalExtension,
  getToken,
  makeSigner,
  post,
  signWith,
  toBasic,
  toSeconds,
} from './oauth-acts.ts';

let api: TestApi;
/** What is remembered for seconds is remembered for ever: only the listener makes it forgotten. */
const clock: Clock = { ...systemClock, monotonic: () => 0 };

beforeAll(async () => {
  api = await startTestApi({ clock });
});

afterAll(() => api.close());

function call(token: string, path = '/v1/accounts'): Promise<Answer> {
  return api.request('GET', path, { key: token });
}

function revoke(token: string, client: Client): Promise<Answer> {
  return post(api, { path: '/oauth/revoke', form: { token }, authorization: toBasic(client.id, client.secret) });
}

/** The key that signs, opened as only the holder of the pepper can. */
async function openKey(): Promise<{ kid: string; privateKey: CryptoKey; publicJwk: JWK }> {
  const [row] = await api.admin<{ kid: string; sealed: Buffer; public_jwk: JWK }[]>`
    select kid, sealed, public_jwk from signing_keys order by created_at limit 1`;
  const jwk = row && openSigningKey(pepper, row.kid, row.sealed);
  if (row === undefined || jwk === undefined) throw new Error('There is no signing key.');
  const privateKey = await importJWK(jwk, 'ES256');
  if (privateKey instanceof Uint8Array) throw new Error('The signing key is not an asymmetric one.');
  return { kid: row.kid, privateKey, publicJwk: row.public_jwk };
}

describe('test/api/oauth-access', () => {
  it('lets a token in under every base, as its client, with its scopes', async () => {
    const client = await addClient(api, { scopes: ['accounts:write', 'runs:read'] });
    const token = await getToken(api, client);
    const limitedToken = await getToken(api, client, { scope: 'runs:read' });

    for (const base of ['/v1', '/api/v1', '/v1/api/v1'])
      expect((await call(token, `${base}/accounts`)).status).toBe(200);
    const created = await api.request('POST', '/v1/accounts', { key: token, body: { name: 'By a program' } });
    const refused = await call(limitedToken);
    const [event] = await api.admin<{ actor: string }[]>`
      select actor from audit_events where resource_id = ${created.data.id}`;

    expect(event?.actor).toBe(client.id);
    expect([refused.status, refused.error.details['required_scopes']]).toEqual([403, ['accounts:read']]);
  });

  it('verifies in one process what another one issued, and has one key for all who start at once', async () => {
    await api.admin`delete from signing_keys`;
    const client = await addClient(api);
    const others = Array.from({ length: 6 }, () => api.startAnother());
    const issue = async (app: TestApi['app']): Promise<string> => {
      const response = await app.request('/oauth/token', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: toBasic(client.id, client.secret),
        },
        body: 'grant_type=client_credentials',
      });
      return String(Object(await response.json()).access_token);
    };

    const tokens = await Promise.all(others.map(issue));

    expect(await api.admin`select 1 from signing_keys`).toHaveLength(1);
    const statuses = await Promise.all(tokens.flatMap((token) => [api.app, ...others].map((app) => ask(app, token))));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('refuses the tokens of a disabled client at once and everywhere, and says so', async () => {
    const client = await addClient(api);
    const token = await getToken(api, client);
    const another = api.startAnother();
    expect([await ask(api.app, token), await ask(another, token)]).toEqual([200, 200]);

    await api.request('PATCH', `/v1/oauth-clients/${client.id}`, { body: { disabled: true } });

    await expect.poll(async () => [await ask(api.app, token), await ask(another, token)]).toEqual([401, 401]);
    expect((await call(token)).error.details['reason']).toBe('disabled');
  });

  it('refuses the tokens of a deleted client, and says no more', async () => {
    const client = await addClient(api);
    const token = await getToken(api, client);
    expect((await call(token)).status).toBe(200);

    await api.request('DELETE', `/v1/oauth-clients/${client.id}`);

    await expect.poll(async () => (await call(token)).status).toBe(401);
    expect((await call(token)).error.details['reason']).toBeUndefined();
  });

  it('allows no token more than its client may at present', async () => {
    const client = await addClient(api, { scopes: ['*'] });
    const token = await getToken(api, client);
    expect((await call(token, '/v1/runs')).status).toBe(200);

    await api.request('PATCH', `/v1/oauth-clients/${client.id}`, { body: { scopes: ['accounts:read'] } });

    await expect.poll(async () => (await call(token, '/v1/runs')).status).toBe(403);
    expect((await call(token)).status).toBe(200);
    expect((await api.request('POST', '/v1/accounts', { key: token, body: {} })).status).toBe(403);
  });

  it('refuses a revoked token everywhere, and no other of the client', async () => {
    const client = await addClient(api);
    const [token, other] = [await getToken(api, client), await getToken(api, client)];
    const another = api.startAnother();
    expect(await ask(another, token)).toBe(200);

    const first = await revoke(token, client);
    const again = await revoke(token, client);

    expect([first.status, first.body, again.status]).toEqual([200, {}, 200]);
    await expect.poll(async () => [await ask(api.app, token), await ask(another, token)]).toEqual([401, 401]);
    expect([await ask(api.app, other), await ask(another, other)]).toEqual([200, 200]);
    const events = await api.admin`select 1 from audit_events where action = 'access_token.revoked'
      and resource_id = ${client.id}`;
    expect(events).toHaveLength(1);
  });

  it('revokes for a client nothing but its own tokens, and passes the rest over', async () => {
    const [client, stranger] = [await addClient(api), await addClient(api)];
    const token = await getToken(api, client);

    const answers = [
      await revoke(token, stranger),
      await revoke('nonsense', client),
      await revoke('a.b.c', client),
      await revoke(api.organization.api_key, client),
      await post(api, { path: '/oauth/revoke', form: { token } }),
      await post(api, { path: '/oauth/revoke', form: {}, authorization: toBasic(client.id, client.secret) }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 401, 400]);
    const jti = String(decodeJwt(token).jti);
    expect(await api.admin`select 1 from spent_tokens where jti = ${jti}`).toHaveLength(0);
    expect(await ask(api.app, token)).toBe(200);
  });

  it('refuses whatever is signed by our key but is no access token of ours, and tells an expired one', async () => {
    const client = await addClient(api);
    const claims = decodeJwt(await getToken(api, client));
    const { kid, privateKey } = await openKey();
    const sign = (change: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> =>
      new SignJWT({ ...claims, ...change })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
        .sign(privateKey, { crit: { [criticalExtension]: true } });
    const now = toSeconds(Date.now());

    expect((await call(await sign({}))).status).toBe(200);
    const refused = [
      await sign({}, { typ: 'JWT' }),
      await sign({}, { typ: undefined }),
      await sign({}, { kid: 'another' }),
      await sign({}, { kid: undefined }),
      await sign({}, { crit: [criticalExtension], [criticalExtension]: 1 }),
      await sign({ aud: 'https://other.example' }),
      await sign({ aud: undefined }),
      await sign({ iss: 'https://other.example' }),
      await sign({ iss: undefined }),
      await sign({ iss: ['http://hub.example'] }),
      await sign({ iss: 'a\u0000b' }),
      await sign({ nbf: now + 60 }),
      await sign({ exp: undefined }),
      await sign({ jti: undefined }),
      await sign({ sub: undefined }),
      await sign({ org: undefined }),
      await sign({ org: newId('organization') }),
      await sign({ client_id: newId('oauthClient') }),
      await sign({ client_id: 7 }),
      await sign({ pad: 'x'.repeat(8000) }),
      // Expired, but for someone else.
      await sign({ exp: now - 1, aud: 'https://other.example' }),
    ];

    for (const token of refused) {
      const { status, error, headers } = await call(token);
      expect([status, error.details['reason']], token.slice(-30)).toEqual([401, undefined]);
      expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
    expect((await call(await sign({ exp: now - 1 }))).error.details['reason']).toBe('expired');
  });

  it('refuses signatures that are not ours, and does not say whether the token would be expired', async () => {
    const client = await addClient(api);
    const token = await getToken(api, client);
    const [head = '', body = '', signature = ''] = token.split('.');
    const { kid, publicJwk } = await openKey();
    const claims = { ...decodeJwt(token), exp: 1 };
    const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const stranger = await makeSigner('ES256', kid);
    const embedded = await signWith(stranger, decodeJwt(token), { typ: 'at+jwt', jwk: stranger.jwk });
    const pem = createPublicKey({ key: { ...publicJwk }, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const confused = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
      .sign(Buffer.from(pem));

    const forged = [
      await signWith(stranger, claims, { typ: 'at+jwt' }),
      embedded,
      confused,
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${body}.${signature}`,
      `${encode({ ...decodeProtectedHeader(token), alg: 'RS256' })}.${body}.${signature}`,
      `${head}.${encode({ ...decodeJwt(token), scope: '*' })}.${signature}`,
      `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${head}.${body}`,
      `${token}.${token}`,
      createHash('sha256').update(token).digest('base64url'),
      `ihk_${token}`,
    ];

    for (const credential of forged) {
      const answer = await call(credential);
      expect([answer.status, answer.error.details['reason']], credential.slice(0, 60)).toEqual([401, undefined]);
    }
    expect((await call(token)).status).toBe(200);
  });

  it('tells the program who it is', async () => {
    const client = await addClient(api, { scopes: ['runs:read', 'accounts:write'] });
    const token = await getToken(api, client, { scope: 'runs:read accounts:read' });

    const { data } = await call(token, '/v1/me');

    expect(data).toMatchObject({
      kind: 'oauth_client',
      id: client.id,
      name: 'Program',
      scopes: ['accounts:read', 'runs:read'],
      expires_at: new Date(Number(decodeJwt(token).exp) * 1000).toISOString(),
    });
  });

  it('lets a program with the admin scopes register others, within what it may do', async () => {
    const client = await addClient(api, { scopes: ['members:write', 'runs:read'] });
    const token = await getToken(api, client);
    const register = (scopes: string[]): Promise<Answer> =>
      api.request('POST', '/v1/oauth-clients', { key: token, body: { name: 'Child', scopes } });

    expect((await register(['runs:read'])).status).toBe(201);
    expect((await register(['runs:write'])).status).toBe(403);
    expect(await ask(api.app, await addKey(api, ['runs:read']), '/v1/oauth-clients')).toBe(403);
  });
});
