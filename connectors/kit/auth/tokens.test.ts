import { generateKeyPairSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { decodeJwt, decodeProtectedHeader, importSPKI, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../../core/json.ts';
import { connectorWith } from '../../../test/harness/auth-connector.ts';
import { createCertificate } from '../../../test/harness/http-certificate.ts';
import { openTestSession, readAll } from '../../../test/harness/http-session.ts';
import { HttpStub, type SeenRequest } from '../../../test/harness/http.ts';
import type { ConnectorSession } from '../session.ts';
import { googleServiceAccountAuth, microsoftCertificateAuth, microsoftSecretAuth } from './cloud-methods.ts';
import { apiKeyAuth, apiKeysAuth, type AuthMethod, basicAuth, plainText, secretText } from './methods.ts';
import { digestAuth, hmacAuth, mtlsAuth, oauth1Auth, sigv4RoleAuth, withCertificate } from './signing-methods.ts';
import {
  authorizationCodeAuth,
  clientCredentialsAuth,
  refreshTokenAuth,
  selfSignedJwtAuth,
  sessionLoginAuth,
} from './token-methods.ts';

let stub: HttpStub;
let session: ConnectorSession | undefined;
const client = { client_id: 'me', client_secret: 'canary/secret+' };
const people = { json: [{ id: 1 }] };
const refused = { status: 401, json: {} };
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

beforeEach(async () => {
  stub = await HttpStub.start();
});

afterEach(async () => {
  await session?.close();
  session = undefined;
  await stub.stop();
});

function open(method: AuthMethod, credentials: JsonObject): ConnectorSession {
  const config = { base_url: stub.url };
  session = openTestSession(connectorWith(method), { config, credentials, allow: ['127.0.0.0/8'] });
  return session;
}

/** Reads the people with a method's credentials. @returns how many came. */
async function read(method: AuthMethod, credentials: JsonObject, times = 1): Promise<number> {
  const opened = session ?? open(method, credentials);
  let count = 0;
  for (let time = 0; time < times; time += 1) {
    count += (await readAll(opened.openSource({ object: 'people', options: {} }))).pages.flat().length;
  }
  return count;
}

function seen(route: string): SeenRequest[] {
  return stub.requests.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === route);
}

function header(route: string, name: string): unknown[] {
  return seen(route).map(({ headers }) => headers[name]);
}

function form(request: SeenRequest | undefined): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(request?.body));
}

