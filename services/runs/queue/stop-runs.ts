import type { Transaction } from '../../../drizzle/client.ts';
import { enqueueCancel } from './enqueue-run.ts';

/**
 * Stops every unfinished run of an integration: those that have not begun end at once, one at work is asked to.
 *
 * Call it under `lockQueue`.
 *
 * @returns how many were at work, so that the next caller waits for them.
 */
export async function stopRuns(
  tx: Transaction,
  { orgId, integrationId, now }: { orgId: string; integrationId: string; now: string },
): Promise<{ stillAtWork: number }> {
  const [, atWork] = await Promise.all([
    tx.sql`
      update runs set status = 'canceled', cancel_requested_at = ${now}, finished_at = ${now}, updated_at = ${now}
      where org_id = ${orgId} and integration_id = ${integrationId} and status = 'queued'`,
    tx.sql<{ id: string; asked: boolean }[]>`
      with before as (
        select id, status from runs
        where org_id = ${orgId} and integration_id = ${integrationId} and status in ('running', 'canceling') for update
      )
      update runs set status = 'canceling', cancel_requested_at = coalesce(cancel_requested_at, ${now}),
             updated_at = case when before.status = 'running' then ${now} else updated_at end
      from before where runs.org_id = ${orgId} and runs.id = before.id
      returning runs.id, before.status = 'canceling' as asked`,
  ]);
  await Promise.all(
    atWork.filter((run) => !run.asked).map((run) => enqueueCancel(tx, { orgId, runId: run.id, integrationId })),
  );
  return { stillAtWork: atWork.length };
}
