import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { openTestSession } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { TestReport } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;

beforeEach(async () => {
  stub = await HttpStub.start();
});

afterEach(() => stub.stop());

async function test(credentials: JsonObject = {}, config: JsonObject = {}): Promise<TestReport> {
  const allow = [`127.0.0.1:${stub.port}`];
  const session = openTestSession(connector, {
    config: { base_url: stub.url, test_path: '/me', ...config },
    credentials,
    allow,
  });
  try {
    return await session.test(AbortSignal.timeout(10_000));
  } finally {
    await session.close();
  }
}

describe('connectors/http/connection-test', () => {
  it.each<[string, JsonObject, string, RegExp]>([
    ['a bearer token', { token: 't-1' }, 'authorization', /^Bearer t-1$/],
    ['a user name and password', { username: 'u', password: 'p' }, 'authorization', /^Basic dTpw$/],
    ['a key in a header', { api_key: 'k-1' }, 'x-api-key', /^k-1$/],
    ['a key in a header of another name', { api_key: 'k-1', header: 'X-Token' }, 'x-token', /^k-1$/],
  ])('sends %s', async (_, credentials, header, value) => {
    stub.on('GET /me', { json: {} });

    expect(await test(credentials)).toMatchObject({ ok: true });
    expect(stub.requests[0]?.headers[header]).toMatch(value);
  });

  it('sends a key in the query', async () => {
    stub.on('GET /me?key=a%26b', {});

    expect(await test({ api_key: 'a&b', query: 'key' })).toMatchObject({ ok: true });
  });

  it.each([
    [401, 'auth', 'auth_invalid', 'Check the credentials'],
    [403, 'permission', 'permission', 'the right to read'],
    [503, 'auth', 'transient', 'try again'],
  ])('says at which stage status %i stops it, and what helps', async (status, name, code, remedy) => {
    stub.on('GET /me', { status });

    const report = await test({ token: 'canary-token' });

    expect(report.ok).toBe(false);
    expect(report.checks.at(-1)).toMatchObject({ name, ok: false, code, remedy: expect.stringContaining(remedy) });
    expect(JSON.stringify(report)).not.toContain('canary');
  });

  it('takes an answer for proof that refuses nothing but the address', async () => {
    stub.on('GET /', { status: 404 });

    expect(await test({}, { test_path: '' })).toMatchObject({
      ok: true,
      checks: [
        { name: 'tcp', ok: true },
        { name: 'auth', ok: true },
      ],
    });
  });

  it('reports an address that the guard keeps as a result, and checks nothing behind it', async () => {
    const report = await test({}, { base_url: 'http://127.0.0.1:9' });

    expect(report.checks.map(({ name, ok, code }) => [name, ok, code])).toEqual([
      ['tcp', false, 'address_not_allowed'],
    ]);
  });

  it('reads no more than the head of a large answer', async () => {
    stub.on('GET /me', (_, response) => {
      response.write('x');
      return undefined;
    });

    expect(await test()).toMatchObject({ ok: true });
  });
});
