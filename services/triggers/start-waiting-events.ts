import type { Transaction } from '../../drizzle/client.ts';
import { startHookRun } from './start-hook-run.ts';
import type { HookPlace } from './hook-place.ts';

/**
 * Starts the run that reads what the waiting events of a hook tell of. They go on waiting while no run can be made; then
 * whatever lets one be made calls this.
 */
export async function startWaitingEvents(tx: Transaction, hook: HookPlace, now: string): Promise<void> {
  const runId = await startHookRun(tx, hook, now);
  if (runId === undefined) return;
  await tx.sql`
    update hook_events set run_id = ${runId}, waits = false where org_id = ${hook.orgId} and hook_id = ${hook.id} and waits`;
}

/**
 * The same for all hooks whose events may be read from now on: of an integration that became active, or of every one that
 * uses a connection which can be used again, or belongs to an account that is no more inactive.
 */
export async function startAllWaitingEvents(tx: Transaction, orgId: string, of: Readable, now: string): Promise<void> {
  const { sql } = tx;
  const chosen = whereChosen(tx, orgId, of);
  const waiting = await sql<{ id: string; integration_id: string; workflow_id: string }[]>`
    select hooks.id, hooks.integration_id, hooks.workflow_id from hooks
    where hooks.org_id = ${orgId} and ${chosen}
      and exists (select 1 from hook_events where org_id = ${orgId} and hook_id = hooks.id and waits)
      and exists (select 1 from integrations where org_id = ${orgId} and id = hooks.integration_id and deleted_at is null)
    order by hooks.integration_id, hooks.id`;
  for (const { id, integration_id: integrationId, workflow_id: workflowId } of waiting)
    await startWaitingEvents(tx, { orgId, id, integrationId, workflowId }, now);
}

/** What can be read again, by its UUID. */
type Readable = { integrationId: string } | { connectionId: string } | { accountId: string };

function whereChosen({ sql }: Transaction, orgId: string, of: Readable) {
  if ('integrationId' in of) return sql`hooks.integration_id = ${of.integrationId}`;
  if ('accountId' in of)
    return sql`hooks.integration_id in (select id from integrations where org_id = ${orgId} and account_id = ${of.accountId})`;
  return sql`hooks.integration_id in (
    select integration_id from integration_revisions
    where org_id = ${orgId} and connection_ids @> array[${of.connectionId}::uuid]
  )`;
}
