import { runPriorities } from '../../../core/run-priorities.ts';
import type { Pipeline } from '../../../drizzle/client.ts';
import { enqueueEach } from '../../../drizzle/enqueue.ts';
import type { runs } from '../../../drizzle/schema/index.ts';
import type { Row } from '../../shared/rows.ts';
import { nextHookBegin } from './pace.ts';

/**
 * Gives the slot of an integration to the queued run of the first priority, the oldest of these, and enqueues its start. One that
 * was woken goes before all others; one that events asked for and that is not to begin yet comes after them.
 *
 * Call it under `lockQueue`, in the transaction that ended the run before. Does nothing while a run has the slot, and
 * when none waits; so calling it once too often is harmless.
 *
 * While the integration cools down, or such a run is not to begin yet, the message waits.
 *
 * @returns the UUID of the run that has the slot now.
 */
export async function promoteNext(tx: Pipeline, orgId: string, integrationId: string): Promise<string | undefined> {
  // One statement, so that it can stand in a transaction that is sent whole.
  const { sql } = tx;
  const [next] = await sql<Row<typeof runs, 'id'>[]>`
    with hook as materialized (
      select ${nextHookBegin(tx, orgId, integrationId)} as begins_at
    ), next as (
      update runs set admitted_at = now(), updated_at = now()
      where org_id = ${orgId} and id = (
          select id from runs
          where org_id = ${orgId} and integration_id = ${integrationId} and admitted_at is null and status = 'queued'
          order by trigger = 'webhook' and wakes = 0 and (select begins_at > clock_timestamp() from hook) is true, wakes = 0,
            (${JSON.stringify(runPriorities)}::text::jsonb ->> trigger)::int, id
          limit 1
        )
        and not exists (
          select 1 from runs as holder
          where holder.org_id = ${orgId} and holder.integration_id = ${integrationId}
            and holder.admitted_at is not null and holder.status in ('queued', 'running', 'canceling')
        )
      returning id, trigger, wakes
    ), enqueued as (
      ${enqueueEach(tx, {
        orgId,
        kind: 'run.start',
        payload: { run_id: sql`id`, integration_id: sql`${integrationId}::uuid` },
        availableAt: sql`greatest(
          clock_timestamp(),
          (select cools_until from integrations where org_id = ${orgId} and id = ${integrationId}),
          case when trigger = 'webhook' and wakes = 0 then (select begins_at from hook) end
        )`,
        from: sql`next`,
      })}
    )
    select id from next`.execute();
  return next?.id;
}
