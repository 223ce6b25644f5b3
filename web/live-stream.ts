import { readLines } from '../client/read-lines.ts';
import type { LiveLine } from './model/live-topics.ts';
import { sleep } from './sleep.ts';

/** The hub sends a line every 15 s: where none comes for longer, the connection is dead. */
const silentMs = 40_000;
const retryMs = { min: 1000, max: 60_000 } as const;
/** Of the lock and of the channel that pages of one browser share. */
const shared = 'hub-live';

/** A line of the hub, or that none will come before the next `ready`. */
export type Heard = LiveLine | { type: 'gone' };

/** Between pages: one that just came asks whether there is a stream, and the one that reads it passes on what it hears. */
type Message = { hello: string } | { heard: Heard; to?: string };

/**
 * Hears what the hub reports, until the signal. The pages of a browser share one stream, as browsers open few connections
 * to one server: one page reads it, and when that goes, the next one does.
 */
export async function hearLines(signal: AbortSignal, hear: (heard: Heard) => void): Promise<void> {
  // Over plain http there are no locks: each page is on its own.
  if (!('locks' in navigator)) return follow(signal, hear);
  const channel = new BroadcastChannel(shared);
  const own = crypto.randomUUID();
  let isUp = false;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel is of one origin, and takes none.
  const post = (message: Message): void => channel.postMessage(message);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (!('hello' in data)) {
      if (data.to === undefined || data.to === own) hear(data.heard);
    } else if (isUp) post({ heard: { type: 'ready' }, to: data.hello });
  });
  post({ hello: own });
  try {
    await navigator.locks.request(shared, { signal }, () =>
      follow(signal, (heard) => {
        isUp = heard.type !== 'gone';
        hear(heard);
        post({ heard });
      }),
    );
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    channel.close();
  }
}

/** Opens one stream after another, with growing pauses where they do not last. */
async function follow(signal: AbortSignal, hear: (heard: Heard) => void): Promise<void> {
  let waitMs: number = retryMs.min;
  while (!signal.aborted) {
    const openedAt = Date.now();
    await readStream(signal, hear);
    // Who leaves hands over to the next page, which begins at once.
    if (!signal.aborted) hear({ type: 'gone' });
    // One that lasted ended as it should.
    waitMs = Date.now() - openedAt > retryMs.max ? retryMs.min : Math.min(waitMs * 2, retryMs.max);
    await sleep(waitMs * (0.5 + Math.random() / 2), signal);
  }
}

/** Reads one stream to its end, however it comes. */
async function readStream(signal: AbortSignal, hear: (heard: Heard) => void): Promise<void> {
  const given = new AbortController();
  const giveUp = (): void => given.abort();
  let silence = setTimeout(giveUp, silentMs);
  try {
    const options = { signal: AbortSignal.any([signal, given.signal]) };
    for await (const text of readLines({ baseUrl: location.origin, session: true }, '/live', {}, options)) {
      clearTimeout(silence);
      silence = setTimeout(giveUp, silentMs);
      hear(toLine(text));
    }
  } catch {
    // Refused, broken off or given up: pages look again by themselves until the next stream.
  } finally {
    clearTimeout(silence);
  }
}

function toLine(text: string): LiveLine {
  const line: unknown = JSON.parse(text);
  return isLine(line) ? line : { type: 'beat' };
}

/** Every line is one that the hub wrote; one that a newer hub writes shows at least that it is there. */
function isLine(line: unknown): line is LiveLine {
  return typeof line === 'object' && line !== null && 'type' in line;
}
