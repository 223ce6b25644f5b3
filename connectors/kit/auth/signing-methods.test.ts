import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import { AuthVendor, people } from '../../../test/harness/servers/auth-vendor.ts';
import type { AuthMethod } from './methods.ts';
import { digestAuth, hmacAuth, oauth1Auth, sigv4RoleAuth } from './signing-methods.ts';

let vendor: AuthVendor;

beforeEach(async () => {
  vendor = await AuthVendor.start();
  return () => vendor.stop();
});

describe('connectors/kit/auth/signing-methods', () => {
  it('answers a digest challenge', async () => {
    const challenge = { 'www-authenticate': 'Digest realm="r", qop="auth", algorithm=SHA-256, nonce="n1"' };
    vendor.stub.on('GET /people', { status: 401, headers: challenge }, people, people);

    await vendor.read(digestAuth(), { username: 'u', password: 'p' }, 2);

    const [none, first, second] = vendor.headers('GET /people', 'authorization');
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
    vendor.stub.on('POST /sts', { body: xml }).on('GET /people', people, people);

    await vendor.read(
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

    const [sts] = vendor.seen('POST /sts');
    expect(vendor.forms('POST /sts')[0]).toMatchObject({
      Action: 'AssumeRole',
      RoleArn: 'arn:aws:iam::123456789012:role/hub',
      ExternalId: 'ours',
    });
    expect(sts?.headers['authorization']).toMatch(/Credential=AKIA1\/\d{8}\/eu-west-1\/sts\/aws4_request/);
    expect(vendor.headers('GET /people', 'authorization')[1]).toMatch(
      /Credential=ASIA1\/\d{8}\/eu-west-1\/ec2\/aws4_request/,
    );
    expect(vendor.headers('GET /people', 'x-amz-security-token')).toEqual(['tok', 'tok']);
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
    vendor.stub.on('GET /people', people);

    await vendor.read(method, credentials);

    expect(vendor.headers('GET /people', 'authorization')).toEqual([expect.stringMatching(new RegExp(`^${begin}`))]);
  });
});
