import type { Pipeline } from '../../drizzle/client.ts';
import { enqueueEach } from '../../drizzle/enqueue.ts';
import type { runs } from '../../drizzle/schema/index.ts';
import type { Row } from '../rows.ts';
import { nextHookBegin } from './pace.ts';

/**
 * Takes the lock under which an integration's runs change their turn, for the rest of the transaction.
 *
 * Whoever admits, ends or cancels a run takes it before touching a run row: a run that ends and one that arrives would
 * otherwise not see each other, and the second would wait for ever. It does not hinder the foreign keys of checkpoints.
 */
export function lockTurn(tx: Pipeline, orgId: string, integrationId: string): PromiseLike<unknown> {
  return tx.sql`select 1 from integrations where org_id = ${orgId} and id = ${integrationId} for no key update`.execute();
}

/**
 * Gives the turn of an integration to its oldest waiting run and orders its start. A run that events ordered and that is
 * not to begin yet comes after all others.
 *
 * Call it under `lockTurn`, in the transaction that ended the run before. Does nothing while a run has the turn, and
 * when none waits; so calling it once too often is harmless.
 *
 * While the integration cools down, or such a run is not to begin yet, the order waits.
 *
 * @returns the UUID of the run that has the turn now.
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
          order by trigger = 'webhook' and (select begins_at > clock_timestamp() from hook) is true, id limit 1
        )
        and not exists (
          select 1 from runs as holder
          where holder.org_id = ${orgId} and holder.integration_id = ${integrationId}
            and holder.admitted_at is not null and holder.status in ('queued', 'running', 'canceling')
        )
      returning id, trigger
    ), enqueued as (
      ${enqueueEach(tx, {
        orgId,
        kind: 'run.start',
        payload: { run_id: sql`id`, integration_id: sql`${integrationId}::uuid` },
        availableAt: sql`greatest(
          clock_timestamp(),
          (select cools_until from integrations where org_id = ${orgId} and id = ${integrationId}),
          case when trigger = 'webhook' then (select begins_at from hook) end
        )`,
        from: sql`next`,
      })}
    )
    select id from next`.execute();
  return next?.id;
}
