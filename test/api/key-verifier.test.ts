import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { createKeyVerifier } from '../../services/api-keys/key-verifier.ts';
import { pepper, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

function makeClock(): { clock: Clock; advance(ms: number): void } {
  let now = 0;
  return {
    clock: { ...systemClock, monotonic: () => now },
    advance: (ms) => {
      now += ms;
    },
  };
}

describe('test/api/key-verifier', () => {
  it('tells who a key belongs to', async () => {
    const verifier = createKeyVerifier({ database: api.database, clock: systemClock, pepper });

    const caller = await verifier.verify(api.organization.api_key);

    expect(caller.actor).toMatch(/^key_/);
    expect([...caller.scopes]).toEqual(['*']);
  });

  it('remembers a key for five seconds, and then sees that it was disabled', async () => {
    const { api_key: key } = await api.addOrganization('Remembered');
    const { clock, advance } = makeClock();
    const verifier = createKeyVerifier({ database: api.database, clock, pepper });
    await verifier.verify(key);
    await api.admin`update api_keys set disabled_at = now() where last4 = ${key.slice(-4)}`;

    advance(4999);
    await expect(verifier.verify(key)).resolves.toBeDefined();
    advance(1);
    await expect(verifier.verify(key)).rejects.toMatchObject({ code: 'unauthorized', details: { reason: 'disabled' } });
  });

  it('knows no key under another pepper', async () => {
    const verifier = createKeyVerifier({ database: api.database, clock: systemClock, pepper: `${pepper}!` });

    await expect(verifier.verify(api.organization.api_key)).rejects.toMatchObject({
      code: 'unauthorized',
      details: {},
    });
  });
});
