import type { Clock } from '../../../core/clock.ts';
import { openListener } from '../../../drizzle/listener.ts';

/** Reports changes of credentials by any process. */
export interface CredentialListener {
  /** False while changes may be missed: nothing that is known of a credential may be relied upon then. */
  isListening(): boolean;
  /**
   * Calls whenever an API key, an OAuth client, a token issuer or a session was changed or deleted, with its UUID; whenever
   * the membership or the roles of a person were, with the person's; with
   * `undefined` when any of them may have been, after the listener stopped listening.
   */
  onChange(listener: (uuid: string | undefined) => void): void;
  close(): Promise<void>;
}

/**
 * Listens to the triggers of the tables that hold credentials.
 *
 * @param options.onState Called when listening begins, and when it ends.
 */
export function openCredentialListener(options: {
  url: string;
  clock: Clock;
  onState?: (listening: boolean) => void;
}): CredentialListener {
  const listeners: ((uuid: string | undefined) => void)[] = [];
  let listening = false;
  const notify = (uuid: string | undefined): void => {
    for (const listener of listeners) listener(uuid);
  };
  const setState = (state: boolean): void => {
    if (state === listening) return;
    listening = state;
    if (!listening) notify(undefined);
    options.onState?.(listening);
  };
  const listener = openListener(options.url, {
    role: 'hub_app',
    channel: 'hub_credentials',
    clock: options.clock,
    onNotify: notify,
    onUp: () => setState(true),
    onDown: () => setState(false),
  });
  return {
    isListening: () => listening,
    onChange: (added) => void listeners.push(added),
    close: () => listener.close(),
  };
}
