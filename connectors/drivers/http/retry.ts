import type { Fault } from '../../kit/fault.ts';
import type { CallIncident } from '../shared/session.ts';

/** Maximum attempts of one exchange, and the longest wait between two. Longer waits are left to the engine. */
export const attemptsMax = 3;
const waitMaxMs = 3000;
const firstWaitMs = 250;

/** An attempt without a result. */
export interface FailedAttempt {
  fault: Fault;
  /** The request may have reached the system. */
  sent: boolean;
}

/**
 * Returns how long to wait before the same request is sent again, or `undefined` when it must not or need not be.
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
 * Returns whether a failed attempt is reported as an incident: the system was busy, failed or did not respond. What it
 * found wrong with the request, and requests that we did not send, are reported by their errors.
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
