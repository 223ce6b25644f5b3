import type { Clock } from '../../core/clock.ts';
import { ConnectorError } from '../../core/connector-error.ts';
import type { RateBucket, RateLimiter } from './shared/session.ts';

/** Longest wait for a permit. Beyond it, the call fails with `rate_limited`. */
const waitMaxMs = 3000;

/**
 * Rate limits within one process, for connection tests and for deployments with a single worker.
 *
 * Each bucket spaces calls evenly, with a burst of a tenth of its limit (GCRA).
 */
export function createLocalLimiter(clock: Clock): RateLimiter {
  /** Time at which the bucket's budget is full again. */
  const fullAt = new Map<string, number>();
  return {
    async take(bucket, signal) {
      const now = clock.monotonic();
      const spacingMs = bucket.perMs / bucket.limit;
      const burstMs = Math.max(bucket.perMs / 10, spacingMs) - spacingMs;
      const turn = Math.max(fullAt.get(bucket.name) ?? 0, now);
      const waitMs = turn - burstMs - now;
      if (waitMs > waitMaxMs) throw tooSoon(bucket, waitMs);
      fullAt.set(bucket.name, turn + spacingMs);
      if (waitMs > 0) await clock.sleep(waitMs, signal);
    },
    settle: () => undefined,
    pause(name, ms) {
      fullAt.set(name, Math.max(fullAt.get(name) ?? 0, clock.monotonic() + ms));
    },
  };
}

function tooSoon(bucket: RateBucket, waitMs: number): ConnectorError {
  return new ConnectorError(
    'rate_limited',
    `The rate limit (${bucket.limit} calls in ${bucket.perMs} ms) is exceeded.`,
    {
      connectorId: 'limiter',
      operation: 'take',
      retryAfterMs: Math.ceil(waitMs),
    },
  );
}
