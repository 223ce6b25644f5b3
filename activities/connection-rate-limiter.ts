import type { RateBucket, RateLimiter } from '../connectors/kit/session.ts';
import type { Clock } from '../core/clock.ts';
import { ConnectorError } from '../core/connector-error.ts';
import { type Database, withTenant } from '../drizzle/index.ts';

/** A wait that a call may do itself; a longer one is handed back to the run. */
const waitMaxMs = 5000;

/** A chunk is leased for about this long ahead, so that the database is asked a few times a second at most. */
const chunkMs = 500;

/**
 * The budget of calls of one connection, shared by every worker: calls are leased from Postgres in chunks.
 *
 * A chunk that a worker holds when it dies is lost to the others until the bucket refills: too few calls, never too many.
 */
export function createRateLimiter(
  deps: { database: Database; clock: Clock },
  connection: { orgId: string; connectionId: string; connectorId: string },
): RateLimiter {
  const { database, clock } = deps;
  const leased = new Map<string, number>();
  const pausedUntil = new Map<string, number>();

  const leasing = new Map<string, Promise<number>>();

  const leaseChunk = async (bucket: RateBucket): Promise<number> => {
    const chunk = Math.max(1, Math.floor((bucket.limit * chunkMs) / bucket.perMs));
    const answer = await leaseCalls(database, connection, bucket, chunk);
    leased.set(bucket.name, answer.granted);
    return answer.granted > 0 ? 0 : answer.waitMs;
  };

  /** Callers that find the chunk used up at the same time lease one together. */
  const lease = (bucket: RateBucket): Promise<number> => {
    const running = leasing.get(bucket.name) ?? leaseChunk(bucket).finally(() => leasing.delete(bucket.name));
    leasing.set(bucket.name, running);
    return running;
  };

  return {
    take: async (bucket, signal) => {
      const deadline = clock.monotonic() + waitMaxMs;
      for (;;) {
        let waitMs = (pausedUntil.get(bucket.name) ?? 0) - clock.monotonic();
        if (waitMs <= 0) {
          const left = leased.get(bucket.name) ?? 0;
          if (left > 0) {
            leased.set(bucket.name, left - 1);
            return;
          }
          waitMs = await lease(bucket);
          if (waitMs === 0) continue;
        }
        if (clock.monotonic() + waitMs > deadline) throw toRateLimited(connection.connectorId, waitMs);
        await clock.sleep(waitMs, signal);
      }
    },
    pause: (bucket, ms) => {
      pausedUntil.set(bucket, Math.max(pausedUntil.get(bucket) ?? 0, clock.monotonic() + ms));
      leased.delete(bucket);
      // The other workers learn it with their next lease; a lost note costs them one refused call.
      void pauseBucket(database, connection, bucket, ms).catch(() => undefined);
    },
  };
}

function toRateLimited(connectorId: string, waitMs: number): ConnectorError {
  return new ConnectorError('rate_limited', 'The call budget of this connection is used up for the moment.', {
    connectorId,
    operation: 'call',
    retryAfterMs: Math.ceil(waitMs),
  });
}

interface BucketOwner {
  orgId: string;
  connectionId: string;
}

/** Refills the bucket by the time that passed, and takes up to `want` calls out of it. */
async function leaseCalls(
  database: Database,
  { orgId, connectionId }: BucketOwner,
  { name, limit, perMs }: RateBucket,
  want: number,
): Promise<{ granted: number; waitMs: number }> {
  const full = limit * 1000;
  const perCallMs = perMs / limit;
  const [row] = await withTenant(database, orgId, ({ sql }) =>
    Promise.all([
      sql`
        insert into rate_budgets (org_id, connection_id, bucket, milli_tokens, refilled_at)
        values (${orgId}, ${connectionId}, ${name}, ${full}, clock_timestamp()) on conflict do nothing`,
      sql<{ granted: number; wait_ms: number }[]>`
        with filled as (
          select least(${full}, milli_tokens
              + floor(extract(epoch from clock_timestamp() - refilled_at) * 1000 * ${limit} * 1000 / ${perMs}))::bigint as tokens,
            greatest(extract(epoch from paused_until - clock_timestamp()) * 1000, 0)::float8 as pause_ms
          from rate_budgets where org_id = ${orgId} and connection_id = ${connectionId} and bucket = ${name} for update
        ), taken as (
          select tokens, coalesce(pause_ms, 0) as pause_ms,
            case when coalesce(pause_ms, 0) > 0 then 0 else least(${want}, tokens / 1000) end as calls
          from filled
        )
        update rate_budgets set milli_tokens = taken.tokens - taken.calls * 1000, refilled_at = clock_timestamp()
        from taken
        where org_id = ${orgId} and connection_id = ${connectionId} and bucket = ${name}
        returning taken.calls::int as granted, greatest(taken.pause_ms, ${perCallMs}::float8) as wait_ms`,
    ]).then(([, rows]) => rows),
  );
  return { granted: row?.granted ?? 0, waitMs: row?.wait_ms ?? perCallMs };
}

function pauseBucket(database: Database, { orgId, connectionId }: BucketOwner, bucket: string, ms: number) {
  return withTenant(
    database,
    orgId,
    ({ sql }) => sql`
      update rate_budgets set paused_until = greatest(paused_until, clock_timestamp() + ${ms} * interval '1 millisecond')
      where org_id = ${orgId} and connection_id = ${connectionId} and bucket = ${bucket}`,
  );
}
