import type { Clock } from '../../core/clock.ts';
import type { LiveLine } from './live-line.ts';

/** A stream on which nothing came for longer than this is broken. */
const beatMs = 15_000;
/** Changes within this time come together. */
const gatherMs = 500;
/** More changes at once than this are reported as one: read everything again. */
const pendingMax = 100;

/** Who follows changes, as far as it matters here. */
export interface Follower {
  readonly orgId: string;
  readonly actor: string;
  /** UUIDs of the accounts that they are limited to. */
  readonly accounts?: readonly string[] | undefined;
  readonly session?: { readonly id: string } | undefined;
  readonly userId?: string | undefined;
}

/** What one caller learns of changes. */
export interface LiveStream {
  readonly caller: Follower;
  push(line: LiveLine): void;
  /** Waits for the next lines. @returns `undefined` at the end of the stream. */
  next(): Promise<LiveLine[] | undefined>;
  end(): void;
}

/** @param lifeMs After which the stream ends by itself. */
export function createLiveStream(clock: Clock, caller: Follower, lifeMs: number): LiveStream {
  const endsAt = clock.monotonic() + lifeMs;
  const pending = new Map<string, LiveLine>();
  let sentAt = -gatherMs;
  let isOver = false;
  let wake = (): void => undefined;

  const rest = async (ms: number): Promise<void> => {
    const nap = new AbortController();
    wake = () => nap.abort();
    await clock.sleep(Math.max(0, Math.min(ms, endsAt - clock.monotonic())), nap.signal).catch(() => undefined);
  };

  return {
    caller,
    push: (line) => {
      const isFirst = pending.size === 0;
      if (pending.size >= pendingMax) pending.clear();
      if (pending.size === 0 && !isFirst) pending.set('all', { type: 'ready' });
      if (!pending.has('all')) pending.set(`${line.topic} ${line.id}`, line);
      if (isFirst) wake();
    },
    next: async () => {
      if (!isOver && pending.size === 0) await rest(beatMs);
      if (!isOver && pending.size > 0) await rest(sentAt + gatherMs - clock.monotonic());
      if (isOver || clock.monotonic() >= endsAt) return undefined;
      sentAt = clock.monotonic();
      const lines: LiveLine[] = pending.size === 0 ? [{ type: 'beat' }] : [...pending.values()];
      pending.clear();
      return lines;
    },
    end: () => {
      isOver = true;
      wake();
    },
  };
}
