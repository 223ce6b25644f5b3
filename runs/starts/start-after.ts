import { HubError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { workflows } from '../../drizzle/schema/index.ts';
import { messages } from '../../core/messages.ts';
import { presentRevision } from '../../services/runs/queue/require-runnable.ts';
import { openQueue } from '../../services/runs/queue/run-queue.ts';
import { startRun } from '../../services/runs/queue/start-run.ts';
import type { Row } from '../../services/shared/rows.ts';
import { chainMax, countChain } from './count-chain.ts';

/** Workers listen here for runs that others have ended for. */
export const afterStartsChannel = 'hub_after_starts';

/** A run that is to be started, since one of another integration has ended. UUIDs. */
export interface AfterStart {
  orgId: string;
  id: string;
}

/** Why no run was started, for the log of the run that ended. UUIDs. */
export interface NotStarted {
  integrationId: string;
  endedIntegrationId: string;
  endedRunId: string;
  name: string;
  reason: string;
}

interface Due {
  integration_id: string;
  workflow_id: string;
  run_id: string;
  ended_integration_id: string | null;
  name: string;
}

/**
 * Starts a run for one of another integration that has ended. What is to be started was written in the transaction that ended
 * that one, and goes in the transaction that makes the run: so there is one, whatever is lost.
 *
 * @returns why there is none: its integration cannot run now, too many wait, or too many runs have started each other.
 */
export async function startAfter(
  tx: Transaction,
  { orgId, id }: AfterStart,
  now: string,
): Promise<NotStarted | undefined> {
  const { sql } = tx;
  const [due] = await sql<Due[]>`
    delete from after_starts where org_id = ${orgId} and id = ${id}
    returning integration_id, workflow_id, run_id,
      (select integration_id from runs where org_id = ${orgId} and runs.id = after_starts.run_id) as ended_integration_id,
      (select name from integrations where org_id = ${orgId} and integrations.id = after_starts.integration_id) as name`;
  if (due === undefined) return undefined;
  const { integration_id: integrationId, workflow_id: workflowId, run_id: endedRunId, name } = due;
  const refuse = (reason: string): NotStarted | undefined =>
    due.ended_integration_id === null
      ? undefined
      : { integrationId, endedIntegrationId: due.ended_integration_id, endedRunId, name, reason };
  if ((await countChain(tx, orgId, endedRunId)) >= chainMax) return refuse(messages.chainTooLong({ max: chainMax }));
  try {
    const queue = await openQueue(tx, { orgId, integrationId, trigger: 'after' });
    const [workflow] = await sql<(Row<typeof workflows, 'status'> & { full_resync: boolean })[]>`
      select status, exists (
        select 1 from integration_revisions as r cross join jsonb_array_elements(r.definition -> 'triggers') as trigger
        where r.org_id = ${orgId} and r.integration_id = ${integrationId} and r.revision = ${presentRevision(queue.integration)}
          and trigger ->> 'type' = 'after' and coalesce(trigger ->> 'id', 'after') = workflows.trigger_key
          and (trigger -> 'options' ->> 'full_resync')::boolean
      ) as full_resync
      from workflows where org_id = ${orgId} and id = ${workflowId}`;
    if (workflow?.status !== 'active') return undefined;
    const options = workflow.full_resync ? { full_resync: true } : {};
    await startRun(tx, queue, { workflowId, options, startedBy: endedRunId, now });
    return undefined;
  } catch (error) {
    // Thrown before anything of a run is written.
    if (error instanceof HubError) return refuse(error.message);
    throw error;
  }
}

/** What the log of the run that ended says of one that was not started. */
export function describeNotStarted({ name, reason, integrationId }: NotStarted) {
  return {
    level: 'warn' as const,
    code: 'after_not_started',
    message: messages.afterNotStarted({ name, reason }),
    details: { integration_id: toId('integration', integrationId) },
  };
}
