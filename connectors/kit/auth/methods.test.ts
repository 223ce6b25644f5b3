import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AuthVendor, people } from '../../../test/harness/servers/auth-vendor.ts';
import { apiKeysAuth, basicAuth, plainText, secretText } from './methods.ts';

let vendor: AuthVendor;

beforeEach(async () => {
  vendor = await AuthVendor.start();
  return () => vendor.stop();
});

describe('connectors/kit/auth/methods', () => {
  it('puts keys into headers, the query and cookies', async () => {
    const fields = { key: secretText('Key'), app: secretText('Application key') };
    const places = [
      { in: 'header', name: 'DD-API-KEY', value: '{key}' },
      { in: 'query', name: 'app', value: '{app}' },
      { in: 'cookie', name: 'k', value: '{key}' },
      { in: 'cookie', name: 'a', value: '{app}' },
    ] as const;
    vendor.stub.on('GET /people?app=2', people);

    await vendor.read(apiKeysAuth({ places, credentials: z.strictObject(fields) }), { key: '1', app: '2' });

    expect([vendor.headers('GET /people', 'dd-api-key'), vendor.headers('GET /people', 'cookie')]).toEqual([
      ['1'],
      ['k=1; a=2'],
    ]);
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
    vendor.stub.on('GET /people', people);

    await vendor.read(method, 'email' in method.credentials.shape ? { email: 'e', api_key: 'k' } : { api_key: 'k' });

    expect(vendor.headers('GET /people', 'authorization')).toEqual([`Basic ${Buffer.from(pair).toString('base64')}`]);
  });
});
