import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallIncident, RateLimiter, SessionContext } from '../connectors/drivers/shared/session.ts';
import type { Clock } from '../core/clock.ts';
import type { JsonObject } from '../core/json.ts';
import type { RunLogEntry } from '../core/runs/run-log-entry.ts';
import { messages } from '../core/messages.ts';

/** Less than this in a segment is ordinary pacing of calls and not worth an entry. */
const pacingNotedMs = 5000;

/** Entries of one segment. */
const entriesMax = 20;

/** The segment at work: sessions are shared by runs, so a call's trouble is counted for the segment that made the call. */
const atWork = new AsyncLocalStorage<{ incidents: CallIncidents; operation?: string }>();

type Kind = 'ids_missing' | 'calls_throttled' | 'calls_failed' | 'rate_limit_waited';

interface Tally {
  kind: Kind;
  connector: string;
  operation: string | undefined;
  statuses: Record<string, number>;
  unanswered: number;
  calls: number;
  idPath: string | undefined;
  repeated: number;
  retryAfterMs: number | undefined;
  /** Waits that go on; those at the same time count once. */
  waiting: number;
  waitingSince: number;
  waitedMs: number;
}

/** Counts what kept the calls of one segment from their results, by operation and kind: never one entry a call. */
export class CallIncidents {
  readonly #clock: Clock;
  readonly #tallies = new Map<string, Tally>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Does a segment's work; what its calls meet is counted here. */
  collect<T>(work: () => Promise<T>): Promise<T> {
    return atWork.run({ incidents: this }, work);
  }

  get(kind: Kind, connector: string, operation: string | undefined): Tally {
    const key = JSON.stringify([connector, operation, kind]);
    const none = { statuses: {}, unanswered: 0, calls: 0, idPath: undefined, repeated: 0, retryAfterMs: undefined };
    const unwaited = { waiting: 0, waitingSince: 0, waitedMs: 0 };
    const tally = this.#tallies.get(key) ?? { kind, connector, operation, ...none, ...unwaited };
    this.#tallies.set(key, tally);
    return tally;
  }

  /** Begins a wait. @returns a function to call when it is over. */
  wait(tally: Tally): () => void {
    if (tally.waiting === 0) tally.waitingSince = this.#clock.monotonic();
    tally.waiting += 1;
    return () => {
      tally.waiting -= 1;
      if (tally.waiting === 0) tally.waitedMs += this.#clock.monotonic() - tally.waitingSince;
    };
  }

  /** Entries for the run's log; none where calls went as they should. */
  toEntries(): RunLogEntry[] {
    return [...this.#tallies.values()]
      .filter(({ kind, waitedMs }) => kind !== 'rate_limit_waited' || waitedMs > pacingNotedMs)
      .slice(0, entriesMax)
      .map(toEntry);
  }
}

function toEntry({ kind, connector, operation, ...tally }: Tally): RunLogEntry {
  const place = { connector, ...(operation === undefined ? {} : { operation }) };
  const waited = { waited_ms: Math.round(tally.waitedMs) };
  if (kind === 'ids_missing') {
    const { calls, idPath = '' } = tally;
    const message = messages.idsMissing({ calls, path: idPath });
    return { level: 'warn', code: kind, message, details: { ...place, calls, id_path: idPath }, leavesRoom: true };
  }
  const { level, message } = texts[kind];
  const details: JsonObject =
    kind === 'rate_limit_waited'
      ? { ...place, calls: tally.calls, ...waited }
      : {
          ...place,
          ...(Object.keys(tally.statuses).length === 0 ? {} : { statuses: tally.statuses }),
          ...(tally.unanswered === 0 ? {} : { unanswered: tally.unanswered }),
          repeated: tally.repeated,
          ...waited,
          ...(tally.retryAfterMs === undefined ? {} : { retry_after_ms: Math.ceil(tally.retryAfterMs) }),
        };
  return { level, code: kind, message, details, leavesRoom: true };
}

const texts: Readonly<Record<Exclude<Kind, 'ids_missing'>, Pick<RunLogEntry, 'level' | 'message'>>> = {
  calls_throttled: { level: 'warn', message: messages.callsThrottled },
  calls_failed: { level: 'warn', message: messages.callsFailed },
  rate_limit_waited: {
    level: 'info',
    message: messages.callsWaited,
  },
};

/** Attributes the calls of the current segment to an operation. */
export function nameOperation<T>(operation: string, work: () => Promise<T>): Promise<T> {
  const segment = atWork.getStore();
  return segment === undefined ? work() : atWork.run({ ...segment, operation }, work);
}

/** Lets the calls of a session tell whichever segment makes them what keeps them from their results. */
export function watchIncidents<Session extends Pick<SessionContext, 'limiter' | 'reportIncident'>>(
  connector: string,
  session: Session,
): Session {
  return {
    ...session,
    limiter: watchTurns(connector, session.limiter),
    reportIncident: (incident: CallIncident) => {
      const segment = atWork.getStore();
      if (segment === undefined) return () => undefined;
      const { incidents } = segment;
      const operation = incident.operation ?? segment.operation;
      if (incident.idMissingAt !== undefined) {
        const missing = incidents.get('ids_missing', connector, operation);
        missing.calls += 1;
        missing.idPath = incident.idMissingAt;
        return () => undefined;
      }
      const tally = incidents.get(incident.throttled ? 'calls_throttled' : 'calls_failed', connector, operation);
      const { status, retryAfterMs } = incident;
      if (incident.isWait !== true && status === undefined) tally.unanswered += 1;
      else if (status !== undefined) tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      if (retryAfterMs !== undefined) tally.retryAfterMs = Math.max(tally.retryAfterMs ?? 0, retryAfterMs);
      if (!incident.repeated) return () => undefined;
      tally.repeated += 1;
      return incidents.wait(tally);
    },
  };
}

function watchTurns(connector: string, limiter: RateLimiter): RateLimiter {
  return {
    ...limiter,
    take: async (bucket, signal) => {
      const segment = atWork.getStore();
      if (segment === undefined) return limiter.take(bucket, signal);
      const tally = segment.incidents.get('rate_limit_waited', connector, segment.operation);
      tally.calls += 1;
      const over = segment.incidents.wait(tally);
      try {
        await limiter.take(bucket, signal);
      } finally {
        over();
      }
    },
  };
}
