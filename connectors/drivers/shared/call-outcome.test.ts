import { describe, expect, it } from 'vitest';
import { observeRequest, ofFault, ofStatus } from './call-outcome.ts';

describe('connectors/drivers/shared/call-outcome', () => {
  it.each([
    [200, 'ok'],
    [304, 'ok'],
    [401, 'refused'],
    [429, 'rate_limited'],
    [500, 'failed'],
    [503, 'failed'],
  ])('takes the status %d for %s', (status, outcome) => {
    expect(ofStatus(status)).toBe(outcome);
  });

  it.each([
    ['rate_limited', true, 'rate_limited'],
    ['quota', true, 'rate_limited'],
    ['validation', true, 'refused'],
    ['maintenance', true, 'failed'],
    ['transient', false, 'no_answer'],
    ['auth_invalid', false, 'no_answer'],
  ] as const)('takes a fault of the kind %s, answered: %s, for %s', (kind, isAnswer, outcome) => {
    expect(ofFault({ fault: { kind, message: '' }, isAnswer })).toBe(outcome);
  });

  it.each([
    { of: 'an answer', signal: undefined, outcomes: ['rate_limited'] },
    { of: 'a broken connection', signal: new AbortController().signal, outcomes: ['no_answer'] },
    { of: 'a time-out', signal: AbortSignal.abort(new DOMException('', 'TimeoutError')), outcomes: ['no_answer'] },
    { of: 'a request that its caller gave up', signal: AbortSignal.abort(new Error('Enough.')), outcomes: [] },
  ])('tells $outcomes of $of', async ({ signal, outcomes }) => {
    const heard: string[] = [];
    const send = (): Promise<{ statusCode: number }> =>
      signal === undefined ? Promise.resolve({ statusCode: 429 }) : Promise.reject(new Error('It broke.'));

    await observeRequest(
      () => (outcome) => void heard.push(outcome),
      signal ?? new AbortController().signal,
      send,
    ).catch(() => undefined);

    expect(heard).toEqual(outcomes);
  });
});
