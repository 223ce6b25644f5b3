import type { RunStatus } from '../../../core/pure/run-status.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { enqueueCancel, type RunReference } from './enqueue-run.ts';
import { promoteNext } from './promote-next.ts';

/**
 * Cancels a run: one that has not begun, or only waits, ends at once and lets the next one begin; one at work is asked to stop.
 *
 * Call it under `lockQueue`.
 *
 * @idempotency A run that was asked before, or has ended, stays as it is.
 * @returns its status before; `undefined` where there is no such run.
 */
export async function stopRun(
  tx: Transaction,
  { orgId, runId, integrationId }: RunReference,
  now: string,
): Promise<RunStatus | undefined> {
  const [run] = await tx.sql<{ status: RunStatus }[]>`
    select status from runs where org_id = ${orgId} and id = ${runId} for update`;
  if (run?.status === 'queued' || run?.status === 'waiting') {
    await tx.sql`
      update runs set status = 'canceled', cancel_requested_at = ${now}, finished_at = ${now}, updated_at = ${now}
      where org_id = ${orgId} and id = ${runId}`;
    await promoteNext(tx, orgId, integrationId);
  }
  if (run?.status === 'running') {
    await Promise.all([
      tx.sql`
        update runs set status = 'canceling', cancel_requested_at = ${now}, updated_at = ${now}
        where org_id = ${orgId} and id = ${runId}`,
      enqueueCancel(tx, { orgId, runId, integrationId }),
    ]);
  }
  return run?.status;
}
