import type { Pipeline } from '../../../drizzle/client.ts';
import type { RunReference } from './enqueue-run.ts';
import { promoteNext } from './promote-next.ts';
import { lockQueue } from './run-queue.ts';

/** Workers listen here for runs that an answer wakes. */
export const wakesChannel = 'hub_wakes';

/** A waiting run is woken at most so often. */
export const wakeEveryMs = 1000;

/**
 * Puts a waiting run whose time has come back into the queue of its integration.
 *
 * @idempotency A run that is not waiting, or whose time is still to come, stays as it is.
 */
export async function wakeRun(tx: Pipeline, { orgId, runId, integrationId }: RunReference): Promise<void> {
  await Promise.all([
    lockQueue(tx, orgId, integrationId),
    tx.sql`
      update runs set status = 'queued', admitted_at = null, wakes = wakes + 1, wake_at = null,
        woken_at = clock_timestamp(), updated_at = clock_timestamp()
      where org_id = ${orgId} and id = ${runId} and status = 'waiting' and wake_at <= clock_timestamp()`.execute(),
    promoteNext(tx, orgId, integrationId),
  ]);
}

/**
 * Lets a run that waits be woken for an answer: now, or a second after it went to rest.
 *
 * Call it when the answer is stored, in the same transaction. A run that goes to rest looks for answers under the lock of its
 * row, so it sees this one or is seen by it; a condition on its state alone would not wait for it.
 *
 * Only what brings the wake forward notifies: that takes a lock over the whole database at the commit, and thousands of answers
 * may come in the same second.
 */
export async function callUp(
  { sql }: Pipeline,
  { orgId, runId }: Pick<RunReference, 'orgId' | 'runId'>,
): Promise<void> {
  await sql`select 1 from runs where org_id = ${orgId} and id = ${runId} for update`.execute();
  await sql`
    update runs set wake_at = least(wake_at, greatest(clock_timestamp(), updated_at + ${wakeEveryMs} * interval '1 millisecond'))
    where org_id = ${orgId} and id = ${runId} and status = 'waiting'
      and (wake_at is null or wake_at > greatest(clock_timestamp(), updated_at + ${wakeEveryMs} * interval '1 millisecond'))
    returning pg_notify(${wakesChannel}, '')`.execute();
}
