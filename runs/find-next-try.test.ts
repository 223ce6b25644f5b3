import { describe, expect, it } from 'vitest';
import { ConnectorError } from '../core/connector-error.ts';
import { RunFailedError } from '../engine/errors.ts';
import { findNextTryMs } from './find-next-try.ts';

const retryPolicy = { initialInterval: 1000, backoffCoefficient: 1.5, maximumInterval: 600_000 };
const fail = (retryAfterMs?: number) =>
  new ConnectorError('transient', 'x', { connectorId: 'jira', operation: 'create', retryAfterMs });

describe('runs/find-next-try', () => {
  it.each([
    ['the first interval', fail(), 1, 1000],
    ['a longer one after each attempt', fail(), 3, 2250],
    ['the longest in the end', fail(), 60, 600_000],
    ['what the system asked for', fail(7000), 3, 7000],
    ['nothing for the end of a run', new RunFailedError('record_failed', 'x'), 1, undefined],
  ])('tells %s', (_, error, attempt, expected) => {
    expect(findNextTryMs(error, { attempt, retryPolicy })).toBe(expected);
  });

  it('returns nothing where there is no policy', () => {
    expect(findNextTryMs(fail(), { attempt: 1 })).toBeUndefined();
  });
});
