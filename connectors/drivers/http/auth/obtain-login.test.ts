import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AuthVendor, people, refused } from '../../../../test/harness/servers/auth-vendor.ts';
import type { SeenRequest } from '../../../../test/harness/http.ts';
import { type AuthMethod, plainText, secretText } from '../../../kit/auth/methods.ts';
import { sessionLoginAuth } from '../../../kit/auth/token-methods.ts';

let vendor: AuthVendor;

beforeEach(async () => {
  vendor = await AuthVendor.start();
  return () => vendor.stop();
});

describe('connectors/drivers/http/auth/obtain-login', () => {
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
    vendor.stub
      .on('POST /login', login(1), login(2))
      .on('GET /people', people, refused, people)
      .on('DELETE /login', {}, {});

    await vendor.read(method, { user: 'u', password: 'p' }, 2);
    await vendor.close();

    expect(JSON.parse(vendor.seen('POST /login')[0]?.body ?? '')).toEqual({
      params: [{ user: 'u', password: 'p' }],
      keep: true,
    });
    expect(vendor.headers('GET /people', 'x-token')).toEqual(['t1', 't1', 't2']);
    expect(vendor.headers('GET /people', 'x-csrf')).toEqual(['c1', 'c1', 'c2']);
    expect(vendor.headers('GET /people', 'cookie')).toEqual(['a=1; b=x', 'a=1; b=x', 'a=2; b=x']);
    expect(vendor.headers('DELETE /login', 'x-token')).toEqual(['t1', 't2']);
  });

  it('takes a base address with a slash at its end, and says where an address has no login', async () => {
    const at = (path: string): AuthMethod =>
      sessionLoginAuth({
        credentials: z.strictObject({ password: secretText('P') }),
        login: { method: 'POST', url: `{config.base_url}${path}`, headers: {} },
        extract: { token: { from: 'body', path: 'token' } },
        places: [{ in: 'header', name: 'X-Token', value: '{$token}' }],
      });
    vendor.stub.on('POST /login', { json: { token: 't' } }).always('POST /elsewhere', { status: 405, json: {} });
    vendor.stub.on('GET /people', people);

    // What a template of `{config.base_url}/login` becomes of a base address that ends in a slash.
    await vendor.read(at('//login'), { password: 'p' });
    expect(vendor.headers('GET /people', 'x-token')).toEqual(['t']);
    await vendor.close();
    await expect(vendor.read(at('/elsewhere'), { password: 'p' })).rejects.toMatchObject({
      kind: 'config',
      message: 'The sign-in address was not found (status 405). Check the base address of the connection.',
    });
    await vendor.close();
    const report = await vendor.open(at('/elsewhere'), { password: 'p' }).test(AbortSignal.timeout(10_000));
    expect(report.checks.at(-1)).toMatchObject({
      name: 'auth',
      code: 'config',
      message: expect.stringContaining('The sign-in address was not found (status 405)'),
      remedy: expect.stringContaining('Correct the base address'),
    });
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
    vendor.stub.on('POST /login', { json: { error: 'wrong password' } });

    await expect(vendor.read(method, { password: 'p' })).rejects.toMatchObject({ kind: 'auth_invalid' });
  });
});
