import type { Transaction } from '../../../drizzle/client.ts';
import { enqueueCancel } from './enqueue-run.ts';

/**
 * Stops unfinished runs of an integration: those that have not begun or only wait end at once, one at work is asked to.
 *
 * Call it under `lockQueue`.
 *
 * @param scope `reading`: runs that were woken, or wait to be, are left alone, as they only carry items.
 * @returns how many were at work, so that the next caller waits for them.
 */
export async function stopRuns(
  tx: Transaction,
  { orgId, integrationId, now }: { orgId: string; integrationId: string; now: string },
  scope: 'all' | 'reading',
): Promise<{ stillAtWork: number }> {
  const { sql } = tx;
  const unread = scope === 'all' ? sql`status in ('queued', 'waiting')` : sql`status = 'queued' and wakes = 0`;
  const stopped = scope === 'all' ? sql`true` : sql`before.wakes = 0`;
  const [, , atWork] = await Promise.all([
    sql`
      update runs set status = 'canceled', cancel_requested_at = ${now}, finished_at = ${now}, updated_at = ${now}
      where org_id = ${orgId} and integration_id = ${integrationId} and ${unread}`,
    sql`
      select 1 from runs
      where org_id = ${orgId} and integration_id = ${integrationId} and status in ('running', 'canceling') for update`,
    sql<{ id: string; asked: boolean }[]>`
      with before as materialized (
        select id, status, wakes from runs
        where org_id = ${orgId} and integration_id = ${integrationId} and status in ('running', 'canceling')
      ), asked as (
        update runs set status = 'canceling', cancel_requested_at = coalesce(cancel_requested_at, ${now}), updated_at = ${now}
        from before
        where runs.org_id = ${orgId} and runs.id = before.id and before.status = 'running' and ${stopped}
        returning runs.id
      )
      select id, exists (select 1 from asked where asked.id = before.id) as asked from before`,
  ]);
  await Promise.all(
    atWork.filter(({ asked }) => asked).map((run) => enqueueCancel(tx, { orgId, runId: run.id, integrationId })),
  );
  return { stillAtWork: atWork.length };
}
