import { createLocalJWKSet, decodeProtectedHeader, type JWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './harness.ts';
import { addClient, ask, type App, type Client, toBasic } from './oauth-acts.ts';

let api: TestApi;
let client: Client;

beforeAll(async () => {
  api = await startTestApi();
  client = await addClient(api);
});

beforeEach(() => api.admin`delete from signing_keys`);

afterAll(() => api.close());

async function issue(app: App): Promise<string> {
  const response = await app.request('/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: toBasic(client.id, client.secret) },
    body: 'grant_type=client_credentials',
  });
  return String(Object(await response.json()).access_token);
}

function readKeys(body: unknown): JWK[] {
  const { keys } = body as { keys: JWK[] };
  return keys;
}

/** A new process has read no key yet. */
function issueWithNewKeys(): Promise<string> {
  return issue(api.startAnother());
}

function kidOf(token: string): string {
  return String(decodeProtectedHeader(token).kid);
}

async function listKids(): Promise<string[]> {
  const response = await api.startAnother().request('/.well-known/jwks.json');
  return readKeys(await response.json()).map(({ kid = '' }) => kid);
}

async function age(kid: string, minutes: number): Promise<void> {
  await api.admin`
    update signing_keys set created_at = now() - make_interval(mins => ${minutes}) where kid = ${kid}`;
}

describe('test/api/oauth-keys', () => {
  it('publishes nothing before the first token, and then what it is verified with', async () => {
    expect(await listKids()).toEqual([]);

    const token = await issueWithNewKeys();

    const { body, headers } = await api.request('GET', '/.well-known/jwks.json', { key: null });
    const keySet = createLocalJWKSet({ keys: readKeys(body) });
    const { payload } = await jwtVerify(token, keySet, { issuer: 'http://hub.example', typ: 'at+jwt' });
    expect(payload.sub).toBe(client.id);
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(readKeys(body).map((key) => Object.keys(key).toSorted())).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
    ]);
  });

  it('publishes a successor after thirty days, signs with it ten minutes later, and lets the old one go', async () => {
    const first = await issueWithNewKeys();
    await age(kidOf(first), 30 * 24 * 60 + 1);

    const tokens = await Promise.all([issueWithNewKeys(), issueWithNewKeys(), issueWithNewKeys(), issueWithNewKeys()]);
    const kids = await listKids();
    const successor = kids.find((kid) => kid !== kidOf(first)) ?? '';

    expect(new Set(tokens.map(kidOf))).toEqual(new Set([kidOf(first)]));
    expect(kids.toSorted()).toEqual([kidOf(first), successor].toSorted());

    await age(successor, 11);
    const second = await issueWithNewKeys();
    expect(kidOf(second)).toBe(successor);
    expect([await ask(api.startAnother(), first), await ask(api.startAnother(), second)]).toEqual([200, 200]);

    await age(successor, 22);
    expect(await listKids()).toEqual([successor]);
    expect([await ask(api.startAnother(), first), await ask(api.startAnother(), second)]).toEqual([401, 200]);
  });

  it('makes a new key where the old ones were sealed under another pepper or were tampered with', async () => {
    const first = await issueWithNewKeys();
    await api.admin`update signing_keys set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)`;

    const second = await issueWithNewKeys();

    expect(kidOf(second)).not.toBe(kidOf(first));
    expect(await ask(api.startAnother(), second)).toBe(200);
  });

  it('lets no sealed key take the place of another', async () => {
    const [first] = [await issueWithNewKeys()];
    await age(kidOf(first), 30 * 24 * 60 + 1);
    await issueWithNewKeys();
    await api.admin`
      update signing_keys as a set sealed = b.sealed from signing_keys as b where a.kid <> b.kid`;

    const third = await issueWithNewKeys();

    expect(await api.admin`select 1 from signing_keys`).toHaveLength(3);
    expect(await ask(api.startAnother(), third)).toBe(200);
  });
});
