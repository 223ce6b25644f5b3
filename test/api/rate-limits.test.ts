import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { openDatabase } from '../../drizzle/client.ts';
import { createRequestLimiter } from '../../services/limits/request-limiter.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { actOnHooks, type Message, otherSecret } from './hook-acts.ts';

const plenty = { perMinute: 1_000_000, burst: 100_000 };
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    limits: { key: { perMinute: 6, burst: 20 }, organization: plenty, address: plenty },
  });
});

afterAll(() => api.close());

describe('test/api/rate-limits', () => {
  it('lets a burst through and refuses what comes on top, saying when to come back', async () => {
    const { api_key: key } = await api.addOrganization('Busy');
    const answers = [];
    for (let count = 0; count < 25; count += 1) answers.push(await api.request('GET', '/v1/accounts', { key }));

    const allowed = answers.filter(({ status }) => status === 200);
    expect(allowed).toHaveLength(20);
    expect(allowed[0]?.headers.get('ratelimit-policy')).toBe('"key";q=6;w=60');
    expect(allowed[0]?.headers.get('ratelimit')).toMatch(/^"key";r=19;t=\d+$/);
    expect(allowed.at(-1)?.headers.get('x-ratelimit-remaining')).toBe('0');
    const refused = answers.at(-1);
    expect([refused?.status, refused?.error.code, refused?.error.details['limit']]).toEqual([
      429,
      'rate_limited',
      'key',
    ]);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect(refused?.headers.get('x-ratelimit-limit')).toBe('6');
  });

  it('counts the bytes of a body like requests, before it is read', async () => {
    const { api_key: key } = await api.addOrganization('Large');
    const body = { formula: '1', input: { text: 'x'.repeat(600_000) } };

    const answers = [];
    for (let count = 0; count < 3; count += 1)
      answers.push(await api.request('POST', '/v1/formulas/evaluate', { key, body }));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  it('counts the bytes of deliveries to hooks: of strangers by their address, of others for the organization', async () => {
    const few = { perMinute: 1, burst: 20 };
    const strict = await startTestApi({ beside: api, limits: { key: plenty, organization: few, address: few } });
    const request: TestApi['request'] = (method, path, options) =>
      strict.request(method, path, { from: '2001:db8::5', ...options });
    const hooks = actOnHooks({ ...strict, request });
    const hook = await hooks.add();
    const large = (n: number): Message => ({
      id: `large_${n}`,
      body: JSON.stringify({ type: 'x', data: 'x'.repeat(500_000) }),
    });
    const statusesOf = async (message: (n: number) => Message): Promise<number[]> => {
      const statuses = [];
      for (let n = 0; n < 5; n += 1) statuses.push((await hooks.send(hook.path, message(n))).status);
      return statuses;
    };

    const forged = await statusesOf((n) => ({ ...large(n), by: otherSecret }));
    const small = await statusesOf((n) => ({ id: `small_${n}` }));
    const own = await statusesOf(large);
    await strict.close();

    expect(forged).toEqual([401, 401, 429, 429, 429]);
    expect(small).toEqual([202, 202, 202, 202, 202]);
    expect([own[0], own.at(-1)]).toEqual([202, 429]);
  });

  it('counts no request that its scope did not let in', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => api.request('GET', '/v1/accounts', { key: 'ihk_live_nonsense' })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  });

  it.each(['/v1/me', '/v1/nothing-is-here', '/v1'])('slows down whoever guesses credentials at %s', async (path) => {
    const strict = await startTestApi({
      beside: api,
      limits: { key: plenty, organization: plenty, address: { perMinute: 1, burst: 3 } },
    });
    const from = `2001:db8:${path.length}::1`;
    const answers = [];
    for (let count = 0; count < 4; count += 1) {
      answers.push(await strict.request('GET', path, { key: 'ihk_live_nonsense', from }));
    }
    await strict.close();

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
  });

  it('is shared by processes, which together grant no more than there is', async () => {
    const databases = [1, 2, 3].map(() => openDatabase(api.testDatabase.appUrl, { role: 'hub_app', max: 2 }));
    const limiters = databases.map((database) => createRequestLimiter({ database, clock: systemClock }));
    const limit = { bucket: 'key:shared', perMinute: 1, burst: 50 };

    const standings = await Promise.all(
      limiters.flatMap((limiter) => Array.from({ length: 50 }, () => limiter.take(limit))),
    );

    expect(standings.filter((standing) => standing.allowed)).toHaveLength(50);
    await Promise.all(databases.map((database) => database.close()));
  });

  it('fills again with time', async () => {
    let now = 0;
    const clock = { ...systemClock, monotonic: () => now };
    const limiter = createRequestLimiter({ database: api.database, clock });
    const limit = { bucket: 'key:patient', perMinute: 60, burst: 1 };

    const first = await limiter.take(limit);
    const second = await limiter.take(limit);
    await api.admin`update request_buckets set refilled_at = refilled_at - interval '2 seconds' where bucket = 'key:patient'`;
    const early = await limiter.take(limit);
    now += 1000;
    const third = await limiter.take(limit);

    expect([first, second, early, third].map(({ allowed }) => allowed)).toEqual([true, false, false, true]);
    expect(second.resetSeconds).toBe(1);
  });
});
