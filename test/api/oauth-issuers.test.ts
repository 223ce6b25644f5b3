import { generateKeyPairSync, sign } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { newUuid, toUuid } from '../../core/ids.ts';
import { createCertificate } from '../harness/http-certificate.ts';
import { HttpStub } from '../harness/http.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { addKey, criticalExtension, makeSigner, type Signer, signWith, toSeconds } from './oauth-acts.ts';

let api: TestApi;
let stub: HttpStub;
/** Of each test its own: a port comes again, and an issuer is registered once. */
let issuer: string;
let signer: Signer;
let now = 0;
/** Stands still but for what a test adds to it: what is remembered for seconds is forgotten by the bell alone. */
const clock: Clock = { ...systemClock, monotonic: () => now };

beforeAll(async () => {
  api = await startTestApi({ clock, allow: ['127.0.0.0/8'] });
  signer = await makeSigner('ES256');
});

beforeEach(async () => {
  stub = await HttpStub.start();
  issuer = `${stub.url}/${newUuid()}`;
});

afterEach(() => stub.stop());

afterAll(() => api.close());

const path = '/v1/token-issuers';
const rules = [
  { claim: 'groups', value: 'readers', scopes: ['accounts:read'] },
  { claim: 'realm_access.roles', value: 'runner', scopes: ['runs:read'] },
  { claim: 'https://example.com/role', value: 'boss', scopes: ['*'] },
];

/** The audience of the first organization. */
const ours = (): string => `https://hub.example/${api.organization.organization_id}`;

function register(body: Record<string, unknown> = {}, key?: string): Promise<Answer> {
  return api.request('POST', path, {
    body: {
      name: 'Corporate',
      issuer,
      audience: ours(),
      jwks_uri: `${stub.url}/keys`,
      algorithms: ['ES256'],
      scope_rules: rules,
      ...body,
    },
    ...(key === undefined ? {} : { key }),
  });
}

function publish(...keys: Signer[]): void {
  stub.on('GET /keys', { json: { keys: keys.map(({ jwk }) => jwk) } });
}

function toToken(
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
  by = signer,
): Promise<string> {
  const usual = { iss: issuer, aud: ours(), sub: 'alice', exp: toSeconds(Date.now()) + 300, groups: ['readers'] };
  return signWith(by, { ...usual, ...claims }, header);
}

function call(token: string, target = '/v1/accounts'): Promise<Answer> {
  return api.request('GET', target, { key: token });
}

