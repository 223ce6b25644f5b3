import { FaultError } from '../../kit/fault.ts';
import { toTransportFault } from './transport-fault.ts';

/**
 * Runs one step of a longer-lived resource, such as an open stream, with its own timeout.
 *
 * On timeout, or when `signal` aborts, `life` is aborted, because the resource is no longer usable.
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
