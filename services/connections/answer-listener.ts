import type { Database } from '../../drizzle/client.ts';

/** Wakes those that wait for a notification with a certain text. */
export interface AnswerListener {
  /** Starts to listen, on a connection of its own. Calling it again costs nothing. */
  listen(): Promise<void>;
  /** Resolves when the text is notified. Never rejects: a caller that must not miss it polls as well. */
  wait(text: string): Promise<void>;
  /** Stops waiting for the text. */
  forget(text: string): void;
}

export function createAnswerListener(
  database: Database,
  channel: string,
  onFailure: (error: unknown) => void,
): AnswerListener {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  let listening: Promise<unknown> | undefined;
  return {
    listen: async () => {
      listening ??= database.sql.listen(channel, (text) => waiting.get(text)?.resolve());
      try {
        await listening;
      } catch (error) {
        // Without notifications the polling still finds every answer; the next request tries to listen again.
        listening = undefined;
        onFailure(error);
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
