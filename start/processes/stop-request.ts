/** Signals when to stop, and why. */
export interface StopRequest {
  signal: AbortSignal;
  /** The cause; `undefined` until a stop is requested. */
  cause(): string | undefined;
}

/** npm forwards the signals it gets, so one Ctrl-C arrives twice. */
const sameSignalMs = 1000;
const parentPollMs = 500;

/**
 * Listens for everything that means "stop": Ctrl-C, SIGTERM, a closed terminal, and the death of the npm that runs us.
 *
 * @param options.onInsist Called when a stop is requested again while stopping.
 */
export function listenForStop(options: { underNpm: boolean; onInsist: () => void }): StopRequest {
  const controller = new AbortController();
  let cause: string | undefined;
  let askedMs = 0;
  const ask = (why: string) => {
    if (cause === undefined) {
      cause = why;
      askedMs = Date.now();
      controller.abort();
    } else if (Date.now() - askedMs > sameSignalMs) {
      options.onInsist();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
  if (options.underNpm) watchParent(() => ask('the end of npm'));
  return { signal: controller.signal, cause: () => cause };
}

/** Children are not notified when their parent is killed, but they get another parent. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, parentPollMs);
  timer.unref();
}
