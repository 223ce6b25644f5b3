import type { Clock } from '../../../core/clock.ts';
import type { Fault } from '../../kit/fault.ts';
import type { Limits } from '../../kit/limits.ts';
import {
  readExhausted,
  readLeft,
  readReset,
  readSenderTime,
  type ResponseHeaders,
  type SignalingAnswer,
} from '../../kit/http/rate-signals.ts';
import type { RateLimiter, VendorBudget } from '../shared/session.ts';

export interface RateLimitContext {
  limits: Limits;
  limiter: RateLimiter;
  clock: Clock;
}

/** Passes the budget that the vendor reports to the limiter of every worker. */
export function applyRateLimit(
  { limits, limiter, clock }: RateLimitContext,
  answer: SignalingAnswer,
  fault?: Fault,
): void {
  const asked = fault?.kind === 'rate_limited' || fault?.kind === 'quota' ? fault.retryAfterMs : undefined;
  const waitMs = asked ?? readExhausted(limits.signals, answer, readSenderTime(answer.headers, clock.now()));
  if (waitMs === undefined || waitMs === 0) return;
  for (const bucket of limits.buckets) limiter.pause(bucket.name, waitMs);
}

/** Reads the budget from the head of a response. `undefined` where it is not reported. */
export function readVendorBudget(
  { limits, clock }: RateLimitContext,
  headers: ResponseHeaders,
): VendorBudget | undefined {
  const left = readLeft(limits.signals, headers);
  if (left === undefined) return undefined;
  return { left, forMs: readReset(limits.signals, { headers }, readSenderTime(headers, clock.now())) };
}
