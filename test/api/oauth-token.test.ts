import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, newUuid } from '../../core/ids.ts';
import { generateClientSecret } from '../../services/access/oauth-clients/client-secret.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import {
  addClient,
  type Client,
  criticalExtension,
  makeSigner,
  post,
  type Signer,
  signWith,
  toBasic,
  toSeconds,
} from './oauth-acts.ts';

let api: TestApi;
let basic: Client;
let inBody: Client;
let signing: Client;
let signer: Signer;

beforeAll(async () => {
  api = await startTestApi();
  basic = await addClient(api, { scopes: ['accounts:write', 'runs:read'] });
  inBody = await addClient(api, { auth_method: 'client_secret_post' });
  signer = await makeSigner();
  signing = await addClient(api, { auth_method: 'private_key_jwt', jwks: { keys: [signer.jwk] } });
});

afterAll(() => api.close());

const grant = { grant_type: 'client_credentials' };
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const tokenEndpoint = 'http://hub.example/oauth/token';

function assert(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): Promise<string> {
  const now = toSeconds(Date.now());
  const usual = { iss: signing.id, sub: signing.id, aud: tokenEndpoint, exp: now + 60, jti: newUuid() };
  return signWith(signer, { ...usual, ...claims }, header);
}

function presentAssertion(assertion: string, form: Record<string, string> = {}): Promise<Answer> {
  return post(api, {
    form: { ...grant, client_assertion_type: assertionType, client_assertion: assertion, ...form },
  });
}

