import type { Fault } from '../../kit/fault.ts';
import type { CallIncident } from '../shared/session.ts';

/** Attempts of one exchange, and the longest wait between two; longer waits are the engine's. */
export const attemptsMax = 3;
const waitMaxMs = 3000;
const firstWaitMs = 250;

/** An attempt that gave no result. */
export interface FailedAttempt {
  fault: Fault;
  /** The request may have reached the system. */
  sent: boolean;
}

/**
 * Says how long to wait before the same request is sent again, or `undefined` when it must not or need not be.
 *
 * @param repeatable Sending the request twice has the effect of sending it once.
 */
export function findWait({ fault, sent }: FailedAttempt, attempt: number, repeatable: boolean): number | undefined {
  if (attempt >= attemptsMax) return undefined;
  const refused = fault.kind === 'rate_limited' || fault.kind === 'maintenance';
  const broken = fault.kind === 'transient' && (repeatable || !sent);
  if (!refused && !broken) return undefined;
  const wait = fault.retryAfterMs ?? firstWaitMs * 2 ** (attempt - 1);
  return wait > waitMaxMs ? undefined : wait;
}

/**
 * Says whether a failed attempt is worth reporting: the system was busy, failed or did not answer. What it
 * found wrong with the request, and requests that were not sent for reasons of our own, are told by their errors.
 */
export function findIncident(status: number | undefined, fault: Fault, repeated: boolean): CallIncident | undefined {
  const { kind, retryAfterMs, ofTokens } = fault;
  if (ofTokens === true) {
    const throttled = kind === 'rate_limited';
    return repeated ? { throttled, repeated, operation: 'token', isWait: true } : undefined;
  }
  if (status === undefined && kind !== 'transient') return undefined;
  const throttled = status === 429 || kind === 'rate_limited';
  const failed = kind === 'transient' || kind === 'maintenance' || (status !== undefined && status >= 500);
  return throttled || failed ? { status, throttled, retryAfterMs, repeated } : undefined;
}
