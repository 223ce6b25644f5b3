import type { RateBucket, VendorBudget } from '../connectors/drivers/shared/session.ts';
import { type Database, withTenant } from '../drizzle/index.ts';

export interface BucketOwner {
  orgId: string;
  connectionId: string;
}

/** What a worker asks of a bucket, and what it knows of it. */
export interface CallLease {
  /** Who asks, among those that share the bucket. */
  holder: string;
  want: number;
  /** Calls that the holder began and that are not over. */
  underWay: number;
  /** How long the others count with what it is given. */
  forMs: number;
  /** The budget that the vendor announced to the holder since its previous lease, `ageMs` ago, less what it may not have counted of its own. */
  budget: (VendorBudget & { ageMs: number }) | undefined;
  /** Of the holder's lease before. */
  before: Pick<CallGrant, 'sum' | 'others'>;
}

export interface CallGrant {
  /** Calls to use. */
  calls: number;
  /** Where there are none: when to ask again. */
  waitMs: number;
  /** All calls leased so far, by anybody. */
  sum: number;
  /** What the others may have on its way. */
  others: number;
}

/** A vendor that does not say when to retry is called again after this. */
const budgetDefaultMs = 2000;

/** Where the vendor's budget is nearly used up, the responses of short calls show how much of it is left. */
const askAgainMs = 100;

/**
 * Refills the bucket by the time that passed, and takes up to `want` calls out of it.
 *
 * Where several share the bucket, all that they have on its way together stays within what the vendor says is left. What
 * it told one of them counts less what the others may have had on its way then: what they held at that one's lease before,
 * and all that was leased since. So it does not matter how late it is told here. Near the end each gets a part of what is
 * left; and when no calls are in flight, one call, whose response shows more.
 */
export async function leaseCalls(
  database: Database,
  { orgId, connectionId }: BucketOwner,
  { name, limit, perMs }: RateBucket,
  { holder, want, underWay, forMs, budget, before }: CallLease,
): Promise<CallGrant> {
  const full = limit * 1000;
  const perCallMs = perMs / limit;
  const left = budget === undefined ? null : budget.left - before.others;
  const validMs = budget === undefined ? 0 : (budget.forMs ?? budgetDefaultMs) - budget.ageMs;
  const [row] = await withTenant(database, orgId, ({ sql }) =>
    Promise.all([
      sql`
        insert into rate_budgets (org_id, connection_id, bucket, milli_tokens, refilled_at)
        values (${orgId}, ${connectionId}, ${name}, ${full}, clock_timestamp()) on conflict do nothing`,
      sql<GrantRow[]>`
        with found as (
          select *, clock_timestamp() as now from rate_budgets
          where org_id = ${orgId} and connection_id = ${connectionId} and bucket = ${name} for update
        ), filled as (
          select now, granted, extract(epoch from now) * 1000 as now_ms,
            least(${full}, milli_tokens
              + floor(extract(epoch from now - refilled_at) * 1000 * ${limit} * 1000 / ${perMs}))::bigint as tokens,
            coalesce(greatest(extract(epoch from paused_until - now) * 1000, 0), 0)::float8 as pause_ms,
            case when ${left}::int is not null and ${validMs}::float8 > 0 then ${left}::int - (granted - ${before.sum})::int
              when left_until > now then left_calls end as left_calls,
            case when ${left}::int is not null and ${validMs}::float8 > 0
              then now + ${validMs}::float8 * interval '1 millisecond' else left_until end as left_until
          from found
        ), others as (
          select coalesce(jsonb_object_agg(entry.key, entry.value), '{}') as entries, count(*)::int as many,
            coalesce(sum((entry.value ->> 'calls')::int), 0)::int as held
          from found, jsonb_each(found.holders) as entry
          where entry.key <> ${holder} and (entry.value ->> 'until')::float8 > extract(epoch from found.now) * 1000
        ), taken as (
          select *, case when pause_ms > 0 then 0 else least(${want}, tokens / 1000,
            -- One alone knows better what it has on its way.
            case when many = 0 then null
              when left_calls > 0 then greatest(left_calls / (2 * (many + 1)), 1)
              when left_calls <= 0 then (held + ${underWay}::int = 0)::int
              -- A new window, of which nobody knows yet how much of it is left by what is on its way.
              when left_until is not null then greatest(${want}::int / (2 * (many + 1)), 1) end) end::int as calls
          from filled, others
        )
        update rate_budgets set milli_tokens = taken.tokens - taken.calls * 1000, refilled_at = taken.now,
          granted = taken.granted + taken.calls, left_calls = taken.left_calls - taken.calls, left_until = taken.left_until,
          holders = taken.entries || jsonb_build_object(${holder}::text,
            jsonb_build_object('calls', taken.calls + ${underWay}::int, 'until', taken.now_ms + ${forMs}::float8))
        from taken
        where org_id = ${orgId} and connection_id = ${connectionId} and bucket = ${name}
        returning taken.calls, taken.held as others, rate_budgets.granted::float8 as sum,
          greatest(taken.pause_ms, ${perCallMs}::float8, case when taken.left_calls <= 0 then ${askAgainMs}::float8 end) as wait_ms`,
    ]).then(([, rows]) => rows),
  );
  if (row === undefined) return { calls: 0, waitMs: perCallMs, ...before };
  const { calls, sum, others, wait_ms: waitMs } = row;
  return { calls, waitMs, sum, others };
}

type GrantRow = Pick<CallGrant, 'calls' | 'sum' | 'others'> & { wait_ms: number };

export function pauseBucket(
  database: Database,
  { orgId, connectionId }: BucketOwner,
  bucket: string,
  ms: number,
): Promise<unknown> {
  return withTenant(
    database,
    orgId,
    ({ sql }) => sql`
      update rate_budgets set paused_until = greatest(paused_until, clock_timestamp() + ${ms} * interval '1 millisecond')
      where org_id = ${orgId} and connection_id = ${connectionId} and bucket = ${bucket}`,
  );
}
