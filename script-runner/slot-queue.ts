import { ScriptRunnerError } from '../core/scripts.ts';
import { toAbortError } from './abort-error.ts';

/**
 * Hands out a number of places. Organizations take turns; within one, the first to come is the first to be served.
 *
 * So one with many batches waiting delays the others by one batch at a time, for each place.
 */
export interface TurnQueue {
  /**
   * Waits for a place.
   *
   * @returns what gives it back.
   * @throws {ScriptRunnerError} when too many are waiting. @throws the signal's reason when it aborts first.
   */
  take(orgId: string, signal: AbortSignal): Promise<() => void>;
}

export function createSlotQueue(places: number, waitingMax: number): TurnQueue {
  let free = places;
  let waiting = 0;
  /** In the order of turns: an organization that was served goes to the end. */
  const lines = new Map<string, (() => void)[]>();

  const leave = (orgId: string, enter: () => void): void => {
    const line = lines.get(orgId) ?? [];
    const at = line.indexOf(enter);
    if (at < 0) return;
    line.splice(at, 1);
    waiting -= 1;
    if (line.length === 0) lines.delete(orgId);
  };
  const serve = (): void => {
    const [next] = lines;
    if (next === undefined || free === 0) return;
    const [orgId, line] = next;
    const [enter] = line;
    if (enter === undefined) return;
    free -= 1;
    lines.delete(orgId);
    lines.set(orgId, line);
    leave(orgId, enter);
    enter();
  };
  const releaseOnce = (): (() => void) => {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      free += 1;
      serve();
    };
  };

  return {
    take: (orgId, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(toAbortError(signal));
        if (waiting >= waitingMax) return reject(new ScriptRunnerError('Too many batches wait for the sandbox.'));
        const onAbort = (): void => {
          leave(orgId, enter);
          reject(toAbortError(signal));
        };
        const enter = (): void => {
          signal.removeEventListener('abort', onAbort);
          resolve(releaseOnce());
        };
        signal.addEventListener('abort', onAbort, { once: true });
        lines.set(orgId, [...(lines.get(orgId) ?? []), enter]);
        waiting += 1;
        serve();
      }),
  };
}
