import type { Database } from '../../drizzle/client.ts';

/** Wakes whoever waits for a notification that carries a certain text. */
export interface AnswerBell {
  /** Starts to listen, on a connection of its own. Calling it again costs nothing. */
  listen(): Promise<void>;
  /** Resolves when the text is notified. Never rejects: who must not miss it polls as well. */
  wait(text: string): Promise<void>;
  /** Nobody waits for the text any more. */
  forget(text: string): void;
}

export function createAnswerBell(database: Database, channel: string): AnswerBell {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  let listening: Promise<unknown> | undefined;
  return {
    listen: async () => {
      listening ??= database.sql.listen(channel, (text) => waiting.get(text)?.resolve());
      try {
        await listening;
      } catch {
        // Without notifications the polling still finds every answer; the next request tries to listen again.
        listening = undefined;
      }
    },
    wait: (text) => {
      const known = waiting.get(text) ?? Promise.withResolvers<void>();
      waiting.set(text, known);
      return known.promise;
    },
    forget: (text) => void waiting.delete(text),
  };
}
