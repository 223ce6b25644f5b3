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

describe('test/api/database-down', () => {
  it('answers 503 while connections are refused, and serves again by itself', async () => {
    await startAll();
    await proxy.cut();

    const answers = await Promise.all([
      api.request('GET', '/v1/connections'),
      api.request('GET', '/v1/accounts'),
      api.request('POST', '/v1/accounts', { body: { name: 'x' } }),
      api.request('GET', '/v1/runs/run_x'),
    ]);
    const ready = await api.request('GET', '/health/ready', { key: null });
    const live = await api.request('GET', '/health/live', { key: null });

    for (const { status, error, headers } of answers) {
      expect([status, error.code]).toEqual([503, 'service_unavailable']);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect(error.message).not.toMatch(/ECONN|postgres|127\.0\.0\.1/);
    }
    expect([ready.status, live.status]).toEqual([503, 200]);
    await proxy.mend();
    await recover();
    expect((await api.request('GET', '/health/ready', { key: null })).status).toBe(200);
  });

  it('survives connections that break in the middle of transactions, again and again', async () => {
    await startAll();
    const statuses = new Set<number>();
    let going = true;
    const clients = Array.from({ length: 12 }, async () => {
      while (going) statuses.add((await api.request('POST', '/v1/accounts', { body: { name: 'x' } })).status);
    });

    for (let n = 0; n < 25; n += 1) {
      await sleep(40);
      proxy.breakConnections();
    }
    going = false;
    await Promise.all(clients);

    expect(statuses).toEqual(new Set([201, 503]));
    await recover();
    const answers = await Promise.all(Array.from({ length: 30 }, () => api.request('GET', '/v1/accounts')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('survives a server that ends its sessions', async () => {
    await startAll();
    const statuses = new Set<number>();
    let going = true;
    const clients = Array.from({ length: 12 }, async () => {
      while (going) statuses.add((await api.request('POST', '/v1/accounts', { body: { name: 'x' } })).status);
    });

    for (let n = 0; n < 15; n += 1) {
      await sleep(40);
      await api.admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = 'hub_app'`;
    }
    going = false;
    await Promise.all(clients);

    expect([...statuses].every((status) => status === 201 || status === 503)).toBe(true);
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
