import { beforeEach, describe, expect, it } from 'vitest';
import { AuthVendor, people, refused } from '../../../../test/harness/servers/auth-vendor.ts';
import { authorizationCodeAuth, clientCredentialsAuth, refreshTokenAuth } from '../../../kit/auth/token-methods.ts';

let vendor: AuthVendor;
const client = { client_id: 'me', client_secret: 'canary/secret+' };

beforeEach(async () => {
  vendor = await AuthVendor.start();
  return () => vendor.stop();
});

describe('connectors/drivers/http/auth/obtain-oauth', () => {
  it('gets one token for many requests, and a new one where it is refused', async () => {
    const method = clientCredentialsAuth({
      tokenUrl: '{config.base_url}/token',
      scope: 'read write',
      parameters: { audience: 'api' },
    });
    vendor.stub
      .on('POST /token', { json: { access_token: 'one', expires_in: 3600 } }, { json: { access_token: 'two' } })
      .on('GET /people', people, people, refused, people, people);

    expect(await vendor.read(method, client, 4)).toBe(4);

    const [first] = vendor.seen('POST /token');
    expect(vendor.forms('POST /token')[0]).toEqual({
      grant_type: 'client_credentials',
      scope: 'read write',
      audience: 'api',
    });
    // RFC 6749 §2.3.1 has identifier and secret encoded as in a form first.
    expect(first?.headers['authorization']).toBe(`Basic ${Buffer.from('me:canary%2Fsecret%2B').toString('base64')}`);
    expect(vendor.headers('GET /people', 'authorization')).toEqual(
      ['one', 'one', 'one', 'two', 'two'].map((token) => `Bearer ${token}`),
    );
  });

  it.each([
    [404, {}, 'config', 'The sign-in address was not found (status 404). Check the base address of the connection.'],
    [405, {}, 'config', 'The sign-in address was not found (status 405). Check the base address of the connection.'],
    [404, { error: 'invalid_client' }, 'auth_invalid', expect.stringContaining('for these credentials')],
    [400, { error: 'invalid_scope' }, 'config', 'The system issued no token (invalid_scope, status 400).'],
  ])('says of an answer with status %i and %j what is wrong', async (status, json, kind, message) => {
    vendor.stub.on('POST /token', { status, json });

    const read = vendor.read(clientCredentialsAuth({ tokenUrl: '{config.base_url}/token' }), client);

    await expect(read).rejects.toMatchObject({ kind, message });
  });

  it('renews a token once for a system that refuses every one', async () => {
    const method = clientCredentialsAuth({ tokenUrl: '{config.base_url}/token', clientAuth: 'post', body: 'json' });
    vendor.stub
      .on('POST /token', { json: { access_token: 'one' } }, { json: { access_token: 'two' } })
      .always('GET /people', refused);

    await expect(vendor.read(method, client)).rejects.toMatchObject({ kind: 'auth_invalid' });
    await expect(vendor.read(method, client)).rejects.toMatchObject({ kind: 'auth_invalid' });

    expect(vendor.seen('POST /token').map(({ body }) => JSON.parse(body))).toEqual([
      { grant_type: 'client_credentials', ...client },
      { grant_type: 'client_credentials', ...client },
    ]);
    expect(vendor.seen('GET /people')).toHaveLength(3);
  });

  it('asks once for requests that need a token at the same time', async () => {
    const method = clientCredentialsAuth({ tokenUrl: '{config.base_url}/token' });
    vendor.stub.on('POST /token', { json: { access_token: 'one' } }).always('GET /people', people);
    vendor.open(method, client);

    await Promise.all(Array.from({ length: 20 }, () => vendor.read(method, client)));

    expect(vendor.seen('POST /token')).toHaveLength(1);
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
    vendor.stub.always('POST /token', answer);

    const failing = vendor.read(clientCredentialsAuth({ tokenUrl: '{config.base_url}/token' }), client);

    await expect(failing).rejects.toMatchObject({ kind });
    await expect(failing).rejects.toSatisfy((error: Error) => !error.message.includes('canary'));
  });

  it.each(['https://{config.base_url}.evil.example/', '{config.base_url}.evil.example/token'])(
    'sends no credential to a host that only the configuration leads to: %s',
    async (tokenUrl) => {
      await expect(vendor.read(clientCredentialsAuth({ tokenUrl }), client)).rejects.toMatchObject({ kind: 'config' });
    },
  );

  it('uses each refresh token once, and the one before where the newer is refused', async () => {
    const method = refreshTokenAuth({ tokenUrl: '{config.base_url}/token', clientAuth: 'post' });
    const gone = { status: 400, json: { error: 'invalid_grant' } };
    vendor.stub
      .on('POST /token', { json: { access_token: 'a1', refresh_token: 'r1' } }, gone, {
        json: { access_token: 'a2', refresh_token: 'r2' },
      })
      .on('GET /people', refused, people);

    // The first generation of tokens is refused, and then its refresh token, too.
    await vendor.read(method, { ...client, refresh_token: 'r0' });

    expect(vendor.forms('POST /token').map((form) => form['refresh_token'])).toEqual(['r0', 'r1', 'r0']);
    expect(vendor.headers('GET /people', 'authorization')).toEqual(['Bearer a1', 'Bearer a2']);
  });

  it('says that nobody has authorized a connection yet', async () => {
    const method = authorizationCodeAuth({
      tokenUrl: '{config.base_url}/token',
      authorize: { url: '{config.base_url}/authorize' },
    });

    await expect(vendor.read(method, client)).rejects.toMatchObject({
      kind: 'auth_invalid',
      message: 'The connection is not authorized yet. Authorize it first.',
    });
  });
});
