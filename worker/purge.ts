import type { Database } from '../drizzle/index.ts';
import { type Loop, startLoop } from '../core/loop.ts';
import { purgeDeletedIntegrations } from './purge-deleted-integrations.ts';
import { purgeItems } from './purge-items.ts';
import { purgeRuns } from './purge-runs.ts';

/** How long is kept what the operator decides about. */
export interface Retention {
  /** Ended runs, with their failed records. Days, at least 1. */
  runDays: number;
  /** Logs of runs. Days, at least 1. */
  runLogDays: number;
}

const purgeEveryMs = 60_000;

/** Rows of each kind that one pass deletes; the next passes delete the rest. */
const batchSize = 1000;

/** Deletes expired rows: pass after pass while there are more, then once a minute. */
export function startPurger({
  relayDatabase,
  retention,
  onError,
}: {
  /** As `hub_relay`. */
  relayDatabase: Database;
  retention: Retention;
  onError: (error: unknown) => void;
}): Loop {
  return startLoop(() => purge(relayDatabase, retention), { everyMs: purgeEveryMs, onError });
}

/**
 * Deletes expired rows of every tenant. Row-level security decides which those are (migrations
 * `contract_rules`, `token_rules`, `event_rules`, `audit_chain_rules`, `hook_rules`, `retention_rules`, `item_rules`,
 * `people_rules`, `integration_draft_rules`, `sign_in_rules`, `sso_test_rules`, `reset_link_rules`, `operation_rules`, `notification_rules`
 * and `withheld_change_rules`): a statement that asked for more would find nothing more.
 *
 * Safe beside other purgers, and when it ends half-way. A failure to delete one kind does not prevent the others.
 *
 * @param database As `hub_relay`.
 * @returns Whether another pass would find more.
 * @throws {AggregateError} at its end: why some rows could not be deleted.
 */
export async function purge(database: Database, retention: Retention): Promise<'more' | 'idle'> {
  const failures: unknown[] = [];
  let most = 0;
  for (const purgeKind of listPurges(database, retention)) {
    try {
      most = Math.max(most, await purgeKind());
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Failed to purge some expired rows.');
  return most < batchSize ? 'idle' : 'more';
}

/** Each says how many rows it took away, of the table of which they were most. */
function listPurges({ sql }: Database, { runDays, runLogDays }: Retention): (() => Promise<number>)[] {
  const minute = 60;
  const day = 24 * 60 * minute;
  return [
    () => purgeCredentials(sql),
    () => purgeSecrets(sql),
    () => purgeRuns(sql, { days: runDays, limit: batchSize }),
    () => purgeItems(sql, { days: runDays, limit: batchSize }),
    () => purgeDeletedIntegrations(sql, batchSize),
    () => purgeOldest(sql, 'schedule_ticks', 'created_at', runDays * day),
    () => purgeOldest(sql, 'operations', 'ended_at', runDays * day),
    () => purgeOldest(sql, 'run_logs', 'created_at', runLogDays * day),
    () => purgeOldest(sql, 'connection_requests', 'created_at', 10 * minute),
    () => purgeOldest(sql, 'connection_authorizations', 'expires_at', 0),
    () => purgeOldest(sql, 'idempotency_keys', 'created_at', day),
    () => purgeOldest(sql, 'spent_tokens', 'expires_at', 0),
    () => purgeOldest(sql, 'spent_assertions', 'expires_at', 0),
    () => purgeOldest(sql, 'sso_tests', 'expires_at', 0),
    () => purgeOldest(sql, 'user_sessions', 'expires_at', 0),
    () => purgeOldest(sql, 'reset_links', 'expires_at', 0),
    () => purgeOldest(sql, 'integration_drafts', 'updated_at', 30 * day),
    () => purgeOldest(sql, 'invitations', 'expires_at', 30 * day),
    () => purgeOldest(sql, 'connection_links', 'expires_at', 30 * day),
    () => purgeOldest(sql, 'approval_delegations', 'ends_at', 30 * day),
    () => purgeOldest(sql, 'run_stats', 'hour', 400 * day),
    () => purgeOldest(sql, 'request_buckets', 'refilled_at', 60 * minute),
    // Deliveries and attempts go with their events.
    () => purgeOldest(sql, 'events', 'occurred_at', 30 * day),
    () => purgeOldest(sql, 'problems', 'notified_at', 90 * day),
    () => purgeOldest(sql, 'hook_events', 'received_at', 30 * day),
  ];
}

/** The role may see when some rows were made and not which they are: the oldest go together, whatever they are. */
async function purgeOldest(sql: Database['sql'], table: string, time: string, seconds: number): Promise<number> {
  const { count } = await sql`
    delete from ${sql(table)} where ${sql(time)} <= (
      select max(${sql(time)}) from (
        select ${sql(time)} from ${sql(table)}
        where ${sql(time)} < now() - ${seconds} * interval '1 second' order by ${sql(time)} limit ${batchSize}
      ) as oldest
    )`;
  return count;
}

/** Credentials that can no longer be restored: all of a connection but those in use; of a deleted one, all. */
async function purgeCredentials(sql: Database['sql']): Promise<number> {
  const { count } = await sql`
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
  return count;
}

/** Secrets of webhooks whose overlap is over: all at once, since few are rotated in a minute. */
async function purgeSecrets(sql: Database['sql']): Promise<number> {
  for (const table of ['webhook_endpoints', 'hooks']) {
    await sql`
      update ${sql(table)} set previous_sealed = null, previous_expires_at = null where previous_expires_at < now()`;
  }
  return 0;
}
