import type { CallOutcome } from '../../../core/metrics.data.ts';
import type { Fault } from '../../kit/fault.ts';
import type { ObserveCall } from './session.ts';

/** What a call over HTTP came to, by the status of its answer. */
export function ofStatus(status: number): CallOutcome {
  if (status === 429) return 'rate_limited';
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}

/** What an operation of a driver came to that gave no result. */
export function ofFault({ fault, isAnswer }: { fault: Fault; isAnswer: boolean }): CallOutcome {
  if (fault.kind === 'rate_limited' || fault.kind === 'quota') return 'rate_limited';
  if (!isAnswer) return 'no_answer';
  return fault.kind === 'transient' || fault.kind === 'maintenance' ? 'failed' : 'refused';
}

/**
 * Sends a request, and tells how it went. One that its caller gave up is not told of.
 *
 * @param signal Of the request; a time-out is no answer.
 */
export async function observeRequest<Response extends { statusCode: number }>(
  observe: ObserveCall | undefined,
  signal: AbortSignal,
  send: () => Promise<Response>,
): Promise<Response> {
  const tell = observe?.();
  try {
    const response = await send();
    tell?.(ofStatus(response.statusCode));
    return response;
  } catch (error) {
    if (!signal.aborted || isTimeout(signal.reason)) tell?.('no_answer');
    throw error;
  }
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
