import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { openSigningKey } from '../../services/access/oauth/seal-signing-key.ts';
import { type Answer, pepper, startTestApi, type TestApi } from './harness.ts';
import { addClient, getToken, makeSigner, post, signWith, toBasic, toSeconds } from './oauth-acts.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

describe('test/api/oauth-secrets', () => {
  it('keeps secrets, assertions, tokens and private keys out of the database, the log and the answers', async () => {
    const client = await addClient(api);
    const rotated = await api.request('POST', `/v1/oauth-clients/${client.id}/rotate-secret`);
    const secret = String(rotated.data['client_secret']);
    const signer = await makeSigner();
    const signing = await addClient(api, { auth_method: 'private_key_jwt', jwks: { keys: [signer.jwk] } });
    const claims = { iss: signing.id, sub: signing.id, aud: 'http://hub.example', exp: toSeconds(Date.now()) + 60 };
    const [assertion, replayed] = [
      await signWith(signer, { ...claims, jti: newUuid() }),
      await signWith(signer, { ...claims, jti: newUuid() }),
    ];
    const present = (text: string): Promise<Answer> =>
      post(api, {
        form: {
          grant_type: 'client_credentials',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: text,
        },
      });
    const token = await getToken(api, { ...client, secret });

    const accepted = await present(replayed);
    const answers = [
      await present(replayed),
      await present(`${assertion}x`),
      await api.request('GET', '/v1/accounts', { key: token }),
      await api.request('GET', '/v1/accounts', { key: `${token}x` }),
      await api.request('GET', `/v1/accounts?status=${secret}`),
      await api.request('GET', `/v1/oauth-clients/${secret}`),
      await api.request('GET', `/v1/oauth-clients/${client.id}`),
      await api.request('POST', '/v1/oauth-clients', { body: { name: 'x', scopes: [secret], [secret]: 1 } }),
      await api.request('PATCH', `/v1/oauth-clients/${signing.id}`, { body: { jwks: { keys: [signer.privateJwk] } } }),
      await post(api, { form: { grant_type: secret, scope: secret }, authorization: toBasic(client.id, secret) }),
      await post(api, { path: '/oauth/revoke', form: { token }, authorization: toBasic(client.id, secret) }),
    ];
    const [row] = await api.admin<{ kid: string; sealed: Buffer }[]>`select kid, sealed from signing_keys`;
    const signingKey = row && openSigningKey(pepper, row.kid, row.sealed);

    expect(accepted.status).toBe(200);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 200, 401, 400, 404, 200, 400, 400, 400, 200]);
    // A name that a caller makes up is the one thing of a request that its answer repeats.
    const bodies = answers.map(({ body }) => JSON.stringify(body).replaceAll(`"path":"${secret}"`, ''));
    const everything = JSON.stringify([bodies, api.logged, await dump()]);
    const canaries = [client.secret, secret, assertion, replayed, token, signer.privateJwk.d, signingKey?.d, pepper];
    for (const canary of canaries) {
      expect(String(canary).length).toBeGreaterThan(30);
      const bytes = Buffer.from(String(canary));
      for (const form of [String(canary), bytes.toString('base64'), bytes.toString('hex')]) {
        expect(everything).not.toContain(form);
      }
    }
  });
});

/** Every row of every table, as text. */
async function dump(): Promise<unknown[]> {
  const tables = await api.admin<{ table_name: string }[]>`
    select table_name from information_schema.tables where table_schema = 'public'`;
  expect(tables.length).toBeGreaterThan(10);
  return await Promise.all(
    tables.map(({ table_name: name }) => api.admin`select t::text as row from ${api.admin(name)} as t`),
  );
}
