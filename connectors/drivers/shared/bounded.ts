import { FaultError } from '../../kit/fault.ts';
import { toTransportFault } from './transport-fault.ts';

/**
 * Runs one step of something that outlives the step, such as an open stream, within a time of its own.
 *
 * Out of time, or when `signal` aborts, `life` is aborted: what it belongs to is of no use then.
 *
 * @throws {FaultError} what went wrong, also for errors of the transport.
 * @throws the reason of `signal` when it aborted.
 */
export async function runBounded<Result>(
  life: AbortController,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  step: () => Promise<Result>,
): Promise<Result> {
  const onAbort = (): void => life.abort(signal?.reason);
  const timer = setTimeout(() => life.abort(new DOMException('Timed out.', 'TimeoutError')), timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    signal?.throwIfAborted();
    return await step();
  } catch (error) {
    life.abort();
    signal?.throwIfAborted();
    if (error instanceof FaultError) throw error;
    throw new FaultError(toTransportFault(error).fault, error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