describe('test/api/oauth-token', () => {
  it('issues a token of ten minutes with the claims of RFC 9068', async () => {
    const { status, body, headers } = await post(api, {
      form: grant,
      authorization: toBasic(basic.id, basic.secret),
    });
    const token = String(body['access_token']);
    const claims = decodeJwt(token);

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
    expect(body).toEqual({
      access_token: token,
      token_type: 'Bearer',
      expires_in: 600,
      scope: 'accounts:write runs:read',
    });
    expect(decodeProtectedHeader(token)).toEqual({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(claims).toEqual({
      iss: 'http://hub.example',
      sub: basic.id,
      client_id: basic.id,
      aud: 'http://hub.example',
      iat: expect.any(Number),
      exp: Number(claims.iat) + 600,
      jti: expect.any(String),
      scope: 'accounts:write runs:read',
      org: api.organization.organization_id,
    });
  });

  it('takes its names from the configuration, whatever Host says', async () => {
    const response = await api.app.request('http://evil.example/oauth/token', {
      method: 'POST',
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: toBasic(basic.id, basic.secret),
      },
      body: new URLSearchParams(grant).toString(),
    });

    expect(decodeJwt(String(Object(await response.json()).access_token)).iss).toBe('http://hub.example');
  });

  it('lets each client in by its own method only', async () => {
    const inHeader = (client: Client): Promise<Answer> =>
      post(api, { form: grant, authorization: toBasic(client.id, client.secret) });
    const inForm = (client: Client): Promise<Answer> =>
      post(api, { form: { ...grant, client_id: client.id, client_secret: client.secret } });

    const answers = [
      await inHeader(basic),
      await inForm(inBody),
      await presentAssertion(await assert()),
      await inForm(basic),
      await inHeader(inBody),
      await inHeader(signing),
      await presentAssertion(await assert({ iss: basic.id, sub: basic.id })),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401, 401, 401, 401]);
  });

  it('decodes both halves of the header as a form does', async () => {
    const encode = (text: string): string =>
      Array.from(text)
        .map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
        .join('');
    const header = `bAsIc ${Buffer.from(`${encode(basic.id)}:${encode(basic.secret)}`).toString('base64')}`;

    expect((await post(api, { form: grant, authorization: header })).status).toBe(200);
    expect((await post(api, { form: { ...grant, client_id: basic.id }, authorization: header })).status).toBe(200);
  });

  it('answers every failure to authenticate alike', async () => {
    const other = await addClient(api, { disabled: true });
    const headers = [
      toBasic(basic.id, generateClientSecret()),
      toBasic(basic.id, `${basic.secret.slice(0, -1)}!`),
      toBasic(basic.id, ''),
      toBasic(newId('oauthClient'), basic.secret),
      toBasic(other.id, other.secret),
      toBasic('', ''),
      toBasic(basic.id, api.organization.api_key),
      'Basic !!!',
      'Basic',
      `Basic ${Buffer.from('no colon').toString('base64')}`,
      `Basic ${Buffer.from('%zz:%zz').toString('base64')}`,
      `Bearer ${api.organization.api_key}`,
      `${toBasic(basic.id, basic.secret)}, ${toBasic(basic.id, basic.secret)}`,
    ];

    for (const authorization of headers) {
      const { status, body, headers: answered } = await post(api, { form: grant, authorization });
      expect([status, body['error']], authorization).toEqual([401, 'invalid_client']);
      expect(answered.get('www-authenticate')).toBe('Basic realm="oauth"');
      expect(answered.get('cache-control')).toBe('no-store');
    }
  });

  it.each([
    ['no grant', {}, 400, 'invalid_request'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an empty grant', { grant_type: '' }, 400, 'invalid_request'],
    ['a scope that it lacks', { ...grant, scope: 'runs:read audit:read' }, 400, 'invalid_scope'],
    ['a scope that nobody has', { ...grant, scope: 'all' }, 400, 'invalid_scope'],
    ['more than its scopes', { ...grant, scope: '*' }, 400, 'invalid_scope'],
    ['two spaces', { ...grant, scope: 'runs:read  accounts:read' }, 400, 'invalid_scope'],
    ['two ways to authenticate', { ...grant, client_secret: 'x' }, 400, 'invalid_request'],
    ['an assertion besides', { ...grant, client_assertion: 'x' }, 400, 'invalid_request'],
    ['another client besides', { ...grant, client_id: 'cli_x' }, 400, 'invalid_request'],
  ])('refuses %s', async (_, form, status, error) => {
    const answer = await post(api, { form: { ...form }, authorization: toBasic(basic.id, basic.secret) });

    expect([answer.status, answer.body['error']]).toEqual([status, error]);
  });

  it('narrows the token to the scopes that are asked for', async () => {
    const requestScope = async (scope: string): Promise<unknown> =>
      (await post(api, { form: { ...grant, scope }, authorization: toBasic(basic.id, basic.secret) })).body['scope'];

    expect(await requestScope('runs:read')).toBe('runs:read');
    expect(await requestScope('accounts:read runs:read accounts:read')).toBe('accounts:read runs:read');
    expect(await requestScope('')).toBe('accounts:write runs:read');
  });

  it('reads forms of the right type and size, from the body only, each parameter once', async () => {
    const authorization = toBasic(basic.id, basic.secret);
    const form = new URLSearchParams(grant).toString();
    const send = (change: Partial<Parameters<typeof post>[1]>): Promise<Answer> =>
      post(api, { form, authorization, ...change });

    const answers = [
      await send({ contentType: 'application/x-www-form-urlencoded; charset=UTF-8' }),
      await send({ form: `${form}&unknown=parameter` }),
      await send({ contentType: 'application/json' }),
      await send({ form: `${form}&grant_type=client_credentials` }),
      await send({ form: `${form}&unknown=1&unknown=2` }),
      await send({ path: `/oauth/token?${form}` }),
      await send({ form: '' }),
      await send({ form: `${form}&pad=${'x'.repeat(64 * 1024)}` }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400, 400, 400, 400, 413]);
    for (const { body } of answers.slice(2)) expect(body['error']).toBe('invalid_request');
  });

  it('knows no other method, and no token endpoint under the bases', async () => {
    const read = await api.app.request('/oauth/token');
    const inside = await api.app.request('/v1/oauth/token', { method: 'POST' });

    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
    expect(inside.status).toBe(401);
  });

  it('takes an assertion for the issuer, too, and of a client that names itself', async () => {
    const answers = [
      await presentAssertion(await assert({ aud: 'http://hub.example' })),
      await presentAssertion(await assert({ aud: [tokenEndpoint] })),
      await presentAssertion(await assert(), { client_id: signing.id }),
      await presentAssertion(await assert({ exp: toSeconds(Date.now()) + 299 })),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>?]>([
    ['another issuer', { iss: newId('oauthClient') }],
    ['another subject', { sub: newId('oauthClient') }],
    ['no subject', { sub: undefined }],
    ['a subject that is a number', { sub: 7 }],
    ['a subject that is a list', { sub: [newId('oauthClient')] }],
    ['a subject that is nothing', { sub: null }],
    ['another audience', { aud: 'https://other.example/oauth/token' }],
    ['several audiences', { aud: [tokenEndpoint, 'https://other.example'] }],
    ['no audience', { aud: undefined }],
    ['no expiry', { exp: undefined }],
    ['an expiry past', { exp: toSeconds(Date.now()) - 60 }],
    ['an expiry too far ahead', { exp: toSeconds(Date.now()) + 3600 }],
    ['an expiry that is text', { exp: '2999-01-01' }],
    ['a time before which it counts not', { nbf: toSeconds(Date.now()) + 60 }],
    ['no id', { jti: undefined }],
    ['an id that is too long', { jti: 'x'.repeat(256) }],
    ['an id that no text holds', { jti: 'a\u0000b' }],
    ['an unknown critical extension', {}, { crit: [criticalExtension], [criticalExtension]: 1 }],
    ['an unknown key', {}, { kid: 'second' }],
  ])('refuses an assertion with %s', async (_, claims, header) => {
    const { status, body } = await presentAssertion(await assert(claims, header));

    expect([status, body['error']]).toEqual([401, 'invalid_client']);
  });

  it('refuses assertions that someone else signed, or nobody', async () => {
    const stranger = await makeSigner();
    const now = toSeconds(Date.now());
    const claims = { iss: signing.id, sub: signing.id, aud: tokenEndpoint, exp: now + 60, jti: newUuid() };
    const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unknown = newId('oauthClient');

    const assertions = [
      await signWith(stranger, claims),
      await signWith(stranger, { ...claims, iss: unknown, sub: unknown }),
      `${encode({ alg: 'none' })}.${encode(claims)}.`,
      `${encode({ alg: 'HS256' })}.${encode(claims)}.${encode('signature')}`,
      'not.a.token',
      '',
      'x'.repeat(10_000),
    ];

    for (const assertion of assertions) {
      const { status, body } = await presentAssertion(assertion);
      expect([status, body['error']], assertion.slice(0, 40)).toEqual([401, 'invalid_client']);
    }
    const otherType = await presentAssertion(await assert(), { client_assertion_type: 'urn:other' });
    expect(otherType.body['error']).toBe('invalid_client');
  });

  it('takes an assertion once, of many who present it at once in several processes', async () => {
    const another = api.startAnother();
    const text = new URLSearchParams({
      ...grant,
      client_assertion_type: assertionType,
      client_assertion: await assert(),
    }).toString();
    const present = async (app: TestApi['app']): Promise<number> => {
      const response = await app.request('/oauth/token', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: text,
      });
      return response.status;
    };

    const statuses = await Promise.all(
      [...Array.from({ length: 8 }).keys()].map((n) => present(n % 2 === 0 ? api.app : another)),
    );

    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 7 }, () => 401)]);
    expect(await present(api.app)).toBe(401);
  });
});
