import type { Query, QueryClient } from '@tanstack/react-query';
import { hearLines } from './live-stream.ts';
import { isReported, isTouched, type LiveLine } from './model/live-topics.ts';
import { sleep } from './sleep.ts';

/**
 * Nothing is read again more often, however much happens. The hub gathers what it reports for half a second as well, and what comes in
 * between is seen within a second all the same.
 */
const gatherMs = 350;
/** What is reported is read again after this in any case. */
const safetyMs = 60_000;
/** A page that is not seen for so long follows nothing: browsers open few connections to one server. */
const hiddenMs = 10_000;

let isUp = false;

/** How often a query looks again by itself: seldom while the hub reports its changes. */
export function whileUnreported(operation: string, everyMs: number): number {
  return isUp && isReported(operation) ? Math.max(everyMs, safetyMs) : everyMs;
}

/**
 * Follows the changes that the hub reports, while the page is seen, and has what they touch read again. While they cannot
 * be followed, pages look again by themselves as often as they did before.
 *
 * @returns stops.
 */
export function followChanges(queries: QueryClient): () => void {
  const stopped = new AbortController();
  void keepFollowing(queries, stopped.signal);
  return () => stopped.abort();
}

async function keepFollowing(queries: QueryClient, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await untilSeen(signal);
    const hidden = new AbortController();
    const unwatch = onHidden(() => hidden.abort());
    const refresh = createRefresher(queries);
    await hearLines(AbortSignal.any([signal, hidden.signal]), (heard) => {
      if (heard.type === 'ready') isUp = true;
      if (heard.type === 'gone') lookAgain(queries);
      else if (heard.type !== 'beat') refresh([heard]);
    });
    unwatch();
    lookAgain(queries);
  }
}

/** From here on nothing is reported. */
function lookAgain(queries: QueryClient): void {
  if (isUp) void queries.invalidateQueries();
  isUp = false;
}

/** Has queries read again: at most once in a while, and never while they are being read. */
function createRefresher(queries: QueryClient): (lines: readonly LiveLine[]) => void {
  let pending: LiveLine[] = [];
  let isBusy = false;
  const drain = async (): Promise<void> => {
    isBusy = true;
    while (pending.length > 0) {
      const lines = pending;
      pending = [];
      const everything = lines.some(({ type }) => type === 'ready');
      await queries.invalidateQueries({
        predicate: (query) => !isContinued(query) && (everything || isTouched(query.queryKey, lines)),
      });
      await sleep(gatherMs);
    }
    isBusy = false;
  };
  return (lines) => {
    pending.push(...lines);
    if (!isBusy) void drain();
  };
}

/** A list of which more than a page is shown: its rows would move under the eyes, and all of its pages be asked for. */
function isContinued({ queryKey, state: { data } }: Query): boolean {
  const isPaged = queryKey[2] === 'pages' && typeof data === 'object' && data !== null && 'pages' in data;
  return isPaged && Array.isArray(data.pages) && data.pages.length > 1;
}

/** @returns stops watching. */
function onHidden(call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(call, hiddenMs);
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

function untilSeen(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (): void => {
    if (!document.hidden || signal.aborted) resolve();
  };
  document.addEventListener('visibilitychange', look);
  signal.addEventListener('abort', look);
  look();
  return promise.finally(() => document.removeEventListener('visibilitychange', look));
}
