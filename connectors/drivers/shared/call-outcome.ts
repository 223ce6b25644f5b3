import type { CallOutcome } from '../../../core/telemetry/metrics.data.ts';
import type { Fault } from '../../kit/fault.ts';
import type { ObserveCall } from './session.ts';

/** The outcome of an HTTP call, by the status of its response. */
export function ofStatus(status: number): CallOutcome {
  if (status === 429) return 'rate_limited';
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}

/** The outcome of a driver's operation without a result. */
export function ofFault({ fault, isAnswer }: { fault: Fault; isAnswer: boolean }): CallOutcome {
  if (fault.kind === 'rate_limited' || fault.kind === 'quota') return 'rate_limited';
  if (!isAnswer) return 'no_answer';
  return fault.kind === 'transient' || fault.kind === 'maintenance' ? 'failed' : 'refused';
}

/**
 * Sends a request and reports its outcome. A canceled request is not reported.
 *
 * @param signal Of the request. A timeout counts as no response.
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
