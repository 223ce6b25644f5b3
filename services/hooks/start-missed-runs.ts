import type { Transaction } from '../../drizzle/client.ts';
import { startHookRun } from './start-hook-run.ts';

/**
 * Orders a run for each integration of an account that events came for while the account was inactive, and that no run has
 * begun for since: the vendor was told that they are accepted.
 */
export async function startMissedRuns(tx: Transaction, orgId: string, accountId: string, now: string): Promise<void> {
  // A run reads what every event before its begin tells of, so the last event of a hook says whether one is owed.
  const missed = await tx.sql<{ event: string; workflow_id: string; integration_id: string }[]>`
    select last_event.id as event, hooks.workflow_id, hooks.integration_id from integrations
    join hooks on hooks.org_id = integrations.org_id and hooks.integration_id = integrations.id
    join lateral (
      select id, run_id, received_at from hook_events
      where hook_events.org_id = hooks.org_id and hook_events.hook_id = hooks.id
      order by id desc limit 1
    ) as last_event on last_event.run_id is null
    where integrations.org_id = ${orgId} and integrations.account_id = ${accountId}
      and integrations.status = 'active' and integrations.deleted_at is null
      and not exists (
        select 1 from runs where runs.org_id = integrations.org_id and runs.integration_id = integrations.id
        and runs.started_at > last_event.received_at
      )
    order by integrations.id`;
  for (const { event, workflow_id: workflowId, integration_id: integrationId } of missed) {
    const runId = await startHookRun(tx, { orgId, integrationId, workflowId }, now);
    if (runId !== undefined)
      await tx.sql`update hook_events set run_id = ${runId} where org_id = ${orgId} and id = ${event}`;
  }
}
