import { describe, expect, it } from 'vitest';
import { planRestart } from './backoff.ts';

const now = 1_000_000;

describe('start/processes/backoff', () => {
  it('restarts soon after a single end', () => {
    const plan = planRestart({ endedAtMs: [now], failedStarts: 0, everReady: true }, now);

    expect(plan).toEqual({ kind: 'restart', delayMs: 100 });
  });

  it.each([
    [2, 200],
    [4, 800],
    [50, 2000],
  ])('waits longer after %i ends in half a minute, up to two seconds', (ends, delayMs) => {
    const endedAtMs = Array.from({ length: ends }, (_, index) => now - index * 100);

    expect(planRestart({ endedAtMs, failedStarts: 0, everReady: true }, now)).toEqual({ kind: 'restart', delayMs });
  });

  it('forgets ends of long ago', () => {
    const plan = planRestart({ endedAtMs: [now - 60_000, now - 40_000, now], failedStarts: 0, everReady: true }, now);

    expect(plan).toEqual({ kind: 'restart', delayMs: 100 });
  });

  it('gives a child up after three starts when it never was ready', () => {
    expect(planRestart({ endedAtMs: [now], failedStarts: 2, everReady: false }, now).kind).toBe('restart');
    expect(planRestart({ endedAtMs: [now], failedStarts: 3, everReady: false }, now).kind).toBe('give_up');
  });

  it('is patient with a child that ended for what passes by itself', () => {
    const history = { endedAtMs: [now], failedStarts: 19, everReady: false, passes: true };

    expect(planRestart(history, now).kind).toBe('restart');
    expect(planRestart({ ...history, failedStarts: 20 }, now).kind).toBe('give_up');
  });

  it('is patient with a child that has been ready', () => {
    expect(planRestart({ endedAtMs: [now], failedStarts: 19, everReady: true }, now).kind).toBe('restart');
    expect(planRestart({ endedAtMs: [now], failedStarts: 20, everReady: true }, now).kind).toBe('give_up');
  });
});
