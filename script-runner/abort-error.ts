/** The reason of an aborted signal, as an error. */
export function toAbortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('The wait was aborted.');
}
