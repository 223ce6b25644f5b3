import type { Counters } from '../../core/pure/counters.ts';
import { type Database, type Pipeline, withTenantPipelined } from '../../drizzle/index.ts';
import type { RunAddress } from '../load/load-run.ts';

/**
 * Looks whether a run has nothing left to do, so that its end costs no look at its items under the lease.
 *
 * @returns its counters, or `undefined` where an item has not ended or failed, or a payload came.
 */
export async function findEnd(database: Database, address: RunAddress): Promise<Counters | undefined> {
  return withTenantPipelined(database, address.orgId, (tx) => selectEnd(tx, address));
}

/** The same in a transaction, behind what that does. */
export async function selectEnd(tx: Pipeline, address: RunAddress): Promise<Counters | undefined> {
  const { orgId, runId } = address;
  const [counters] = await tx.sql<Counters[]>`
    select read, created, updated, deleted, skipped, failed, deduplicated, filtered from runs
    where org_id = ${orgId} and id = ${runId} and ${isDone(tx, address)}`.execute();
  return counters;
}

/** Whether a run has nothing left to do, as a condition of its row. */
export function isDone({ sql }: Pipeline, { orgId, integrationId, runId }: RunAddress) {
  return sql`
    status = 'running' and failed = 0 and not exists (
      select 1 from items where org_id = ${orgId} and integration_id = ${integrationId} and run_id = ${runId}
        and status in ('proposed', 'ready', 'parked', 'held')
    )
    and not exists (select 1 from inbox where org_id = ${orgId} and integration_id = ${integrationId} and due_at is null)`;
}
