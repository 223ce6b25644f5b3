import type { Transaction } from '../../drizzle/client.ts';
import type { ScheduleTrigger } from '../../engine/schedule/schedule-trigger.ts';
import { insertTicks, type NewTick } from './insert-ticks.ts';
import { findNextDue, listDue, type StoredSchedule } from './pending-ticks.ts';

/**
 * Accounts for what came under an earlier state or an earlier schedule, so that a change never starts a run for it: at most
 * `ticksMax` times; any after them are forgotten.
 *
 * The caller stores `accounted_until`.
 */
export async function passOver(
  tx: Transaction,
  schedule: StoredSchedule & { orgId: string; now: string },
  as: Pick<NewTick, 'status' | 'reason'>,
): Promise<void> {
  const { due } = listDue(schedule, Date.parse(schedule.now));
  if (due.length === 0) return;
  await insertTicks(
    tx,
    schedule,
    due.map(({ at }) => ({ at, ...as })),
  );
}

/** The same for a workflow that was paused up to now, if it has a schedule. Call it under the lock of the integration. */
export async function passOverPaused(
  tx: Transaction,
  { orgId, workflowId, now }: { orgId: string; workflowId: string; now: string },
): Promise<void> {
  const [schedule] = await tx.sql<{ trigger: ScheduleTrigger; accounted_until: string }[]>`
    select trigger, accounted_until from schedules
    where org_id = ${orgId} and workflow_id = ${workflowId} and next_due_at is not null`;
  if (schedule === undefined) return;
  const { trigger, accounted_until: accountedUntil } = schedule;
  const before = { orgId, workflowId, now, trigger, accountedUntil: Date.parse(accountedUntil) };
  await passOver(tx, before, { status: 'paused', reason: 'workflow_paused' });
  await tx.sql`
    update schedules
    set accounted_until = ${now}, next_due_at = ${findNextDue({ workflowId, trigger }, Date.parse(now))},
        not_before = null, updated_at = ${now}
    where org_id = ${orgId} and workflow_id = ${workflowId}`;
}
