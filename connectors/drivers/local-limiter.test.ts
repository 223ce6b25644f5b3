import { describe, expect, it } from 'vitest';
import type { Clock } from '../../core/clock.ts';
import { createLocalLimiter } from './local-limiter.ts';

/** A clock that sleeping moves. */
function makeClock(): Clock & { time: number } {
  const clock = {
    time: 0,
    now: () => clock.time,
    monotonic: () => clock.time,
    sleep: (ms: number) => {
      clock.time += ms;
      return Promise.resolve();
    },
  };
  return clock;
}

const bucket = { name: 'calls', limit: 10, perMs: 1000 };
const { signal } = new AbortController();

describe('connectors/drivers/local-limiter', () => {
  it('lets calls pass evenly', async () => {
    const clock = makeClock();
    const limiter = createLocalLimiter(clock);

    for (let call = 0; call < 21; call += 1) await limiter.take(bucket, signal);

    expect(clock.time).toBe(2000);
  });

  it('sends the caller away when the wait is long', async () => {
    const limiter = createLocalLimiter(makeClock());

    limiter.pause('calls', 60_000);

    await expect(limiter.take(bucket, signal)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 60_000 });
    await limiter.take({ ...bucket, name: 'other' }, signal);
  });
});
