import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';

/** Items that wait, all keys together; beyond that callers are sent away for a moment. */
const waitingMax = 2000;
const retryAfterSeconds = 1;

/**
 * Puts what arrives for one key while something of that key is worked on together, and works on it next, at once: no item
 * waits for others to come, and one commit serves many.
 *
 * @param work Gives a result for each item, in their order. Where it fails for several, each is tried by itself, so that one
 *   that cannot be stored does not take others along.
 * @param sizeMax Items that are worked on together.
 */
export function createBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  sizeMax: number,
): (key: string, item: Item) => Promise<Result> {
  const waiting = new Map<string, Waiting<Item, Result>[]>();
  let count = 0;

  const settle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [place, { resolve }] of batch.entries()) {
        const result = results[place];
        if (result !== undefined) resolve(result);
      }
    } catch (error) {
      if (batch.length > 1 && !(error instanceof HubError)) for (const one of batch) await settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  };

  const workOff = async (key: string, queue: Waiting<Item, Result>[]): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0, sizeMax);
      await settle(batch);
      count -= batch.length;
    }
    waiting.delete(key);
  };

  return (key, item) => {
    if (count >= waitingMax) return Promise.reject(tooMany());
    count += 1;
    return new Promise<Result>((resolve, reject) => {
      const queue = waiting.get(key);
      const entry = { item, resolve, reject };
      if (queue !== undefined) {
        queue.push(entry);
        return;
      }
      const begun = [entry];
      waiting.set(key, begun);
      void workOff(key, begun);
    });
  };
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

function tooMany(): HubError {
  return new HubError('service_unavailable', messages.deliveriesTooMany, {
    retryAfterSeconds,
  });
}
