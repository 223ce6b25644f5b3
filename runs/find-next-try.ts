import type { Info } from '@temporalio/activity';
import { toApplicationFailure } from './to-application-failure.ts';

/**
 * In how many milliseconds Temporal tries a failed attempt again: as the failure asks, else by the activity's own policy.
 *
 * @returns `undefined` where there is no next try, or no policy.
 */
export function findNextTryMs(error: unknown, { attempt, retryPolicy }: Pick<Info, 'attempt' | 'retryPolicy'>) {
  const { nonRetryable, nextRetryDelay } = toApplicationFailure(error);
  if (nonRetryable === true) return undefined;
  if (typeof nextRetryDelay === 'number') return nextRetryDelay;
  const { initialInterval, backoffCoefficient = 2, maximumInterval = Infinity } = retryPolicy ?? {};
  if (typeof initialInterval !== 'number' || typeof maximumInterval !== 'number') return undefined;
  return Math.min(maximumInterval, initialInterval * backoffCoefficient ** (attempt - 1));
}