describe('connectors/kit/auth/tokens', () => {
  it('puts keys into headers, the query and cookies', async () => {
    const fields = { key: secretText('Key'), app: secretText('Application key') };
    const places = [
      { in: 'header', name: 'DD-API-KEY', value: '{key}' },
      { in: 'query', name: 'app', value: '{app}' },
      { in: 'cookie', name: 'k', value: '{key}' },
      { in: 'cookie', name: 'a', value: '{app}' },
    ] as const;
    stub.on('GET /people?app=2', people);

    await read(apiKeysAuth({ places, credentials: z.strictObject(fields) }), { key: '1', app: '2' });

    expect([header('GET /people', 'dd-api-key'), header('GET /people', 'cookie')]).toEqual([['1'], ['k=1; a=2']]);
  });

  it.each([
    [
      basicAuth({ username: '{api_key}', password: 'x', credentials: z.strictObject({ api_key: secretText('K') }) }),
      'k:x',
    ],
    [
      basicAuth({
        username: '{email}/token',
        password: '{api_key}',
        credentials: z.strictObject({ email: plainText('E'), api_key: secretText('K') }),
      }),
      'e/token:k',
    ],
  ])('writes pairs of another form than name and password %#', async (method, pair) => {
    stub.on('GET /people', people);

    await read(method, 'email' in method.credentials.shape ? { email: 'e', api_key: 'k' } : { api_key: 'k' });

    expect(header('GET /people', 'authorization')).toEqual([`Basic ${Buffer.from(pair).toString('base64')}`]);
  });

  it('gets one token for many requests, and a new one where it is refused', async () => {
    const method = clientCredentialsAuth({
      tokenUrl: '{config.base_url}/token',
      scope: 'read write',
      parameters: { audience: 'api' },
    });
    stub
      .on('POST /token', { json: { access_token: 'one', expires_in: 3600 } }, { json: { access_token: 'two' } })
      .on('GET /people', people, people, refused, people, people);

    expect(await read(method, client, 4)).toBe(4);

    const [first] = seen('POST /token');
    expect(form(first)).toEqual({ grant_type: 'client_credentials', scope: 'read write', audience: 'api' });
    // RFC 6749 §2.3.1 has identifier and secret encoded as in a form first.
    expect(first?.headers['authorization']).toBe(`Basic ${Buffer.from('me:canary%2Fsecret%2B').toString('base64')}`);
    expect(header('GET /people', 'authorization')).toEqual(
      ['one', 'one', 'one', 'two', 'two'].map((token) => `Bearer ${token}`),
    );
  });

  it('renews a token once for a system that refuses every one', async () => {
    const method = clientCredentialsAuth({ tokenUrl: '{config.base_url}/token', clientAuth: 'post', body: 'json' });
    stub
      .on('POST /token', { json: { access_token: 'one' } }, { json: { access_token: 'two' } })
      .always('GET /people', refused);

    await expect(read(method, client)).rejects.toMatchObject({ kind: 'auth_invalid' });
    await expect(read(method, client)).rejects.toMatchObject({ kind: 'auth_invalid' });

    expect(seen('POST /token').map(({ body }) => JSON.parse(body))).toEqual([
      { grant_type: 'client_credentials', ...client },
      { grant_type: 'client_credentials', ...client },
    ]);
    expect(seen('GET /people')).toHaveLength(3);
  });

  it('asks once for requests that need a token at the same time', async () => {
    const method = clientCredentialsAuth({ tokenUrl: '{config.base_url}/token' });
    stub.on('POST /token', { json: { access_token: 'one' } }).always('GET /people', people);
    open(method, client);

    await Promise.all(Array.from({ length: 20 }, () => read(method, client)));

    expect(seen('POST /token')).toHaveLength(1);
  });

  it.each([
    [{ status: 401, json: { error: 'invalid_client', error_description: 'canary/secret+' } }, 'auth_invalid'],
    [{ status: 200, json: { error: 'access_denied' } }, 'auth_invalid'],
    [{ status: 400, json: { error: 'invalid_scope' } }, 'config'],
    [{ status: 200, json: {} }, 'config'],
    [{ status: 503 }, 'transient'],
    [{ status: 429, headers: { 'retry-after': '60' } }, 'rate_limited'],
    [{ status: 302, headers: { location: 'https://elsewhere.example/' } }, 'config'],
  ])('tells what the token endpoint meant by %j', async (answer, kind) => {
    stub.always('POST /token', answer);

    const failing = read(clientCredentialsAuth({ tokenUrl: '{config.base_url}/token' }), client);

    await expect(failing).rejects.toMatchObject({ kind });
    await expect(failing).rejects.toSatisfy((error: Error) => !error.message.includes('canary'));
  });

  it.each(['https://{config.base_url}.evil.example/', '{config.base_url}.evil.example/token'])(
    'sends no credential to a host that only the configuration leads to: %s',
    async (tokenUrl) => {
      await expect(read(clientCredentialsAuth({ tokenUrl }), client)).rejects.toMatchObject({ kind: 'config' });
    },
  );

  it('signs assertions as Google service accounts do', async () => {
    const method = googleServiceAccountAuth({ scopes: ['a', 'b'], subject: true, tokenUrl: '{config.base_url}/token' });
    stub.on('POST /token', { json: { access_token: 'one', expires_in: 3599 } }).on('GET /people', people);

    await read(method, {
      client_email: 'a@b.example',
      private_key: privateKey.replaceAll('\n', '\\n'),
      private_key_id: 'k1',
    });

    const { grant_type: grantType, assertion = '', ...rest } = form(seen('POST /token')[0]);
    const { payload } = await jwtVerify(assertion, await importSPKI(publicKey, 'RS256'));
    expect([grantType, rest]).toEqual(['urn:ietf:params:oauth:grant-type:jwt-bearer', {}]);
    expect(payload).toMatchObject({ iss: 'a@b.example', scope: 'a b', aud: `${stub.url}/token` });
    expect(payload).not.toHaveProperty('sub');
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
    expect(decodeProtectedHeader(assertion)).toMatchObject({ alg: 'RS256', kid: 'k1', typ: 'JWT' });
  });

  it("proves Microsoft's applications by a certificate or a secret", async () => {
    const tokenUrl = '{config.base_url}/{tenant_id}/oauth2/v2.0/token';
    const { cert } = createCertificate('app.example');
    const ids = { tenant_id: 't-1', client_id: 'c-1' };
    stub.always('POST /t-1/oauth2/v2.0/token', { json: { access_token: 'one' } }).always('GET /people', people);

    await read(microsoftCertificateAuth({ scope: 's', tokenUrl }), {
      ...ids,
      certificate: cert,
      private_key: privateKey,
    });
    await session?.close();
    session = undefined;
    await read(microsoftSecretAuth({ scope: 's', tokenUrl }), { ...ids, client_secret: 'x' });

    const [byKey, bySecret] = seen('POST /t-1/oauth2/v2.0/token').map(form);
    const assertion = byKey?.['client_assertion'] ?? '';
    expect(decodeProtectedHeader(assertion)).toMatchObject({
      alg: 'PS256',
      'x5t#S256': expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(decodeJwt(assertion)).toMatchObject({ iss: 'c-1', sub: 'c-1', aud: `${stub.url}/t-1/oauth2/v2.0/token` });
    expect(bySecret).toEqual({ grant_type: 'client_credentials', scope: 's', client_id: 'c-1', client_secret: 'x' });
  });

  it('signs a token of its own for each request', async () => {
    const credentials = z.strictObject({ account: plainText('A'), private_key: secretText('K') });
    const method = selfSignedJwtAuth({
      credentials,
      assertion: {
        algorithm: 'RS256',
        key: '{private_key}',
        header: {},
        claims: { iss: '{account}.SHA256:{$public_key_sha256}', sub: '{account}' },
        lifetimeS: 60,
        backdateS: 60,
      },
    });
    stub.on('GET /people', people);

    await read(method, { account: 'me', private_key: privateKey });

    const [authorization] = header('GET /people', 'authorization');
    const { payload } = await jwtVerify(String(authorization).slice(7), await importSPKI(publicKey, 'RS256'));
    expect(payload.iss).toMatch(/^me\.SHA256:[A-Za-z0-9+/]{43}=$/);
  });

  it.each(['not a key', '{"kty":"oct"}'])('says that a key cannot be read, and not what it is: %s', async (key) => {
    const credentials = z.strictObject({ private_key: secretText('K') });
    const assertion = { algorithm: 'RS256', key: '{private_key}', header: {}, claims: {}, lifetimeS: 60 } as const;

    await expect(read(selfSignedJwtAuth({ credentials, assertion }), { private_key: key })).rejects.toMatchObject({
      kind: 'config',
      message: 'The private key of the credentials cannot be read.',
    });
  });

  it('logs in, takes token and cookies out of the answer, logs in again, and out at the end', async () => {
    const method = sessionLoginAuth({
      credentials: z.strictObject({ user: plainText('U'), password: secretText('P') }),
      login: {
        method: 'POST',
        url: '{config.base_url}/login',
        headers: {},
        body: { format: 'json', values: { params: [{ user: '{user}', password: '{password}' }], keep: true } },
      },
      extract: {
        csrf: { from: 'header', name: 'X-CSRF' },
        token: { from: 'body', path: 'data.token' },
        cookies: { from: 'cookies' },
      },
      places: [
        { in: 'header', name: 'X-Token', value: '{$token}' },
        { in: 'header', name: 'X-CSRF', value: '{$csrf}' },
        { in: 'cookie', name: '', value: '{$cookies}' },
      ],
      logout: { method: 'DELETE', url: '{config.base_url}/login', headers: { 'x-token': '{$token}' } },
    });
    const login = (n: number) => (_: SeenRequest, response: ServerResponse) => {
      response.setHeader('set-cookie', [`a=${n}; Path=/; HttpOnly`, 'b=x; Expires=Wed, 21 Oct 2099 07:28:00 GMT']);
      return { headers: { 'x-csrf': `c${n}` }, json: { data: { token: `t${n}` } } };
    };
    stub.on('POST /login', login(1), login(2)).on('GET /people', people, refused, people).on('DELETE /login', {}, {});

    await read(method, { user: 'u', password: 'p' }, 2);
    await session?.close();
    session = undefined;

    expect(JSON.parse(seen('POST /login')[0]?.body ?? '')).toEqual({
      params: [{ user: 'u', password: 'p' }],
      keep: true,
    });
    expect(header('GET /people', 'x-token')).toEqual(['t1', 't1', 't2']);
    expect(header('GET /people', 'x-csrf')).toEqual(['c1', 'c1', 'c2']);
    expect(header('GET /people', 'cookie')).toEqual(['a=1; b=x', 'a=1; b=x', 'a=2; b=x']);
    expect(header('DELETE /login', 'x-token')).toEqual(['t1', 't2']);
  });

  it('takes a login without token for a refusal', async () => {
    const method = sessionLoginAuth({
      credentials: z.strictObject({ password: secretText('P') }),
      login: {
        method: 'POST',
        url: '{config.base_url}/login',
        headers: {},
        basic: { username: 'a', password: '{password}' },
      },
      extract: { token: { from: 'body', path: '$' } },
      places: [{ in: 'header', name: 'X-Token', value: '{$token}' }],
    });
    stub.on('POST /login', { json: { error: 'wrong password' } });

    await expect(read(method, { password: 'p' })).rejects.toMatchObject({ kind: 'auth_invalid' });
  });

  it('uses each refresh token once, and the one before where the newer is refused', async () => {
    const method = refreshTokenAuth({ tokenUrl: '{config.base_url}/token', clientAuth: 'post' });
    const gone = { status: 400, json: { error: 'invalid_grant' } };
    stub
      .on('POST /token', { json: { access_token: 'a1', refresh_token: 'r1' } }, gone, {
        json: { access_token: 'a2', refresh_token: 'r2' },
      })
      .on('GET /people', refused, people);

    // The first generation of tokens is refused, and then its refresh token, too.
    await read(method, { ...client, refresh_token: 'r0' });

    expect(seen('POST /token').map((request) => form(request)['refresh_token'])).toEqual(['r0', 'r1', 'r0']);
    expect(header('GET /people', 'authorization')).toEqual(['Bearer a1', 'Bearer a2']);
  });

  it('answers a digest challenge', async () => {
    const challenge = { 'www-authenticate': 'Digest realm="r", qop="auth", algorithm=SHA-256, nonce="n1"' };
    stub.on('GET /people', { status: 401, headers: challenge }, people, people);

    await read(digestAuth(), { username: 'u', password: 'p' }, 2);

    const [none, first, second] = header('GET /people', 'authorization');
    expect([none, first, second]).toEqual([
      undefined,
      expect.stringContaining('nc=00000001'),
      expect.stringContaining('nc=00000002'),
    ]);
  });

  it('takes a role on, and signs with its keys', async () => {
    const method = sigv4RoleAuth({ service: 'ec2', stsUrl: '{config.base_url}/sts' });
    const xml =
      '<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>' +
      '<AccessKeyId>ASIA1</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>tok</SessionToken>' +
      '<Expiration>2099-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>';
    stub.on('POST /sts', { body: xml }).on('GET /people', people, people);

    await read(
      method,
      {
        access_key_id: 'AKIA1',
        secret_access_key: 'x',
        region: 'eu-west-1',
        role_arn: 'arn:aws:iam::123456789012:role/hub',
        external_id: 'ours',
      },
      2,
    );

    const [sts] = seen('POST /sts');
    expect(form(sts)).toMatchObject({
      Action: 'AssumeRole',
      RoleArn: 'arn:aws:iam::123456789012:role/hub',
      ExternalId: 'ours',
    });
    expect(sts?.headers['authorization']).toMatch(/Credential=AKIA1\/\d{8}\/eu-west-1\/sts\/aws4_request/);
    expect(header('GET /people', 'authorization')[1]).toMatch(/Credential=ASIA1\/\d{8}\/eu-west-1\/ec2\/aws4_request/);
    expect(header('GET /people', 'x-amz-security-token')).toEqual(['tok', 'tok']);
  });

  it('shows a client certificate beside another credential', async () => {
    const ours = createCertificate('client.example');
    const theirs = createCertificate('localhost');
    const server = createServer(
      { ...theirs, requestCert: true, rejectUnauthorized: true, ca: ours.cert },
      (request, response) => response.end(JSON.stringify([{ id: request.headers['x-key'] }])),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const method = withCertificate(apiKeyAuth({ in: 'header', name: 'X-Key' }));
    const config = { base_url: `https://localhost:${port}` };
    const credentials = {
      api_key: 'k',
      client_certificate: ours.cert,
      client_key: ours.key,
      ca_certificate: theirs.cert,
    };
    const opened = openTestSession(connectorWith(method), { config, credentials, allow: [`localhost:${port}`] });

    const { pages } = await readAll(opened.openSource({ object: 'people', options: {} }));
    const report = await opened.test(AbortSignal.timeout(10_000));
    await opened.close();
    server.closeAllConnections();
    server.close();

    expect(pages).toEqual([[{ id: 'k' }]]);
    expect(report.checks.map(({ name, ok }) => [name, ok])).toContainEqual(['tls', true]);
  });

  it('says that a client certificate cannot be read', async () => {
    const opened = openTestSession(connectorWith(mtlsAuth()), {
      config: { base_url: `https://127.0.0.1:${stub.port}` },
      credentials: { client_certificate: 'none', client_key: privateKey },
      allow: ['127.0.0.0/8'],
    });

    const reading = readAll(opened.openSource({ object: 'people', options: {} }));

    await expect(reading).rejects.toMatchObject({ kind: 'config' });
    await expect(reading).rejects.toThrow('The client certificate');
    await opened.close();
  });

  it.each<[AuthMethod, JsonObject, string]>([
    [
      oauth1Auth({ realm: '1' }),
      { consumer_key: 'c', consumer_secret: 'x', token: 't', token_secret: 'y' },
      'OAuth realm="1"',
    ],
    [hmacAuth({ scheme: 'duo_v5' }), { integration_key: 'i', secret_key: 's' }, 'Basic '],
    [
      hmacAuth({ scheme: 'akamai_edgegrid' }),
      { client_token: 'c', client_secret: 'x', access_token: 'a' },
      'EG1-HMAC-SHA256 ',
    ],
  ])('signs each request %#', async (method, credentials, begin) => {
    stub.on('GET /people', people);

    await read(method, credentials);

    expect(header('GET /people', 'authorization')).toEqual([expect.stringMatching(new RegExp(`^${begin}`))]);
  });

  it('says that nobody has authorized a connection yet', async () => {
    const method = authorizationCodeAuth({
      tokenUrl: '{config.base_url}/token',
      authorize: { url: '{config.base_url}/authorize' },
    });

    await expect(read(method, client)).rejects.toMatchObject({
      kind: 'auth_invalid',
      message: 'The connection was not authorized yet. Authorize it first.',
    });
  });
});
