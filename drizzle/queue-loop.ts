import type { Database } from './index.ts';
import { type Loop, startLoop } from '../core/loop.ts';

/** Without a notification, and for items that become due, the table is looked at this often. */
const pollMs = 1000;

export interface QueueLog {
  warn(fields: object, message: string): void;
}

/** A table of items that wait for a worker, as one process serves it. */
export interface QueueSource<Item> {
  /** Channel of the notifications that an item waits. Also the name of the queue in logs. */
  channel: string;
  /** Items that this process works on at once. */
  workersMax: number;
  /** The table is looked at this often without a notification. Default: 1000. */
  pollMs?: number;
  /**
   * Finds items to work on.
   *
   * @param room The most it may give, at least 1.
   * @param busy Keys of the items that this process works on now; they must not be given again.
   */
  take(room: number, busy: readonly string[]): PromiseLike<readonly Item[]>;
  keyOf(item: Item): string;
  /** @param signal Aborted when the loop stops; the loop waits for the work in any case. */
  work(item: Item, signal: AbortSignal): Promise<void>;
  /**
   * When an item that is done calls for another look before the next poll: `full` where it frees a place of this process
   * only, `always` where items also wait for each other.
   */
  looksAgain: 'full' | 'always';
}

/**
 * Serves a queue until stopped: woken by notifications, else by the clock. Each item goes its own way, so that a slow one
 * delays no other.
 *
 * An item whose work fails is logged and left to the table, which must give it again.
 *
 * @param deps.database Needs to see the queue of every tenant: `hub_relay`.
 */
export function startQueueLoop<Item>(
  { database, log }: { database: Database; log: QueueLog },
  queue: QueueSource<Item>,
): Loop {
  const { channel } = queue;
  const underWay = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const isFull = (): boolean => underWay.size >= queue.workersMax;

  const workOn = async (item: Item): Promise<void> => {
    try {
      await queue.work(item, stopping.signal);
    } catch (error) {
      log.warn({ queue: channel, item: queue.keyOf(item), error }, 'queue item failed; will retry');
    }
  };
  const leave = (key: string): void => {
    const looksAgain = queue.looksAgain === 'always' || isFull();
    underWay.delete(key);
    if (looksAgain) loop.wake();
  };
  const serve = async (): Promise<'more' | 'idle'> => {
    if (isFull()) return 'idle';
    const room = queue.workersMax - underWay.size;
    const items = await queue.take(room, [...underWay.keys()]);
    for (const item of items) {
      const key = queue.keyOf(item);
      // Left asynchronously, so behind its entry, also where the work fails at once.
      const working = workOn(item).finally(() => leave(key));
      underWay.set(key, working);
    }
    // Where all the room was filled more items may wait, and places may have become free meanwhile.
    return items.length >= room ? 'more' : 'idle';
  };
  const loop = startLoop(serve, {
    everyMs: queue.pollMs ?? pollMs,
    onError: (error) => log.warn({ queue: channel, error }, 'queue could not be read; will retry'),
  });
  // After a lost connection the client listens again by itself, and calls the second function; the listener ends with the pool.
  const wake = (): void => loop.wake();
  database.sql.listen(channel, wake, wake).catch((error: unknown) => {
    log.warn({ queue: channel, error }, 'cannot listen for notifications; the queue is polled instead');
  });
  return {
    wake,
    stop: async () => {
      stopping.abort();
      await loop.stop();
      await Promise.all(underWay.values());
    },
  };
}
