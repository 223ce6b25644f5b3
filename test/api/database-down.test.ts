import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './harness.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let api: TestApi;
let proxy: TcpProxy;

async function startBehindProxy(): Promise<void> {
  api = await startTestApi({
    through: (url) => {
      const address = new URL(url);
      address.port = String(proxy.port);
      return address.href;
    },
  });
}

afterEach(async () => {
  await api.close();
  await proxy.close();
});

async function startAll(): Promise<void> {
  const { inject } = await import('vitest');
  proxy = await startTcpProxy(inject('postgres').port);
  await startBehindProxy();
  for (let n = 0; n < 5; n += 1) await api.request('GET', '/v1/connections');
}

/** Asks until the answer is 200 again. */
async function recover(): Promise<void> {
  for (let n = 0; n < 100; n += 1) {
    if ((await api.request('GET', '/v1/connections')).status === 200) return;
    await sleep(100);
  }
  throw new Error('The API did not recover.');
}

/** Writes wait for their statements before they commit; reads are sent whole. */
const storms = [
  { what: 'writes', good: 201, ask: () => api.request('POST', '/v1/accounts', { body: { name: 'x' } }) },
  { what: 'reads', good: 200, ask: () => api.request('GET', '/v1/accounts') },
];

describe('test/api/database-down', () => {
  it.each([
    { what: 'refused', fail: () => proxy.cut() },
    { what: 'ended as soon as they are open', fail: async () => proxy.hangUp() },
  ])('answers 503 while connections are $what, and serves again by itself', async ({ fail }) => {
    await startAll();
    await fail();

    const begun = performance.now();
    const answers = await Promise.all([
      api.request('GET', '/v1/connections'),
      api.request('GET', '/v1/accounts'),
      api.request('POST', '/v1/accounts', { body: { name: 'x' } }),
      api.request('GET', '/v1/runs/run_x'),
    ]);
    const tookMs = performance.now() - begun;
    const ready = await api.request('GET', '/health/ready', { key: null });
    const live = await api.request('GET', '/health/live', { key: null });

    for (const { status, error, headers } of answers) {
      expect([status, error.code]).toEqual([503, 'service_unavailable']);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect(error.message).not.toMatch(/ECONN|postgres|127\.0\.0\.1/);
    }
    expect([ready.status, live.status]).toEqual([503, 200]);
    // Nobody waits for a limit: what cannot be reached says so by itself.
    expect(tookMs).toBeLessThan(10_000);
    await proxy.mend();
    await recover();
    expect((await api.request('GET', '/health/ready', { key: null })).status).toBe(200);
  });

  it.each(storms)('survives connections that break in the middle of $what, again and again', async ({ ask, good }) => {
    await startAll();
    const statuses = new Set<number>();
    let going = true;
    const clients = Array.from({ length: 12 }, async () => {
      while (going) statuses.add((await ask()).status);
    });

    for (let n = 0; n < 25; n += 1) {
      await sleep(40);
      proxy.breakConnections();
    }
    going = false;
    await Promise.all(clients);

    expect(statuses).toEqual(new Set([good, 503]));
    await recover();
    const answers = await Promise.all(Array.from({ length: 30 }, () => api.request('GET', '/v1/accounts')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it.each(storms)('survives a server that ends its sessions in the middle of $what', async ({ ask, good }) => {
    await startAll();
    const statuses = new Set<number>();
    let going = true;
    const clients = Array.from({ length: 12 }, async () => {
      while (going) statuses.add((await ask()).status);
    });

    for (let n = 0; n < 15; n += 1) {
      await sleep(40);
      await api.admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = 'hub_app'`;
    }
    going = false;
    await Promise.all(clients);

    expect([...statuses].every((status) => status === good || status === 503)).toBe(true);
    await recover();
  });

  it('answers within bounds while the database hangs, and begins nothing late', async () => {
    await startAll();
    proxy.freeze();

    const begun = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.request('POST', '/v1/accounts', { body: { name: 'late' } })),
    );
    const tookMs = performance.now() - begun;
    proxy.thaw();
    await recover();
    await sleep(500);
    const { meta } = await api.request('GET', '/v1/accounts');

    expect(answers.every(({ status }) => status === 503)).toBe(true);
    expect(tookMs).toBeLessThan(20_000);
    expect(meta.total).toBe(1);
  });
});
