import { describe, expect, it } from 'vitest';
import { createLocalTokenStore } from '../connectors/drivers/shared/token-store.ts';
import { createLocalLimiter } from '../connectors/drivers/local-limiter.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { type Meter, noMeter } from '../core/telemetry/meter.ts';
import { observeSession } from './observe-session.ts';

let now = 0;
/** A clock on which waiting takes the time that it takes, and nobody's. */
const clock: Clock = {
  ...systemClock,
  monotonic: () => now,
  sleep: (ms) => {
    now += ms;
    return Promise.resolve();
  },
};

function open(): {
  recorded: string[];
  session: ReturnType<typeof plain>;
  tokens: ReturnType<typeof createLocalTokenStore>;
} {
  const recorded: string[] = [];
  const meter: Meter = {
    count: (name, labels) => void recorded.push([name, ...Object.values(labels)].join(' ')),
    observe: (name, labels, value) => void recorded.push([name, ...Object.values(labels), value].join(' ')),
  };
  const session = observeSession({ meter, clock }, 'okta', plain());
  return { recorded, session, tokens: session.tokens ?? createLocalTokenStore() };
}

const plain = (): Parameters<typeof observeSession>[2] => ({
  limiter: createLocalLimiter(clock),
  tokens: createLocalTokenStore(),
});

describe('sessions/observe-session', () => {
  it('leaves a session as it is where nothing is counted', () => {
    const session = plain();

    expect(observeSession({ meter: noMeter, clock }, 'okta', session)).toBe(session);
    expect(observeSession({ clock }, 'okta', session)).toBe(session);
  });

  it('counts calls with their outcome and duration', () => {
    const { recorded, session } = open();

    const tell = session.observeCall?.();
    now += 250;
    tell?.('refused');

    expect(recorded).toEqual(['hub_vendor_call_duration_seconds okta refused 0.25']);
  });

  it('counts waits for a permit, and permits that are unavailable', async () => {
    const { recorded, session } = open();
    const { signal } = new AbortController();
    const bucket = { name: 'calls', limit: 1, perMs: 2000 };

    await session.limiter.take(bucket, signal);
    await session.limiter.take(bucket, signal);
    session.limiter.pause(bucket.name, 60_000);
    await expect(session.limiter.take(bucket, signal)).rejects.toMatchObject({ kind: 'rate_limited' });

    expect(recorded).toEqual([
      'hub_rate_limit_wait_seconds okta 0',
      'hub_rate_limit_wait_seconds okta 2',
      'hub_rate_limit_refusals_total okta',
      'hub_rate_limit_wait_seconds okta 0',
    ]);
  });

  it('counts tokens that were obtained, refused, or not to be had', async () => {
    const { recorded, tokens } = open();
    const refusal = { message: 'No.', expired: false };

    await tokens.renew(undefined, () =>
      Promise.resolve({ outcome: 'obtained', tokens: { values: { access_token: 'CANARY' }, renewAt: undefined } }),
    );
    await tokens.renew(undefined, () => Promise.reject(new Error('There is a newer one: nobody asks.')));
    await expect(tokens.renew(1, () => Promise.resolve({ outcome: 'refused', refusal }))).rejects.toThrow('No.');
    await expect(tokens.renew(1, () => Promise.reject(new Error('No answer.')))).rejects.toThrow('No answer.');

    expect(recorded).toEqual(
      ['obtained', 'refused', 'failed'].map((outcome) => `hub_token_refreshes_total okta ${outcome}`),
    );
  });
});
