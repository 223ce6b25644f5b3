import { canonicalJson } from '../../core/json.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { schedules, workflows } from '../../drizzle/schema/index.ts';
import type { ScheduleTrigger } from '../../engine/schedule/schedule-trigger.ts';
import { type Row, toJsonb } from '../shared/rows.ts';
import type { IntegrationChange, TriggerPlace } from '../triggers/kinds/trigger-kind.ts';
import { passOver } from './pass-over.ts';
import { findNextDue } from './pending-ticks.ts';

type Known = Row<typeof workflows, 'status'> & { workflow_id: string } & (
    | (Row<typeof schedules, 'nextDueAt'> & { trigger: ScheduleTrigger; accounted_until: string })
    | { trigger: null; next_due_at: null; accounted_until: null }
  );

/**
 * Lets the schedule of a workflow follow its trigger: it begins when its integration is active for the first time, and counts
 * from now on again when it changes. Neither starts a run at once.
 *
 * Call it before the workflow gets its new status, under the lock of the integration.
 */
export async function storeSchedule(tx: Transaction, place: TriggerPlace, trigger: ScheduleTrigger): Promise<void> {
  const { orgId, integrationId, triggerId, now, status } = place;
  const [known] = await tx.sql<Known[]>`
    select workflows.id as workflow_id, workflows.status, trigger, next_due_at, accounted_until
    from workflows left join schedules on schedules.org_id = workflows.org_id and schedules.workflow_id = workflows.id
    where workflows.org_id = ${orgId} and workflows.integration_id = ${integrationId} and trigger_key = ${triggerId}`;
  if (known === undefined) return;
  const workflowId = known.workflow_id;
  const begins = status === 'active' || known.next_due_at !== null;
  const changed = known.trigger === null || canonicalJson(known.trigger) !== canonicalJson(trigger);
  const goesOn = known.next_due_at !== null && !changed;
  if (goesOn && !(status === 'active' && known.status === 'inactive')) return;
  if (known.next_due_at !== null) {
    const before = {
      orgId,
      workflowId,
      now,
      trigger: known.trigger,
      accountedUntil: Date.parse(known.accounted_until),
    };
    await passOver(tx, before, toPassed(changed));
  }
  const nextDueAt = begins ? findNextDue({ workflowId, trigger }, Date.parse(now)) : null;
  await tx.sql`
    insert into schedules (org_id, workflow_id, integration_id, trigger, accounted_until, next_due_at, created_at, updated_at)
    values (${orgId}, ${workflowId}, ${integrationId}, ${toJsonb(trigger)}, ${now}, ${nextDueAt}, ${now}, ${now})
    on conflict (org_id, workflow_id) do update
      set trigger = excluded.trigger, accounted_until = excluded.accounted_until, next_due_at = excluded.next_due_at,
          not_before = null, updated_at = excluded.updated_at`;
}

function toPassed(changed: boolean) {
  return changed
    ? ({ status: 'missed', reason: 'schedule_changed' } as const)
    : ({ status: 'paused', reason: 'integration_inactive' } as const);
}

/** Ends the schedules of triggers that are not there any more; what they ran stays known. */
export function endSchedules(
  { sql }: Transaction,
  { orgId, integrationId, now }: IntegrationChange,
  scheduled: readonly string[],
): PromiseLike<unknown> {
  return sql`
    update schedules set next_due_at = null, not_before = null, updated_at = ${now}
    from workflows
    where schedules.org_id = ${orgId} and schedules.integration_id = ${integrationId} and next_due_at is not null
      and workflows.org_id = schedules.org_id and workflows.id = schedules.workflow_id
      and workflows.trigger_key <> all(${[...scheduled]}::text[])`;
}
