import type { Database } from '../drizzle/index.ts';

/** How long is kept what the operator decides about. */
export interface Retention {
  /** Logs of runs. Days, at least 1. */
  runLogDays: number;
}

/** Rows of each kind that one pass throws away; what is left goes with the next ones. */
const batchSize = 1000;

/**
 * Throws away what is past its time, of every tenant. Row-level security says what that may be (migrations
 * `contract_rules`, `token_rules`, `event_rules`, `audit_chain_rules` and `hook_rules`): a statement that asked for more would find
 * nothing more.
 *
 * Safe beside other sweepers, and when it ends half-way.
 *
 * @param database As `hub_relay`.
 */
export async function purge({ sql }: Database, { runLogDays }: Retention): Promise<void> {
  await purgeCredentials({ sql });
  await purgeRunLogs({ sql }, runLogDays);
  await sql`
    delete from connection_requests where (org_id, id) in (
      select org_id, id from connection_requests
      where created_at < now() - interval '10 minutes' order by created_at limit ${batchSize}
    )`;
  // These roles may see when a row was made and not which it is: the oldest ones go together, whatever they are.
  await sql`
    delete from idempotency_keys where created_at <= (
      select max(created_at) from (
        select created_at from idempotency_keys
        where created_at < now() - interval '24 hours' order by created_at limit ${batchSize}
      ) as oldest
    )`;
  await sql`
    delete from spent_tokens where expires_at <= (
      select max(expires_at) from (
        select expires_at from spent_tokens where expires_at < now() order by expires_at limit ${batchSize}
      ) as oldest
    )`;
  await sql`
    delete from connection_authorizations where expires_at <= (
      select max(expires_at) from (
        select expires_at from connection_authorizations where expires_at < now() order by expires_at limit ${batchSize}
      ) as oldest
    )`;
  // Deliveries and attempts go with their events.
  await sql`
    delete from events where occurred_at <= (
      select max(occurred_at) from (
        select occurred_at from events where occurred_at < now() - interval '30 days' order by occurred_at limit ${batchSize}
      ) as oldest
    )`;
  await sql`
    update webhook_endpoints set previous_sealed = null, previous_expires_at = null where previous_expires_at < now()`;
  await sql`
    delete from hook_events where received_at <= (
      select max(received_at) from (
        select received_at from hook_events
        where received_at < now() - interval '30 days' order by received_at limit ${batchSize}
      ) as oldest
    )`;
  await sql`update hooks set previous_sealed = null, previous_expires_at = null where previous_expires_at < now()`;
  await sql`
    delete from request_buckets where bucket in (
      select bucket from request_buckets
      where refilled_at < now() - interval '1 hour' order by refilled_at limit ${batchSize}
    )`;
}

/** What was written to the logs of runs so long ago, the oldest first. */
async function purgeRunLogs({ sql }: Pick<Database, 'sql'>, days: number): Promise<void> {
  await sql`
    delete from run_logs where (org_id, id) in (
      select org_id, id from run_logs
      where created_at < now() - ${days} * interval '1 day' order by created_at limit ${batchSize}
    )`;
}

/** Credentials that nobody may go back to any more: all of a connection but those in use; of a deleted one, all. */
async function purgeCredentials({ sql }: Pick<Database, 'sql'>): Promise<void> {
  await sql`
    with due as (
      select org_id, id, credential_version, deleted_at from connections
      where rollback_until < now() order by rollback_until limit ${batchSize} for update skip locked
    ), gone as (
      delete from connection_credentials as k using due
      where k.org_id = due.org_id and k.connection_id = due.id
        and (k.version <> due.credential_version or due.deleted_at is not null)
    )
    update connections set previous_credential_version = null, rollback_until = null
    from due where connections.org_id = due.org_id and connections.id = due.id`;
}
