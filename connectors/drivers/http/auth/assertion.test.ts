import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importSPKI, jwtVerify } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AuthVendor, people } from '../../../../test/harness/servers/auth-vendor.ts';
import { createCertificate } from '../../../../test/harness/http-certificate.ts';
import {
  googleServiceAccountAuth,
  microsoftCertificateAuth,
  microsoftSecretAuth,
} from '../../../kit/auth/cloud-methods.ts';
import { plainText, secretText } from '../../../kit/auth/methods.ts';
import { selfSignedJwtAuth } from '../../../kit/auth/token-methods.ts';

let vendor: AuthVendor;
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

beforeEach(async () => {
  vendor = await AuthVendor.start();
  return () => vendor.stop();
});

describe('connectors/drivers/http/auth/assertion', () => {
  it('signs assertions as Google service accounts do', async () => {
    const method = googleServiceAccountAuth({ scopes: ['a', 'b'], subject: true, tokenUrl: '{config.base_url}/token' });
    vendor.stub.on('POST /token', { json: { access_token: 'one', expires_in: 3599 } }).on('GET /people', people);

    await vendor.read(method, {
      client_email: 'a@b.example',
      private_key: privateKey.replaceAll('\n', '\\n'),
      private_key_id: 'k1',
    });

    const { grant_type: grantType, assertion = '', ...rest } = vendor.forms('POST /token')[0] ?? {};
    const { payload } = await jwtVerify(assertion, await importSPKI(publicKey, 'RS256'));
    expect([grantType, rest]).toEqual(['urn:ietf:params:oauth:grant-type:jwt-bearer', {}]);
    expect(payload).toMatchObject({ iss: 'a@b.example', scope: 'a b', aud: `${vendor.stub.url}/token` });
    expect(payload).not.toHaveProperty('sub');
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
    expect(decodeProtectedHeader(assertion)).toMatchObject({ alg: 'RS256', kid: 'k1', typ: 'JWT' });
  });

  it("proves Microsoft's applications by a certificate or a secret", async () => {
    const tokenUrl = '{config.base_url}/{tenant_id}/oauth2/v2.0/token';
    const { cert } = createCertificate('app.example');
    const ids = { tenant_id: 't-1', client_id: 'c-1' };
    vendor.stub.always('POST /t-1/oauth2/v2.0/token', { json: { access_token: 'one' } }).always('GET /people', people);

    await vendor.read(microsoftCertificateAuth({ scope: 's', tokenUrl }), {
      ...ids,
      certificate: cert,
      private_key: privateKey,
    });
    await vendor.close();
    await vendor.read(microsoftSecretAuth({ scope: 's', tokenUrl }), { ...ids, client_secret: 'x' });

    const [byKey, bySecret] = vendor.forms('POST /t-1/oauth2/v2.0/token');
    const assertion = byKey?.['client_assertion'] ?? '';
    expect(decodeProtectedHeader(assertion)).toMatchObject({
      alg: 'PS256',
      'x5t#S256': expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(decodeJwt(assertion)).toMatchObject({
      iss: 'c-1',
      sub: 'c-1',
      aud: `${vendor.stub.url}/t-1/oauth2/v2.0/token`,
    });
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
    vendor.stub.on('GET /people', people);

    await vendor.read(method, { account: 'me', private_key: privateKey });

    const [authorization] = vendor.headers('GET /people', 'authorization');
    const { payload } = await jwtVerify(String(authorization).slice(7), await importSPKI(publicKey, 'RS256'));
    expect(payload.iss).toMatch(/^me\.SHA256:[A-Za-z0-9+/]{43}=$/);
  });

  it.each(['not a key', '{"kty":"oct"}'])('says that a key cannot be read, and not what it is: %s', async (key) => {
    const credentials = z.strictObject({ private_key: secretText('K') });
    const assertion = { algorithm: 'RS256', key: '{private_key}', header: {}, claims: {}, lifetimeS: 60 } as const;

    await expect(
      vendor.read(selfSignedJwtAuth({ credentials, assertion }), { private_key: key }),
    ).rejects.toMatchObject({
      kind: 'config',
      message: 'The private key of the credentials, or its passphrase, cannot be used. Store them again.',
    });
  });
});
