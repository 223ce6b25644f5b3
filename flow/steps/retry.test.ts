import { describe, expect, it } from 'vitest';
import { compileRetry, findPause, retrySchema } from './retry.ts';

const policyOf = (given: object) => compileRetry(retrySchema.parse(given));

/** The pauses of a step that always fails, in seconds. */
function listPauses(given: object): number[] {
  const policy = policyOf(given);
  const pauses: number[] = [];
  for (;;) {
    const sinceMs = pauses.reduce((sum, pause) => sum + pause, 0) * 1000;
    const pause = findPause(policy, { pauses: pauses.length, sinceMs });
    if (pause === undefined) return pauses;
    pauses.push(pause / 1000);
  }
}

describe('flow/steps/retry', () => {
  it.each([
    ['doubles its pauses', { max_attempts: 5, initial: '10s' }, [10, 20, 40, 80]],
    ['up to the longest', { max_attempts: 5, initial: '10s', max: '30s' }, [10, 20, 30, 30]],
    ['and ends before its time is over', { max_attempts: 100, initial: '10s', within: '1m' }, [10, 20]],
    ['a minute and more where nothing is said', { max_attempts: 3 }, [60, 120]],
  ])('%s', (_, given, pauses) => {
    expect(listPauses(given)).toEqual(pauses);
  });

  it('never pauses for longer than asked, however often it fails', () => {
    expect(policyOf({ max_attempts: 100, max: '2h' }).pauseMs(99)).toBe(7_200_000);
  });
});
