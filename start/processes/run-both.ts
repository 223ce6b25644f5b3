/**
 * Runs two tasks concurrently. If one fails, aborts the other and waits for it.
 *
 * `Promise.all` would leave the other one running in the background.
 *
 * @throws what the first one to fail threw.
 */
export async function runBoth<A, B>(
  signal: AbortSignal,
  one: (signal: AbortSignal) => Promise<A>,
  other: (signal: AbortSignal) => Promise<B>,
): Promise<[A, B]> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const works = [one(either), other(either)] as const;
  for (const work of works) work.catch((error: unknown) => failed.abort(error));
  await Promise.allSettled(works);
  if (failed.signal.aborted) throw failed.signal.reason;
  return Promise.all(works);
}