describe('test/api/oauth-issuers', () => {
  it('keeps what was registered', async () => {
    const { status, data, headers } = await register({ subjects: ['alice'] });
    const { list } = await api.request('GET', path);

    expect([status, headers.get('location')]).toEqual([201, `${path}/${data.id}`]);
    expect(data.id).toMatch(/^iss_/);
    expect(data).toMatchObject({ issuer, subjects: ['alice'], scope_rules: rules, disabled: false });
    expect(list).toContainEqual(data);
    const { data: same } = await api.request('PUT', `${path}/${data.id}`, { body: data });
    expect(same).toEqual(data);
  });

  it('is registered once for an audience, by as many organizations as like, who learn nothing of one another', async () => {
    const { api_key: key, organization_id: rival } = await api.addOrganization('Rival');

    const answers = [await register(), await register({ audience: `second/${ours()}` }), await register()];
    const theirs = await register({ audience: `https://hub.example/${rival}` }, key);
    const stolen = await register({}, key);

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 409]);
    expect(answers[2]?.error.message).toBe('The organization has registered this issuer with this audience already.');
    const change = { body: { audience: ours() } };
    const taken = await api.request('PATCH', `${path}/${answers[1]?.data.id}`, change);
    expect([taken.status, taken.error.code]).toEqual([409, 'conflict']);
    expect(theirs.status).toBe(201);
    expect([stolen.status, stolen.error.details.errors]).toEqual([
      400,
      [expect.objectContaining({ path: 'audience', code: 'organization_missing' })],
    ]);
    expect(JSON.stringify(stolen.error)).not.toContain(api.organization.organization_id);
  });

  it('lets a token into the organization that its audience names', async () => {
    const { api_key: key, account_id: account, organization_id: rival } = await api.addOrganization('Neighbour');
    const theirs = `https://hub.example/${rival}`;
    await register();
    await register({ audience: theirs }, key);
    // Each organization reads them for itself.
    publish(signer);
    publish(signer);

    const organizationOf = async (aud: unknown): Promise<unknown> => {
      const { status, list } = await call(await toToken({ aud }));
      return status === 200 ? list.some(({ id }) => id === account) : status;
    };

    expect(await organizationOf(theirs)).toBe(true);
    expect(await organizationOf([theirs, 'https://elsewhere.example'])).toBe(true);
    expect(await organizationOf(ours())).toBe(false);
    // It does not say for which of both it is.
    expect(await organizationOf([theirs, ours()])).toBe(401);
    expect(await organizationOf(Array.from({ length: 21 }, (_, n) => (n === 0 ? theirs : `${n}`)))).toBe(401);
    expect(await organizationOf(['\0', 7, theirs])).toBe(true);
  });

  it('goes on with what was registered before audiences named the organization', async () => {
    const { data } = await register();
    await api.admin`update token_issuers set audience = 'hub' where id = ${toUuid('tokenIssuer', data.id) ?? ''}`;
    publish(signer);

    expect((await call(await toToken({ aud: 'hub' }))).status).toBe(200);
    const renamed = await api.request('PATCH', `${path}/${data.id}`, { body: { name: 'Old' } });
    expect([renamed.status, renamed.data['audience']]).toEqual([200, 'hub']);
    expect((await call(await toToken({ aud: 'hub' }))).status).toBe(200);
    expect((await api.request('PATCH', `${path}/${data.id}`, { body: { audience: 'other' } })).status).toBe(400);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['our own issuer', { issuer: 'http://hub.example' }, 'issuer', 'own_issuer'],
    ['our own issuer with a slash', { issuer: 'http://hub.example/' }, 'issuer', 'own_issuer'],
    ['keys over http', { jwks_uri: 'http://keys.example/' }, 'jwks_uri', 'not_https'],
    ['keys over another protocol', { jwks_uri: 'file:///etc/passwd' }, 'jwks_uri', 'not_https'],
    ['keys with a password', { jwks_uri: 'https://a:b@keys.example/' }, 'jwks_uri', 'invalid_url'],
    ['an issuer with a query', { issuer: 'https://a.example/?x' }, 'issuer', 'invalid_url'],
    ['an audience of nobody', { audience: 'hub' }, 'audience', 'organization_missing'],
    ['keys at an address of a cloud', { jwks_uri: 'https://169.254.169.254/' }, 'jwks_uri', 'address_not_allowed'],
    ['keys at a private address', { jwks_uri: 'https://10.0.0.1/keys' }, 'jwks_uri', 'address_not_allowed'],
    ['keys at a private IPv6 address', { jwks_uri: 'https://[fd00::1]/' }, 'jwks_uri', 'address_not_allowed'],
    ['keys at what is no URI', { jwks_uri: 'https://keys.example/{tenant}' }, 'jwks_uri', 'invalid_url'],
    ['an issuer that is no URL', { issuer: 'accounts' }, 'issuer', 'invalid_url'],
    ['symmetric algorithms', { algorithms: ['HS256'] }, 'algorithms[0]', 'invalid_value'],
    ['no algorithm', { algorithms: [] }, 'algorithms', 'too_small'],
    ['no rule', { scope_rules: [] }, 'scope_rules', 'too_small'],
  ])('refuses %s', async (_, body, where, code) => {
    const { status, error } = await register(body);

    expect(status).toBe(400);
    expect(error.details.errors).toContainEqual(expect.objectContaining({ path: where, code }));
  });

  it('refuses http on this machine where the operator did not open it', async () => {
    const closed = await startTestApi();
    try {
      const { status, error } = await closed.request('POST', path, {
        body: {
          name: 'Local',
          issuer: 'https://a.example',
          audience: closed.organization.organization_id,
          jwks_uri: stub.url,
          algorithms: ['ES256'],
          scope_rules: rules,
        },
      });
      expect([status, error.details.errors[0]?.code]).toEqual([400, 'not_https']);
    } finally {
      await closed.close();
    }
  });

  it('grants only what the caller has, also by a change', async () => {
    const key = await addKey(api, ['members:write', 'accounts:read']);
    const { data } = await register();

    const created = await register({ issuer: 'https://other.example' }, key);
    const changes = [{ jwks_uri: 'https://mine.example/keys' }, { subjects: ['me'] }, { audience: `mine/${ours()}` }];
    const changed = [];
    for (const body of changes) changed.push(await api.request('PATCH', `${path}/${data.id}`, { key, body }));
    const deleted = await api.request('DELETE', `${path}/${data.id}`, { key });
    const moved = await api.request('PATCH', `${path}/${data.id}`, { body: { issuer: 'https://other.example' } });

    expect([created.status, created.error.details['required_scopes']]).toEqual([403, ['runs:read', '*']]);
    expect(changed.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(deleted.status).toBe(403);
    expect(moved.error.details.errors[0]?.code).toBe('read_only');
  });

  it('lets its tokens in with the scopes of the rules that fit, and writes down the subject', async () => {
    const { data: registered } = await register();
    publish(signer);

    const reader = await toToken();
    const runner = await toToken({ groups: 'others', realm_access: { roles: ['runner'] } });
    const boss = await toToken({ groups: undefined, 'https://example.com/role': 'boss staff', sub: 'bob\u202e\n' });
    const nobody = await toToken({ groups: { readers: true }, realm_access: ['runner'] });

    expect([(await call(reader)).status, (await call(reader, '/v1/runs')).status]).toEqual([200, 403]);
    expect([(await call(runner)).status, (await call(runner, '/v1/runs')).status]).toEqual([403, 200]);
    expect((await call(nobody)).error.code).toBe('insufficient_scope');
    const created = await api.request('POST', '/v1/accounts', { key: boss, body: { name: 'By a boss' } });
    const [event] = await api.admin<{ actor: string }[]>`
      select actor from audit_events where resource_id = ${created.data.id}`;
    expect(event?.actor).toMatch(new RegExp(`^${registered.id}\\|bob\uFFFD\uFFFD~[0-9a-f]{16}$`));
    const me = await call(reader, '/v1/me');
    expect(me.data).toMatchObject({ kind: 'external', id: `${registered.id}|alice`, name: 'Corporate' });
    // All of this with one look at the keys.
    expect(stub.requests).toHaveLength(1);
  });

  it.each(['RS256', 'PS256', 'EdDSA'])('verifies %s', async (alg) => {
    const other = await makeSigner(alg);
    await register({ algorithms: [alg] });
    publish(other);

    expect((await call(await toToken({}, {}, other))).status).toBe(200);
  });

  it('refuses everything that is not quite such a token, and tells an expired one', async () => {
    await register({ subjects: ['alice'] });
    publish(signer);
    const seconds = toSeconds(Date.now());
    const rsa = await makeSigner('RS256');
    const stranger = await makeSigner('ES256');
    const confused = await new SignJWT({ iss: issuer, aud: ours(), sub: 'alice', exp: seconds + 300 })
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(Buffer.from(JSON.stringify(signer.jwk)));

    expect((await call(await toToken())).status).toBe(200);
    expect((await call(await toToken({}, { typ: 'at+jwt' }))).status).toBe(200);
    expect((await call(await toToken({}, { typ: 'JWT' }))).status).toBe(200);
    const refused = [
      await toToken({}, { typ: 'logout+jwt' }),
      await toToken({}, { crit: [criticalExtension], [criticalExtension]: 1 }),
      await toToken({ aud: 'other' }),
      await toToken({ aud: undefined }),
      await toToken({ iss: `${issuer}/` }),
      await toToken({ nbf: seconds + 60 }),
      await toToken({ exp: undefined }),
      await toToken({ sub: undefined }),
      await toToken({ sub: 7 }),
      await toToken({ sub: '' }),
      await toToken({ sub: 'mallory' }),
      await toToken({}, {}, rsa),
      await toToken({}, {}, stranger),
      await toToken({ exp: seconds - 60 }, {}, stranger),
      confused,
    ];

    for (const token of refused) {
      const { status, error } = await call(token);
      expect([status, error.details['reason']], token.slice(-30)).toEqual([401, undefined]);
    }
    expect((await call(await toToken({ exp: seconds - 60 }))).error.details['reason']).toBe('expired');
    // An unknown key makes us look again at most every thirty seconds.
    expect(stub.requests).toHaveLength(1);
    expect((await call(await toToken({}, { kid: 'unknown' }))).status).toBe(401);
    expect(stub.requests).toHaveLength(1);
  });

  it('refuses a token of a key that is too weak for its algorithm', async () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const jwk = { ...weak.publicKey.export({ format: 'jwk' }), kid: 'weak', alg: 'RS256' };
    await register({ algorithms: ['RS256'] });
    stub.on('GET /keys', { json: { keys: [jwk] } });
    const claims = { iss: issuer, aud: ours(), sub: 'alice', exp: toSeconds(Date.now()) + 300, groups: ['readers'] };
    const signed = [{ alg: 'RS256', kid: 'weak' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(signed), weak.privateKey).toString('base64url');

    const { status, error } = await call(`${signed}.${signature}`);

    expect([status, error.code]).toEqual([401, 'unauthorized']);
  });

  it.each([1e300, 8.64e12 + 1, 1.8e12])('lets a token in that ends at %d, and shows an end', async (exp) => {
    await register();
    publish(signer);

    const { status, data } = await call(await toToken({ exp }), '/v1/me');

    expect([status, data['expires_at']]).toEqual([200, '9999-12-31T23:59:59.999Z']);
  });

  it('refuses its tokens as soon as it is disabled, changed or deleted', async () => {
    const { data } = await register();
    publish(signer);
    const token = await toToken();
    expect((await call(token)).status).toBe(200);
    const change = (body: Record<string, unknown>): Promise<Answer> =>
      api.request('PATCH', `${path}/${data.id}`, { body });
    const becomes = (status: number): Promise<unknown> =>
      vi.waitFor(async () => expect((await call(token)).status).toBe(status));

    await change({ disabled: true });
    await becomes(401);
    await change({ disabled: false });
    await becomes(200);
    await change({ audience: `other/${ours()}` });
    await becomes(401);
    await change({ audience: ours(), scope_rules: [rules[1]] });
    await becomes(403);
    await change({ scope_rules: rules });
    await becomes(200);
    await api.request('DELETE', `${path}/${data.id}`);
    await becomes(401);
  });

  it('answers 503 while the keys cannot be read, leaves the issuer alone meanwhile, and recovers', async () => {
    await register();
    stub.on('GET /keys', { status: 500 });
    const token = await toToken();

    const answers = [await call(token), await call(token), await call(await toToken({ sub: 'bob' }))];
    const asked = stub.requests.length;
    publish(signer);
    now += 10_000;

    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(answers[0]?.headers.get('retry-after')).toBe('10');
    expect(asked).toBe(1);
    expect((await call(token)).status).toBe(200);
  });

  it.each<[string, Parameters<HttpStub['on']>[1]]>([
    ['are elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/keys' } }],
    ['are no JSON', { body: '<html>' }],
    ['are no key set', { json: { keys: 'none' } }],
    ['are too many', { body: JSON.stringify({ keys: [], pad: 'x'.repeat(300_000) }) }],
    ['are private', (_, response) => void response.end(JSON.stringify({ keys: [signer.privateJwk] }))],
  ])('follows nothing and believes nothing where the keys %s', async (_, answer) => {
    await register();
    stub.on('GET /keys', answer);

    expect([401, 503]).toContain((await call(await toToken())).status);
    expect(stub.requests).toHaveLength(1);
  });

  it('reads keys over https from whoever has a certificate for the name, and from nobody else', async () => {
    const trusted = createCertificate('localhost');
    const authorities = getCACertificates('default');
    setDefaultCACertificates([...authorities, trusted.cert]);
    const secure = await HttpStub.start(trusted);
    secure.on('GET /keys', { json: { keys: [signer.jwk] } });
    const registerAt = (name: string, host: string): Promise<Answer> =>
      register({ issuer: name, jwks_uri: `https://${host}:${secure.port}/keys` });
    try {
      await registerAt('https://named.example', 'localhost');
      await registerAt('https://other.example', '127.0.0.1');

      expect((await call(await toToken({ iss: 'https://named.example' }))).status).toBe(200);
      expect((await call(await toToken({ iss: 'https://other.example' }))).status).toBe(503);
    } finally {
      setDefaultCACertificates(authorities);
      await secure.stop();
    }
  });

  it('reaches no private address that the operator did not open', async () => {
    const closed = await startTestApi();
    const secure = await HttpStub.start(createCertificate('localhost'));
    try {
      const { status } = await closed.request('POST', path, {
        body: {
          name: 'Inside',
          issuer: 'https://inside.example',
          audience: closed.organization.organization_id,
          jwks_uri: `https://localhost:${secure.port}/keys`,
          algorithms: ['ES256'],
          scope_rules: rules,
        },
      });
      const answer = await closed.request('GET', '/v1/accounts', {
        key: await toToken({ iss: 'https://inside.example', aud: closed.organization.organization_id }),
      });

      expect([status, answer.status]).toEqual([201, 503]);
      expect(JSON.stringify(answer.body)).not.toContain('localhost');
      expect(secure.requests).toEqual([]);
    } finally {
      await secure.stop();
      await closed.close();
    }
  });
});
