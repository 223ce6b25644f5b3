import type { Clock } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { toUuid } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { Database } from '../../drizzle/client.ts';
import { type Listener, openListener } from '../../drizzle/listener.ts';
import type { CredentialListener } from '../access/credentials/credential-listener.ts';
import { readLiveChange } from './live-line.ts';
import { createLiveStream, type Follower, type LiveStream } from './live-stream.ts';
import { startWatches, type Watches } from './watches.ts';

/** Live streams that a caller, and all of them together, may have open in this process. */
export const liveStreamsMax = { caller: 20, process: 2000 } as const;

/** A listener that lost its connection has it back within this time, or the database is down. */
const listenTimeoutMs = 5000;
const retryAfterSeconds = 5;

/** Tells callers of this process of changes in their organizations. */
export interface LiveStreams {
  /**
   * Opens a stream that is told of every change from now on.
   *
   * @throws {HubError} `quota_exceeded`; `service_unavailable` while changes cannot be listened for.
   */
  open(caller: Follower, lifeMs: number): Promise<LiveStream>;
  close(stream: LiveStream): void;
  count(): number;
  /** Ends all streams, and listens no more. */
  stop(): Promise<void>;
}

/**
 * Listens for changes once somebody follows them. A stream ends with the credential that it was opened by, when that or its
 * roles change, and when changes may have been missed: who opens it again reads everything again.
 *
 * @param deps.url Of the database.
 */
export function createLiveStreams(deps: {
  url: string;
  database: Database;
  clock: Clock;
  credentialListener: Pick<CredentialListener, 'onChange'>;
  onFailure: (error: unknown) => void;
}): LiveStreams {
  const { clock } = deps;
  const streams = new Set<LiveStream>();
  let listener: Listener | undefined;
  let watches: Watches | undefined;
  let up = Promise.withResolvers<void>();
  let isStopped = false;

  const endEach = (concerns: (stream: LiveStream) => boolean): void => {
    for (const stream of streams) if (concerns(stream)) stream.end();
  };
  deps.credentialListener.onChange((uuid) =>
    endEach(({ caller }) => uuid === undefined || listCredentials(caller).includes(uuid)),
  );

  const tell = (payload: string): void => {
    const change = readLiveChange(payload);
    if (change === undefined) return;
    for (const stream of streams) {
      const { orgId, accounts } = stream.caller;
      const reaches = accounts === undefined || accounts.includes(change.accountId ?? '');
      if (orgId === change.orgId && reaches) stream.push(change.line);
    }
  };

  const listen = (): Watches => {
    listener ??= openListener(deps.url, {
      role: 'hub_app',
      channel: 'hub_live',
      clock,
      onNotify: tell,
      onUp: () => up.resolve(),
      onDown: () => {
        up = Promise.withResolvers<void>();
        endEach(() => true);
      },
    });
    watches ??= startWatches(deps.database, () => [...streams].map(({ caller }) => caller.orgId), deps.onFailure);
    return watches;
  };

  const requireRoom = (caller: Follower): void => {
    const own = [...streams].filter((stream) => stream.caller.actor === caller.actor).length;
    if (own >= liveStreamsMax.caller) throw tooMany('The caller', liveStreamsMax.caller);
    if (streams.size >= liveStreamsMax.process) throw tooMany('This server', liveStreamsMax.process);
  };

  return {
    open: async (caller, lifeMs) => {
      if (isStopped) refuse();
      requireRoom(caller);
      const stream = createLiveStream(clock, caller, lifeMs);
      // Counted from here on: what opens meanwhile sees it.
      streams.add(stream);
      try {
        const { watch } = listen();
        await Promise.race([up.promise, clock.sleep(listenTimeoutMs).then(refuse)]);
        await watch(caller.orgId);
        return stream;
      } catch (error) {
        streams.delete(stream);
        throw error;
      }
    },
    close: (stream) => {
      stream.end();
      streams.delete(stream);
    },
    count: () => streams.size,
    stop: async () => {
      isStopped = true;
      endEach(() => true);
      await Promise.all([listener?.close(), watches?.stop()]);
    },
  };
}

/** UUIDs under which changes of what a caller holds are reported. */
function listCredentials({ session, userId, actor, orgId }: Follower): (string | undefined)[] {
  const [id = ''] = actor.split('|');
  return [
    session?.id,
    userId,
    orgId,
    ...(['apiKey', 'oauthClient', 'tokenIssuer'] as const).map((kind) => toUuid(kind, id)),
  ];
}

function refuse(): never {
  throw new HubError('service_unavailable', messages.liveUnavailable, { retryAfterSeconds });
}

function tooMany(who: string, limit: number): HubError {
  return new HubError('quota_exceeded', messages.liveStreamsTooMany({ who, limit }), {
    details: { quota: 'live_streams', limit },
    retryAfterSeconds,
  });
}
