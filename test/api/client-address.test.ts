import { once } from 'node:events';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '../../api/server.ts';
import { makeKey } from './api-key-acts.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startTestApi({ trustedProxies: ['10.0.0.0/8', 'fd00::/8'] });
  key = (await makeKey(api, { allowed_cidrs: ['203.0.113.0/24', '2001:db8::/32', '127.0.0.1'] })).secret;
});

afterAll(() => api.close());

async function ask(from: string | undefined, forwarded?: string, path = '/v1/accounts'): Promise<unknown[]> {
  const { status, error } = await api.request('GET', path, {
    key,
    ...(from === undefined ? {} : { from }),
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });
  return status === 200 ? [200] : [status, error.code];
}

const refused = [403, 'forbidden'];

describe('test/api/client-address', () => {
  it.each([
    ['203.0.113.7', [200]],
    ['::ffff:203.0.113.7', [200]],
    ['2001:DB8:0::7', [200]],
    ['198.51.100.7', refused],
    ['::ffff:198.51.100.7', refused],
    ['2001:db9::7', refused],
    [undefined, refused],
  ])('answers a key with networks that is used from %s: %j', async (from, answer) => {
    expect(await ask(from)).toEqual(answer);
  });

  it.each([
    ['a client that names another address itself', '198.51.100.7', '203.0.113.7', refused],
    ['a proxy', '10.0.0.1', '203.0.113.7', [200]],
    ['a proxy, after an address that the client made up', '10.0.0.1', '203.0.113.7, 198.51.100.7', refused],
    ['two proxies', '::ffff:10.0.0.1', 'nonsense, 203.0.113.7 , fd00::1', [200]],
    ['a proxy that named no address', '10.0.0.1', '203.0.113.7, unknown', refused],
    ['a proxy that named nothing', '10.0.0.1', '203.0.113.7,', refused],
    ['the proxy itself', '10.0.0.1', undefined, refused],
  ])('reads the address behind %s', async (_, from, forwarded, answer) => {
    expect(await ask(from, forwarded)).toEqual(answer);
  });

  it('refuses before it tells what exists or what the key may do', async () => {
    for (const path of ['/v1/nothing', '/v1/runs', '/v1/me'])
      expect(await ask('198.51.100.7', undefined, path)).toEqual(refused);
    expect(api.logged.at(-1)).toMatch(/"status":403,.*"actor":"key_/);
  });

  it('lets a key without networks in from anywhere', async () => {
    const { secret } = await makeKey(api);

    expect((await api.request('GET', '/v1/accounts', { key: secret, from: '198.51.100.7' })).status).toBe(200);
    expect((await api.request('GET', '/v1/accounts', { key: secret })).status).toBe(200);
  });

  it('takes the address from the socket', async () => {
    const server = createHttpServer(api.app, pino({ level: 'silent' }), 'http://hub.example');
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1/accounts`;
    const { secret: elsewhere } = await makeKey(api, { allowed_cidrs: ['203.0.113.0/24'] });
    const statusOf = async (secret: string): Promise<number> => {
      const headers = { authorization: `Bearer ${secret}`, 'x-forwarded-for': '203.0.113.7', connection: 'close' };
      const response = await fetch(url, { headers });
      await response.body?.cancel();
      return response.status;
    };

    expect([await statusOf(key), await statusOf(elsewhere)]).toEqual([200, 403]);
    server.closeAllConnections();
    server.close();
  });
});
