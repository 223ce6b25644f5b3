import type { OperationOutcome } from '../../core/enums.ts';
import type { Pipeline } from '../../drizzle/index.ts';
import type { OperationAddress } from './load-operation.ts';

/** What became of an operation. */
export type OperationEnd =
  | { status: 'succeeded'; outcome: OperationOutcome; targetId: string | undefined }
  | { status: 'failed' | 'unknown'; error: OperationError };

export interface OperationError {
  code: string;
  message: string;
  field?: string | undefined;
}

export interface LeaseSqlRow {
  taken: boolean;
  ended: boolean;
  epoch: number;
  in_doubt: boolean;
  /** Of the other holder's lease, in milliseconds. */
  rest_ms: number;
}

/** Takes the lease of an operation where it is free. What may be sent under it is in doubt until it is given back. */
export function takeLease({ sql }: Pipeline, { orgId, id }: OperationAddress, leaseMs: number) {
  return sql<LeaseSqlRow[]>`
    with before as (
      select lease_epoch, lease_until, in_doubt, ended_at from operations
      where org_id = ${orgId} and id = ${id} for update
    ), taken as (
      update operations set lease_epoch = operations.lease_epoch + 1, status = 'running', in_doubt = true,
        attempts = attempts + 1, lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      from before
      where org_id = ${orgId} and id = ${id} and before.ended_at is null
        and (before.lease_until is null or before.lease_until <= clock_timestamp())
      returning operations.lease_epoch
    )
    select taken.lease_epoch is not null as taken, before.ended_at is not null as ended,
      coalesce(taken.lease_epoch, before.lease_epoch) as epoch, before.in_doubt,
      coalesce(extract(epoch from before.lease_until - clock_timestamp()), 0)::float8 * 1000 as rest_ms
    from before left join taken on true`.execute();
}

/** Prolongs the lease, where it is still held. */
export function renewLease(
  { sql }: Pipeline,
  { orgId, id }: OperationAddress,
  { epoch, leaseMs }: { epoch: number; leaseMs: number },
) {
  return sql`
    update operations set lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    where org_id = ${orgId} and id = ${id} and ${isHeld(sql, epoch)} and ended_at is null returning 1`.execute();
}

/** Gives the lease back. @param inDoubt Something was sent, and nobody knows what became of it. */
export function releaseLease(
  { sql }: Pipeline,
  { orgId, id }: OperationAddress,
  { epoch, inDoubt }: { epoch: number; inDoubt: boolean },
) {
  return sql`
    update operations set lease_until = null, in_doubt = ${inDoubt}
    where org_id = ${orgId} and id = ${id} and ${isHeld(sql, epoch)} and ended_at is null`.execute();
}

/** Marks the write before it is sent, for a target. */
export function markOperation(
  { sql }: Pipeline,
  { orgId, id }: OperationAddress,
  { epoch, fingerprint }: { epoch: number; fingerprint: string },
) {
  return sql`
    update operations set marked_at = clock_timestamp(), fingerprint = ${fingerprint}
    where org_id = ${orgId} and id = ${id} and ${isHeld(sql, epoch)} and ended_at is null returning 1`.execute();
}

/** Takes the mark away: it is known that the write was not carried out, or may be sent anew. */
export function unmarkOperation({ sql }: Pipeline, { orgId, id }: OperationAddress, epoch: number) {
  return sql`
    update operations set marked_at = null
    where org_id = ${orgId} and id = ${id} and ${isHeld(sql, epoch)} and ended_at is null returning 1`.execute();
}

export interface MarkSqlRow {
  fingerprint: string;
  age_ms: number;
}

export function selectMark({ sql }: Pipeline, { orgId, id }: OperationAddress) {
  return sql<MarkSqlRow[]>`
    select coalesce(fingerprint, '') as fingerprint,
      extract(epoch from clock_timestamp() - marked_at)::float8 * 1000 as age_ms
    from operations where org_id = ${orgId} and id = ${id} and marked_at is not null and ended_at is null`.execute();
}

/** Ends an operation under its lease. Its input is not needed any more. */
export function endOperation({ sql }: Pipeline, { orgId, id }: OperationAddress, epoch: number, end: OperationEnd) {
  const [outcome, targetId, error] =
    end.status === 'succeeded' ? [end.outcome, end.targetId ?? null, null] : [null, null, JSON.stringify(end.error)];
  return sql`
    update operations set status = ${end.status}, outcome = ${outcome}, target_id = ${targetId},
      error = ${error}::jsonb, sealed = null, marked_at = null, in_doubt = false, lease_until = null,
      ended_at = clock_timestamp()
    where org_id = ${orgId} and id = ${id} and ${isHeld(sql, epoch)} and ended_at is null returning 1`.execute();
}

/** When an operation is given up that cannot be carried out now. `not sent`: unless it may have been sent. */
export type GiveUp = 'never' | 'not sent' | 'always';

/**
 * Lets an operation wait for its next attempt, or gives it up: what was not sent has failed; of what may have been sent, the
 * outcome is unknown. Does nothing once another worker took it up.
 *
 * @param epoch Of the last lease that is known.
 */
export function postponeOperation(
  { sql }: Pipeline,
  { orgId, id }: OperationAddress,
  {
    epoch,
    waitMs,
    error,
    giveUp,
  }: { epoch: number; waitMs: number; error: OperationError | undefined; giveUp: GiveUp },
) {
  const isGivenUp = sql`(${giveUp === 'always'} or (${giveUp === 'not sent'} and not in_doubt))`;
  return sql`
    update operations set error = ${error === undefined ? null : JSON.stringify(error)}::jsonb,
      next_try_at = clock_timestamp() + ${waitMs} * interval '1 millisecond',
      status = case when not ${isGivenUp} then 'queued' when in_doubt then 'unknown' else 'failed' end,
      ended_at = case when ${isGivenUp} then clock_timestamp() end,
      sealed = case when ${isGivenUp} then null else sealed end
    where org_id = ${orgId} and id = ${id} and lease_epoch = ${epoch} and ended_at is null`.execute();
}

function isHeld(sql: Pipeline['sql'], epoch: number) {
  return sql`lease_epoch = ${epoch} and lease_until > clock_timestamp()`;
}
