import { z } from 'zod';
import { durationPattern, readDuration } from '../../engine/schedule/duration.ts';

const duration = z.string().regex(durationPattern, 'Must be a number and a unit: 90s, 15m, 2h, 3d.');

/** How often a step is tried, and how long after each failure. */
export const retrySchema = z
  .strictObject({
    max_attempts: z
      .int()
      .min(2)
      .max(100)
      .meta({ description: 'How often it is tried at the most, the first time included.' }),
    initial: duration.default('1m').meta({ description: 'How long after the first failure it is tried again.' }),
    max: duration.default('1h').meta({ description: 'The longest pause: each is twice the one before.' }),
    within: duration
      .optional()
      .meta({ description: 'It is not tried again so long after its first failure, or later.' }),
  })
  .meta({ id: 'StepRetry', description: 'How often a step is tried, and how long after each failure.' });

/** When a step is tried again that failed. */
export interface RetryPolicy {
  attemptsMax: number;
  /** How long after its failure, and after the first one, nothing is tried any more. */
  withinMs: number;
  /** @param failures How often it has failed. */
  pauseMs(failures: number): number;
}

const doublingsMax = 30;

export function compileRetry({
  max_attempts: attemptsMax,
  initial,
  max,
  within,
}: z.infer<typeof retrySchema>): RetryPolicy {
  const [initialMs, maxMs] = [readDuration(initial) ?? 0, readDuration(max) ?? 0];
  return {
    attemptsMax,
    withinMs: readDuration(within ?? '') ?? Infinity,
    pauseMs: (failures) => Math.min(initialMs * 2 ** Math.min(failures - 1, doublingsMax), maxMs),
  };
}

/**
 * How long an item pauses before a step that failed; `undefined` where it is not tried again.
 *
 * @param tried How often it has paused there, and how long ago that was first.
 */
export function findPause(policy: RetryPolicy, tried: { pauses: number; sinceMs: number }): number | undefined {
  const failures = tried.pauses + 1;
  if (failures >= policy.attemptsMax) return undefined;
  const pauseMs = policy.pauseMs(failures);
  return tried.sinceMs + pauseMs < policy.withinMs ? pauseMs : undefined;
}
