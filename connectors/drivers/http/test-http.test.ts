import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestSession } from '../../../test/harness/http-session.ts';
import { HttpStub } from '../../../test/harness/http.ts';
import { type AuthMethod, noAuth } from '../../kit/auth/methods.ts';
import type { HttpConnector } from '../../kit/connector.ts';
import { defineConnector } from '../../kit/define.ts';
import { reads, requests } from '../../kit/http/complete-operations.ts';

let stub: HttpStub;

/** What else a connection may be tested with. */
const rights: { request: { method: 'GET'; path: string }; object: string }[] = [
  { request: { method: 'GET', path: '/groups' }, object: 'groups' },
  { request: { method: 'GET', path: '/storage' }, object: 'files' },
];

beforeEach(async () => {
  stub = await HttpStub.start();
});

afterEach(() => stub.stop());

async function test(method: AuthMethod, others: typeof rights = []): Promise<string[]> {
  const listed = (path: string) => ({
    title: path,
    operations: {
      list: reads({
        kind: 'pages',
        request: { method: 'GET', path },
        format: { kind: 'json' },
        paginate: { kind: 'none' },
      }),
    },
  });
  const connector: HttpConnector = defineConnector({
    id: 'tested',
    name: 'Tested',
    vendor: 'Test',
    category: 'generic',
    docsUrl: 'https://example.com/',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({ base_url: z.string().meta({ destination: true }), repo: z.string().optional() }),
    auth: [method],
    http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
    test: { request: { method: 'GET', path: '/me' }, others },
    objects: {
      // Its parameter is optional, and not given.
      issues: listed('/repos/{config.repo}/issues'),
      users: listed('/users'),
      files: listed('/files'),
    },
    documentation: { source: 'https://example.com/', asOf: '2026-11-21' },
  });
  const session = openTestSession(connector, { config: { base_url: stub.url }, allow: [`127.0.0.1:${stub.port}`] });
  try {
    expect(await session.test(AbortSignal.timeout(10_000))).toMatchObject({ ok: true });
    return stub.requests.map(({ url }) => url);
  } finally {
    await session.close();
  }
}

describe('connectors/drivers/http/test-http', () => {
  it('makes the call of the connector, and reads the first object that its configuration is enough for', async () => {
    stub.on('GET /me', { json: {} }).on('GET /users', { json: [] });

    expect(await test(noAuth())).toEqual(['/me', '/users']);
  });

  it('makes the first call that the rights are enough for, and reads its object', async () => {
    const refused = { status: 403, json: {} };
    stub.on('GET /me', refused).on('GET /groups', refused).on('GET /storage', { json: {} }, { json: {} });
    stub.on('GET /files', { json: [] });

    expect(await test(noAuth(), rights)).toEqual(['/me', '/groups', '/storage', '/storage', '/files']);
  });

  it('makes no other call where the rights are enough for the first', async () => {
    stub.on('GET /me', { json: {} }, { json: {} }).on('GET /users', { json: [] });

    expect(await test(noAuth(), rights)).toEqual(['/me', '/me', '/users']);
  });

  it('makes the call that the credentials reach, and reads the object that they reach', async () => {
    stub.on('GET /storage', { json: {} }).on('GET /files', { json: [] });
    const request = requests({ method: 'GET', path: '/storage' });

    expect(await test({ ...noAuth(), reaches: { request, object: 'files' } })).toEqual(['/storage', '/files']);
  });

  it('reads nothing with credentials that reach no object', async () => {
    stub.on('GET /health', { json: {} });

    expect(await test({ ...noAuth(), reaches: { request: requests({ method: 'GET', path: '/health' }) } })).toEqual([
      '/health',
    ]);
  });
});
