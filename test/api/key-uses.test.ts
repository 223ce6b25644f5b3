import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeKey, type MadeKey } from './api-key-acts.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let api: TestApi;
let proxy: TcpProxy;
const beside: TestApi[] = [];

beforeAll(async () => {
  api = await startTestApi();
  proxy = await startTcpProxy(inject('postgres').port);
});

afterAll(async () => {
  await api.close();
  await proxy.close();
});

afterEach(async () => {
  for (const process of beside.splice(0)) await process.close();
});

async function startBeside(through: (url: string) => string = (url) => url): Promise<TestApi> {
  const process = await startTestApi({ beside: api, through });
  beside.push(process);
  return process;
}

async function read({ id }: MadeKey): Promise<Item> {
  return (await api.request('GET', `/v1/api-keys/${id}`)).data;
}

describe('test/api/key-uses', () => {
  it('tells of a use when it was written, and of the last one only', async () => {
    const key = await makeKey(api);
    const before = new Date().toISOString();
    await api.request('GET', '/v1/accounts', { key: key.secret });
    await api.request('GET', '/v1/me', { key: key.secret });
    expect(await read(key)).not.toHaveProperty('last_used_at');

    await api.keyUses.flush();

    const { last_used_at: at, last_used_route: route, updated_at: updatedAt } = await read(key);
    expect(route).toBe('getMe');
    expect(String(at) >= before && String(at) <= new Date().toISOString()).toBe(true);
    expect(updatedAt).toBe(key.created_at);
  });

  it('counts a request that lacked the scope, and none that was refused as a whole', async () => {
    const [refused, stopped] = [await makeKey(api), await makeKey(api)];
    await api.request('PATCH', `/v1/api-keys/${stopped.id}`, { body: { disabled: true } });
    await api.request('GET', '/v1/runs', { key: refused.secret });
    await api.request('GET', '/v1/accounts', { key: stopped.secret });

    await api.keyUses.flush();

    expect((await read(refused))['last_used_route']).toBe('listRuns');
    expect(await read(stopped)).not.toHaveProperty('last_used_at');
  });

  it('keeps the later use, whichever process writes first', async () => {
    const other = await startBeside();
    const key = await makeKey(api);
    await api.request('GET', '/v1/accounts', { key: key.secret });
    // A clock that shows milliseconds must have gone on between the two.
    const noted = Date.now();
    while (Date.now() === noted);
    await other.request('GET', '/v1/me', { key: key.secret });

    await other.keyUses.flush();
    await api.keyUses.flush();

    expect((await read(key))['last_used_route']).toBe('getMe');
  });

  it('leaves keys out that are gone, and writes those of every organization', async () => {
    const { api_key: foreign } = await api.addOrganization('Second');
    const [gone, stays] = [await makeKey(api), await makeKey(api)];
    for (const key of [gone.secret, stays.secret, foreign]) await api.request('GET', '/v1/me', { key });
    await api.request('DELETE', `/v1/api-keys/${gone.id}`);

    await api.keyUses.flush();

    const { list } = await api.request('GET', '/v1/api-keys', { key: foreign });
    expect([(await read(stays))['last_used_route'], list[0]?.['last_used_route']]).toEqual(['getMe', 'getMe']);
  });

  it('keeps what it could not write, and logs that', async () => {
    const cut = await startBeside((url) => {
      const address = new URL(url);
      address.port = String(proxy.port);
      return address.href;
    });
    const key = await makeKey(api);
    await cut.request('GET', '/v1/me', { key: key.secret });

    await proxy.cut();
    await cut.keyUses.flush();
    expect(cut.logged.filter((line) => line.includes('service_unavailable'))).toHaveLength(1);
    await proxy.mend();
    // The pool takes some tries to find out that the database is back.
    while ((await read(key))['last_used_route'] === undefined) await cut.keyUses.flush();

    expect((await read(key))['last_used_route']).toBe('getMe');
  });

  it('writes the last uses when the process ends', async () => {
    const other = await startBeside();
    const key = await makeKey(api);
    await other.request('GET', '/v1/me', { key: key.secret });

    await other.keyUses.close();

    expect((await read(key))['last_used_route']).toBe('getMe');
  });
});
