import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MadeKey, makeKey, rung } from './api-key-acts.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let other: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  other = await startTestApi({ beside: api });
});

afterAll(async () => {
  await other.close();
  await api.close();
});

async function tryOut(process: TestApi, key: string): Promise<unknown[]> {
  const { status, error } = await process.request('GET', '/v1/accounts', { key });
  return status === 200 ? [200] : [status, error.details['reason']];
}

/** Resolves when both processes have heard of a change of a key. */
function heardByBoth(key: MadeKey): Promise<unknown> {
  return Promise.all([rung(api.credentialListener, key), rung(other.credentialListener, key)]);
}

describe('test/api/two-processes', () => {
  it.each([
    ['disabled', 'PATCH', '', { disabled: true }, [401, 'disabled']],
    ['rotated out', 'POST', '/rotate', { overlap_seconds: 0 }, [401, 'expired']],
    ['deleted', 'DELETE', '', undefined, [401, undefined]],
    ['shut out of the network', 'PATCH', '', { allowed_cidrs: ['10.0.0.0/8'] }, [403, undefined]],
    ['stripped of its scope', 'PATCH', '', { scopes: ['runs:read'] }, [403, undefined]],
  ])(
    'refuse a key that was %s through one of them, though both remembered it',
    async (_, method, rest, body, answer) => {
      const key = await makeKey(api);
      expect([await tryOut(api, key.secret), await tryOut(other, key.secret)]).toEqual([[200], [200]]);
      const heard = heardByBoth(key);

      await api.request(method, `/v1/api-keys/${key.id}${rest}`, body === undefined ? {} : { body });
      await heard;

      expect([await tryOut(api, key.secret), await tryOut(other, key.secret)]).toEqual([answer, answer]);
    },
  );

  it('let a key in again that was enabled through the other one', async () => {
    const key = await makeKey(api);
    await api.request('PATCH', `/v1/api-keys/${key.id}`, { body: { disabled: true } });
    expect(await tryOut(other, key.secret)).toEqual([401, 'disabled']);
    const heard = heardByBoth(key);

    await other.request('PATCH', `/v1/api-keys/${key.id}`, { body: { disabled: false } });
    await heard;

    expect([await tryOut(api, key.secret), await tryOut(other, key.secret)]).toEqual([[200], [200]]);
  });
});
