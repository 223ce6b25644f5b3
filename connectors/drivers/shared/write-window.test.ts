import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../core/clock.ts';
import { WriteWindow } from './write-window.ts';

const times = { writeTimeoutMs: 20_500, requestTimeoutMs: 8000 };

/** A clock that stands where it is put. */
function clockAt(): { clock: Clock; at: (ms: number) => void } {
  let now = 0;
  const clock = { now: () => now, monotonic: () => now, sleep: () => Promise.resolve() };
  return { clock, at: (ms) => (now = ms) };
}

describe('connectors/drivers/shared/write-window', () => {
  it.each([
    ['at its beginning', 0, 8000, true],
    ['while a whole request fits', 12_000, 8000, true],
    ['when less is left', 12_001, 7999, false],
    ['when it is over', 20_001, 0, false],
  ])('tells what is left %s', (_, ms, leftMs, fits) => {
    const { clock, at } = clockAt();
    const window = new WriteWindow(clock, times, undefined);

    at(ms);

    expect([window.leftMs, window.fits()]).toEqual([leftMs, fits]);
  });

  it('counts a wait before the request', () => {
    const window = new WriteWindow(clockAt().clock, times, undefined);

    expect([window.fits(12_000), window.fits(12_001)]).toEqual([true, false]);
  });

  it('asks for a lease that outlasts a request, each time anew', () => {
    let restMs = 8001;
    const lease = { covers: (ms: number) => restMs > ms };
    const window = new WriteWindow(clockAt().clock, times, lease);

    expect([window.isLeased, window.fits(), window.leftMs]).toEqual([true, true, 8000]);
    restMs = 8000;
    expect([window.isLeased, window.fits(), window.leftMs]).toEqual([false, false, 0]);
  });
});
