import type { Query, QueryClient } from '@tanstack/react-query';
import { readLines } from '../client/read-lines.ts';
import { isReported, isTouched, type LiveLine } from './model/live-topics.ts';

/** The hub sends a line every 15 s: where none comes for longer, the connection is dead. */
const silentMs = 40_000;
/** Nothing is read again more often, however much happens. */
const gatherMs = 1000;
const retryMs = { min: 1000, max: 60_000 } as const;
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
  const { signal } = stopped;
  const keepFollowing = async (): Promise<void> => {
    let waitMs: number = retryMs.min;
    while (!signal.aborted) {
      await untilSeen(signal);
      const openedAt = Date.now();
      await follow(signal, createRefresher(queries));
      if (isUp) {
        isUp = false;
        void queries.invalidateQueries();
      }
      // One that lasted ended as it should.
      waitMs = Date.now() - openedAt > retryMs.max ? retryMs.min : Math.min(waitMs * 2, retryMs.max);
      await sleep(waitMs * (0.5 + Math.random() / 2), signal);
    }
  };
  void keepFollowing();
  return () => stopped.abort();
}

/** Follows one stream to its end, however it comes. */
async function follow(signal: AbortSignal, refresh: (lines: readonly LiveLine[]) => void): Promise<void> {
  const given = new AbortController();
  const giveUp = (): void => given.abort();
  let silence = setTimeout(giveUp, silentMs);
  const unwatch = onHidden(giveUp);
  try {
    const options = { signal: AbortSignal.any([signal, given.signal]) };
    for await (const text of readLines({ baseUrl: location.origin, session: true }, '/live', {}, options)) {
      clearTimeout(silence);
      silence = setTimeout(giveUp, silentMs);
      const line = toLine(text);
      if (line.type === 'ready') isUp = true;
      if (line.type !== 'beat') refresh([line]);
    }
  } catch {
    // Refused, broken off or given up: the page looks again by itself until the next stream.
  } finally {
    clearTimeout(silence);
    unwatch();
  }
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

function toLine(text: string): LiveLine {
  const line: unknown = JSON.parse(text);
  return isLine(line) ? line : { type: 'beat' };
}

/** Every line is one that the hub wrote; one that a newer hub writes shows at least that it is there. */
function isLine(line: unknown): line is LiveLine {
  return typeof line === 'object' && line !== null && 'type' in line;
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

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
