import postgres from 'postgres';
import type { Clock } from '../core/clock.ts';
import { readAddress } from './address.ts';
import type { DatabaseRole } from './client.ts';

/** Listens on a channel until it is closed, on a connection of its own. */
export interface Listener {
  close(): Promise<void>;
}

export interface ListenerOptions {
  role: DatabaseRole;
  channel: string;
  clock: Clock;
  /** A notification came. */
  onNotify(payload: string): void;
  /** From now on, every notification comes. */
  onUp(): void;
  /** Notifications may be missed from now on; also called when listening could not be started. */
  onDown(): void;
}

/** Delay before a lost connection is reopened; doubles while that fails. */
const reopenMs = 50;
const reopenMsMax = 2000;

/**
 * Opens a listener. Connects in the background, and retries until the database is reached.
 *
 * The client's own `listen` reports when it listens again, not that it had stopped, which is what the holder of a
 * memory must know. This uses the options that it is made of.
 *
 * @see https://github.com/porsager/postgres/blob/v3.4.9/src/index.js `listen`
 */
export function openListener(address: string, options: ListenerOptions): Listener {
  const { clock } = options;
  const closing = new AbortController();
  let lost = Promise.withResolvers<void>();
  // The types of the client do not know `onnotify`, which it reads like every other option.
  const { url, ...socket } = readAddress(address);
  const settings = {
    ...socket,
    max: 1,
    connect_timeout: 5,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    backoff: false,
    onnotice: () => undefined,
    onnotify: (_channel: string, payload: string) => options.onNotify(payload),
    onclose: () => lost.resolve(),
    connection: { application_name: 'integration-hub-listener', role: options.role },
  };
  const sql = postgres(url, settings);

  const listen = async (): Promise<boolean> => {
    lost = Promise.withResolvers<void>();
    try {
      await sql`listen ${sql(options.channel)}`;
    } catch {
      options.onDown();
      return false;
    }
    options.onUp();
    await lost.promise;
    options.onDown();
    return true;
  };

  const run = async (): Promise<void> => {
    let waitMs = reopenMs;
    while (!closing.signal.aborted) {
      waitMs = (await listen()) ? reopenMs : Math.min(waitMs * 2, reopenMsMax);
      // Aborted by closing, which the loop sees by itself.
      await clock.sleep(waitMs, closing.signal).catch(() => undefined);
    }
  };
  const running = run();

  return {
    close: async () => {
      closing.abort();
      await sql.end({ timeout: 0 });
      lost.resolve();
      await running;
    },
  };
}
