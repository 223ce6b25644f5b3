import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../drizzle/client.ts';
import { askDatabase } from '../shared/transaction.ts';

/** How many requests something may make: evenly over the minute, and some at once. */
export interface RequestLimit {
  /** `key:<uuid>`, `org:<uuid>` or `ip:<address>`. */
  bucket: string;
  perMinute: number;
  burst: number;
}

/** Where a limit stands after a request. */
export interface Standing {
  allowed: boolean;
  /** Requests that may follow at once. */
  remaining: number;
  /** Until as many as `burst` may be made at once again; of a refused request, until the next may be made. */
  resetSeconds: number;
}

/** Counts requests against limits that all API processes share. */
export interface RequestLimiter {
  /** @throws {HubError} `service_unavailable` when the database does not answer. */
  take(limit: RequestLimit): Promise<Standing>;
}

/** Of a full bucket, a process takes this part at once, so that most requests need no query. */
const chunkPart = 10;
/** Unused shares are dropped after this: the bucket has filled meanwhile. */
const staleMs = 10_000;
const rememberedMax = 20_000;

/**
 * Makes a limiter that takes from the shared buckets in chunks (`hub_take_requests`, which fill evenly like GCRA) and
 * fetches the next chunk while the last one is used up.
 *
 * A bucket that was empty is not asked again before it can hold a request.
 */
export function createRequestLimiter({ database, clock }: { database: Database; clock: Clock }): RequestLimiter {
  const shares = new Map<string, Share>();

  const fetchChunk = async (share: Share, { bucket, perMinute, burst }: RequestLimit): Promise<void> => {
    const wanted = Math.max(1, Math.floor(burst / chunkPart));
    const [row] = await askDatabase(
      async () =>
        await database.sql<{ granted: number; left_milli: number }[]>`
        select * from hub_take_requests(${bucket}, ${perMinute}, ${burst}, ${wanted})`,
    );
    const { granted = 0, left_milli: leftMilli = 0 } = row ?? {};
    share.granted += granted;
    share.left = leftMilli / 1000;
    share.fetchedAt = clock.monotonic();
    if (granted === 0) share.emptyUntil = share.fetchedAt + ((1 - share.left) * 60_000) / perMinute;
  };

  const fetchOnce = (share: Share, limit: RequestLimit): Promise<void> => {
    share.fetching ??= fetchChunk(share, limit).finally(() => (share.fetching = undefined));
    return share.fetching;
  };

  const shareOf = (bucket: string): Share => {
    const known = shares.get(bucket);
    if (known !== undefined && clock.monotonic() - known.fetchedAt < staleMs) return known;
    if (shares.size >= rememberedMax) shares.clear();
    const share: Share = {
      granted: 0,
      left: 0,
      fetchedAt: clock.monotonic(),
      emptyUntil: 0,
      fetching: known?.fetching,
    };
    shares.set(bucket, share);
    return share;
  };

  return {
    take: async (limit) => {
      const share = shareOf(limit.bucket);
      // Several may wait for one chunk that does not serve them all.
      while (share.granted < 1 && clock.monotonic() >= share.emptyUntil) await fetchOnce(share, limit);
      if (share.granted < 1) {
        const waitMs = Math.max(share.emptyUntil - clock.monotonic(), 0);
        return { allowed: false, remaining: 0, resetSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
      }
      share.granted -= 1;
      if (share.granted < limit.burst / chunkPart / 2 && share.left >= 1) {
        // A chunk that does not come is asked for again by the request that needs it.
        fetchOnce(share, limit).catch(() => undefined);
      }
      const remaining = Math.min(limit.burst, Math.floor(share.granted + share.left));
      return { allowed: true, remaining, resetSeconds: Math.ceil(((limit.burst - remaining) * 60) / limit.perMinute) };
    },
  };
}

/** What a process holds of a bucket. */
interface Share {
  granted: number;
  /** What was left in the bucket when a chunk was taken last. */
  left: number;
  fetchedAt: number;
  /** The bucket holds no request before this, by the monotonic clock. */
  emptyUntil: number;
  fetching: Promise<void> | undefined;
}
