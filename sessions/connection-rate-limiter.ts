import type { RateBucket, RateLimiter, VendorBudget } from '../connectors/drivers/shared/session.ts';
import type { Clock } from '../core/clock.ts';
import { ConnectorError } from '../core/connector-error.ts';
import { newUuid, toId } from '../core/ids.ts';
import type { WarningLog } from '../core/telemetry/log-fields.ts';
import type { Database } from '../drizzle/index.ts';
import { type BucketOwner, type CallGrant, leaseCalls, pauseBucket } from './rate-statements.ts';
import { messages } from '../core/messages.ts';

/** A wait that a call may do itself; a longer one is handed back to the run. */
const waitMaxMs = 5000;

/** A chunk is leased for about this long ahead, so that the database is asked a few times a second at most. */
const chunkMs = 500;

/** What is left of a chunk after this is not used any more. */
const chunkMaxMs = 5000;

/** How long others count its calls in flight: the last ones have ended by then. */
const holdMs = 15_000;

/** More than this is as good as no limit; the database counts in 32 bits. */
const leftMax = 1_000_000_000;

/**
 * The budget of calls of one connection, shared by every worker: calls are leased from Postgres in chunks, and what the
 * vendor reports as left is stored with the next lease.
 *
 * A chunk that a worker holds when it dies is lost to the others until the bucket refills: too few calls, never too many.
 */
export function createRateLimiter(
  deps: { database: Database; clock: Clock; log: WarningLog },
  connection: BucketOwner & { connectorId: string },
): RateLimiter {
  const { database, clock, log } = deps;
  const holder = newUuid();
  const states = new Map<string, BucketState>();

  const stateOf = (name: string): BucketState => {
    const state = states.get(name) ?? { calls: 0, sum: 0, others: 0, goodUntil: 0, underWay: 0, pausedUntil: 0 };
    states.set(name, state);
    return state;
  };

  const leaseChunk = async (bucket: RateBucket, state: BucketState): Promise<number> => {
    const want = Math.max(1, Math.floor((bucket.limit * chunkMs) / bucket.perMs));
    const askedAt = clock.monotonic();
    const { underWay, budget: last } = state;
    const budget = last === undefined ? undefined : { ...last, ageMs: askedAt - last.at };
    delete state.budget;
    const mine = { holder, want, underWay, forMs: holdMs, budget, before: state };
    const { waitMs, ...grant } = await leaseCalls(database, connection, bucket, mine);
    Object.assign(state, grant, { goodUntil: askedAt + chunkMaxMs });
    return grant.calls > 0 ? 0 : waitMs;
  };

  /** Callers that find the chunk used up at the same time lease one together. */
  const lease = (bucket: RateBucket, state: BucketState): Promise<number> =>
    (state.leasing ??= leaseChunk(bucket, state).finally(() => delete state.leasing));

  return {
    take: async (bucket, signal) => {
      const state = stateOf(bucket.name);
      const deadline = clock.monotonic() + waitMaxMs;
      for (;;) {
        const now = clock.monotonic();
        let waitMs = state.pausedUntil - now;
        if (waitMs <= 0) {
          if (state.calls > 0 && now < state.goodUntil) {
            begin(state);
            return;
          }
          waitMs = await lease(bucket, state);
          if (waitMs === 0) continue;
        }
        if (clock.monotonic() + waitMs > deadline) throw toRateLimited(connection.connectorId, waitMs);
        await clock.sleep(waitMs, signal);
      }
    },
    settle: (bucket, budget) => {
      const state = stateOf(bucket);
      state.underWay -= 1;
      // What comes while a lease is asked for may be older or newer than that.
      if (budget !== undefined && state.leasing === undefined) learn(state, budget, clock.monotonic());
    },
    pause: (bucket, ms) => {
      const state = stateOf(bucket);
      state.pausedUntil = Math.max(state.pausedUntil, clock.monotonic() + ms);
      state.calls = 0;
      // The other workers learn it with their next lease; a lost note costs them one refused call.
      pauseBucket(database, connection, bucket, ms).catch((error: unknown) => {
        const fields = { connection_id: toId('connection', connection.connectionId), bucket, error };
        log.warn(fields, 'pause of calls could not be shared with other workers');
      });
    },
  };
}

/** What one worker knows of a bucket: its last lease, and what happened since. Times are of its monotonic clock. */
interface BucketState extends Pick<CallGrant, 'sum' | 'others'> {
  /** Leased, and not begun. */
  calls: number;
  goodUntil: number;
  /** Begun, and not over. */
  underWay: number;
  pausedUntil: number;
  /** The budget that the vendor announced since, less what it may not have counted of this worker. */
  budget?: VendorBudget & { at: number };
  leasing?: Promise<number>;
}

function begin(state: BucketState): void {
  state.calls -= 1;
  state.underWay += 1;
  if (state.budget !== undefined) state.budget.left -= 1;
}

/** An answer may not count the calls that are still under way. */
function learn(state: BucketState, { left, forMs }: VendorBudget, at: number): void {
  state.budget = { left: Math.min(Math.floor(left), leftMax) - state.underWay, forMs, at };
}

function toRateLimited(connectorId: string, waitMs: number): ConnectorError {
  return new ConnectorError('rate_limited', messages.rateLimitExhausted, {
    connectorId,
    operation: 'call',
    retryAfterMs: Math.ceil(waitMs),
  });
}
