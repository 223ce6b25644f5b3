import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs, inDays, makeKey, patchKey, readKey, rotateKey, rung, tryKey } from './api-key-acts.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

describe('test/api/api-key-rotation', () => {
  it('rotates: both keys work until the overlap ends', async () => {
    const key = await makeKey(api, { allowed_cidrs: ['0.0.0.0/0'], mode: 'test' });
    const before = Date.now();

    const { status, data, headers } = await rotateKey(api, key);

    const { secret, ...shown } = data;
    expect([status, headers.get('location')]).toEqual([201, `/v1/api-keys/${data.id}`]);
    expect(shown).toMatchObject({
      name: 'Made',
      mode: 'test',
      scopes: ['accounts:read'],
      allowed_cidrs: ['0.0.0.0/0'],
      rotated_from: key.id,
    });
    expect(shown).not.toHaveProperty('expires_at');
    const old = await readKey(api, key);
    expect(old.status).toBe('active');
    expect(Date.parse(String(old['expires_at']))).toBeGreaterThanOrEqual(before + dayMs);
    expect(Date.parse(String(old['expires_at']))).toBeLessThanOrEqual(Date.now() + dayMs);
    for (const one of [key.secret, String(secret)]) {
      expect((await api.request('GET', '/v1/accounts', { key: one, from: '203.0.113.7' })).status).toBe(200);
    }
  });

  it('rotates without an overlap, also a key that asks for it itself', async () => {
    const key = await makeKey(api, { scopes: ['api_keys:write', 'accounts:read'] });
    const heard = rung(api.credentialListener, key);

    const { data } = await rotateKey(api, key, { overlap_seconds: 0 }, { key: key.secret });
    await heard;

    expect(await tryKey(api, String(data['secret']))).toEqual([200]);
    expect(await tryKey(api, key.secret)).toEqual([401, 'expired']);
  });

  it('prolongs no life by rotating, unless the new end is named', async () => {
    const end = inDays(1);
    const [one, other] = [await makeKey(api, { expires_at: end }), await makeKey(api, { expires_at: end })];

    const kept = await rotateKey(api, one, { overlap_seconds: 30 * 24 * 60 * 60 });
    const named = await rotateKey(api, other, { expires_at: null });

    expect([kept.data['expires_at'], (await readKey(api, one))['expires_at']]).toEqual([end, end]);
    expect(named.data).not.toHaveProperty('expires_at');
  });

  it.each([-1, 30 * 24 * 60 * 60 + 1, 1.5, '60'])('refuses an overlap of %j', async (overlap) => {
    const { status, error } = await rotateKey(api, await makeKey(api), { overlap_seconds: overlap });

    expect([status, error.details.errors[0]?.path]).toEqual([400, 'overlap_seconds']);
  });

  it('rotates no key twice, and none that does not work', async () => {
    const [twice, stopped] = [await makeKey(api), await makeKey(api)];
    const first = await rotateKey(api, twice);
    await patchKey(api, stopped, { disabled: true });

    const again = await rotateKey(api, twice);
    const dead = await rotateKey(api, stopped);

    expect([again.status, again.error.code, again.error.details['successor']]).toEqual([
      409,
      'invalid_state',
      first.data.id,
    ]);
    expect([dead.status, dead.error.code, dead.error.details['status']]).toEqual([409, 'invalid_state', 'disabled']);
    await api.request('DELETE', `/v1/api-keys/${first.data.id}`);
    expect((await rotateKey(api, twice)).status).toBe(201);
  });

  it('lets one of many rotations at once through', async () => {
    const key = await makeKey(api);

    const answers = await Promise.all(Array.from({ length: 5 }, () => rotateKey(api, key)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });
});
