import { once } from 'node:events';
import { createHttpServer } from '../../api/server.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './harness.ts';
import { addClient, type Client, toBasic } from './oauth-acts.ts';

const plenty = { perMinute: 1_000_000, burst: 100_000 };
let api: TestApi;
let client: Client;
let endpoint: string;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  api = await startTestApi({
    limits: { key: { perMinute: 1, burst: 5 }, organization: plenty, address: { perMinute: 1, burst: 3 } },
  });
  client = await addClient(api);
  const server = createHttpServer(api.app, pino({ level: 'silent' }), 'http://hub.example').listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/oauth/token`;
  stop = () => {
    server.closeAllConnections();
    return once(server.close(), 'close');
  };
});

afterAll(async () => {
  await stop();
  await api.close();
});

async function guess(secret: string): Promise<[number, unknown, string | null]> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { authorization: toBasic(client.id, secret) },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return [response.status, Object(await response.json()).error, response.headers.get('retry-after')];
}

describe('test/api/oauth-limits', () => {
  it('counts tokens as requests of their client', async () => {
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push(await guess(client.secret));

    expect(answers.map(([status]) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('counts whoever fails to authenticate by the address', async () => {
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await guess('wrong'));

    expect(answers.map(([status]) => status)).toEqual([401, 401, 401, 429]);
    expect(answers.at(-1)).toEqual([429, 'temporarily_unavailable', expect.stringMatching(/^\d+$/)]);
  });
});
