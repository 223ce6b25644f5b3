import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { createKeyVerifier, type KeyVerifier } from '../../services/access/api-keys/key-verifier.ts';
import {
  openCredentialListener,
  type CredentialListener,
} from '../../services/access/credentials/credential-listener.ts';
import { disableUnheard, makeKey, rung } from './api-key-acts.ts';
import { pepper, startTestApi, type TestApi } from './harness.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let api: TestApi;
let proxy: TcpProxy;
let credentialListener: CredentialListener;
let states: StateLog;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

beforeEach(async () => {
  proxy = await startTcpProxy(inject('postgres').port);
  const url = new URL(api.testDatabase.appUrl);
  url.port = String(proxy.port);
  states = createStateLog();
  credentialListener = openCredentialListener({ url: url.href, clock: systemClock, onState: states.add });
  await states.next(true);
});

afterEach(async () => {
  await credentialListener.close();
  await proxy.close();
});

/** Lets a test wait for what a listener says of itself. */
interface StateLog {
  add(listening: boolean): void;
  next(listening: boolean): Promise<void>;
}

function createStateLog(): StateLog {
  const waiting = { true: Promise.withResolvers<void>(), false: Promise.withResolvers<void>() };
  return {
    add: (listening) => waiting[`${listening}`].resolve(),
    next: async (listening) => {
      await waiting[`${listening}`].promise;
      waiting[`${listening}`] = Promise.withResolvers<void>();
    },
  };
}

function makeClock(): { clock: Clock; advance(ms: number): void } {
  let now = 0;
  return {
    clock: { ...systemClock, monotonic: () => now },
    advance: (ms) => {
      now += ms;
    },
  };
}

function makeVerifier(clock: Clock = systemClock, ownPepper = pepper): KeyVerifier {
  return createKeyVerifier({ database: api.database, clock, pepper: ownPepper, credentialListener });
}

const disabled = { code: 'unauthorized', details: { reason: 'disabled' } };

describe('test/api/key-verifier', () => {
  it('tells who a key belongs to', async () => {
    const caller = await makeVerifier().verify(api.organization.api_key);

    expect(caller.actor).toMatch(/^key_/);
    expect([caller.kind, ...caller.scopes]).toEqual(['api_key', '*']);
  });

  it('knows no key under another pepper', async () => {
    await expect(makeVerifier(systemClock, `${pepper}!`).verify(api.organization.api_key)).rejects.toMatchObject({
      code: 'unauthorized',
      details: {},
    });
  });

  it('remembers a key for five seconds, should a change not be heard of', async () => {
    const { id, secret } = await makeKey(api);
    const { clock, advance } = makeClock();
    const verifier = makeVerifier(clock);
    await verifier.verify(secret);
    await disableUnheard(api, id);

    advance(4999);
    await expect(verifier.verify(secret)).resolves.toBeDefined();
    advance(1);
    await expect(verifier.verify(secret)).rejects.toMatchObject(disabled);
  });

  it('forgets a key when the listener rings for it, and no other one', async () => {
    const [changed, other] = [await makeKey(api), await makeKey(api)];
    const { clock } = makeClock();
    const verifier = makeVerifier(clock);
    await verifier.verify(changed.secret);
    await verifier.verify(other.secret);
    await disableUnheard(api, other.id);
    const heard = rung(credentialListener, changed);

    await api.request('PATCH', `/v1/api-keys/${changed.id}`, { body: { disabled: true } });
    await heard;

    await expect(verifier.verify(changed.secret)).rejects.toMatchObject(disabled);
    await expect(verifier.verify(other.secret)).resolves.toBeDefined();
  });

  it('looks every key up while the listener cannot listen, and remembers again afterwards', async () => {
    const [first, second] = [await makeKey(api), await makeKey(api)];
    const { clock } = makeClock();
    const verifier = makeVerifier(clock);
    await verifier.verify(first.secret);

    await proxy.cut();
    await states.next(false);
    await verifier.verify(first.secret);
    await disableUnheard(api, first.id);
    await expect(verifier.verify(first.secret)).rejects.toMatchObject(disabled);

    await proxy.mend();
    await states.next(true);
    await verifier.verify(second.secret);
    await disableUnheard(api, second.id);
    await expect(verifier.verify(second.secret)).resolves.toBeDefined();
  });

  it('forgets everything when the server ends the session of the listener, which then listens again', async () => {
    const [first, second] = [await makeKey(api), await makeKey(api)];
    const { clock } = makeClock();
    const verifier = makeVerifier(clock);
    await verifier.verify(first.secret);
    await disableUnheard(api, first.id);

    const ended = await api.admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'integration-hub-listener'`;
    await states.next(false);
    await expect(verifier.verify(first.secret)).rejects.toMatchObject(disabled);
    await states.next(true);
    await verifier.verify(second.secret);
    const heard = rung(credentialListener, second);
    await api.request('DELETE', `/v1/api-keys/${second.id}`);
    await heard;

    expect(ended.length).toBeGreaterThanOrEqual(1);
    await expect(verifier.verify(second.secret)).rejects.toMatchObject({ code: 'unauthorized', details: {} });
  });

  it('ends a key at its time, also one that it remembers', async () => {
    let now = Date.now();
    const verifier = makeVerifier({ ...systemClock, now: () => now });
    const expiresAt = now + 60_000;
    const { secret } = await makeKey(api, { expires_at: new Date(expiresAt).toISOString() });
    await verifier.verify(secret);

    now = expiresAt - 1;
    await expect(verifier.verify(secret)).resolves.toBeDefined();
    now = expiresAt;
    await expect(verifier.verify(secret)).rejects.toMatchObject({ details: { reason: 'expired' } });
  });
});
