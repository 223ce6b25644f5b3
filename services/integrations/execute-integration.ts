import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { newUuid, toId } from '../../core/ids.ts';
import type { integrations } from '../../drizzle/schema/index.ts';
import { writeAudit } from '../audit.ts';
import type { ServiceContext } from '../context.ts';
import type { Row } from '../rows.ts';
import { admitRun, readTurn } from '../runs/admit-run.ts';
import { type RunRecord, toRunRecord } from '../runs/run.ts';
import { waitSecondsMax } from '../runs/wait-for-run.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { inTenant } from '../transaction.ts';
import { manualKey } from '../workflows/store-workflows.ts';
import { requireReady } from './readiness.ts';
import { selectIntegration } from './select-integration.ts';

export const executeIntegrationInput = z
  .strictObject({
    full_resync: z.boolean().default(false).meta({ description: 'Write every record again, also unchanged ones.' }),
    wait: z
      .number()
      .int()
      .min(0)
      .max(waitSecondsMax)
      .optional()
      .meta({ description: 'Seconds to wait for the end of the run, as `Prefer: wait` does.' }),
  })
  .meta({ id: 'ExecuteInput' });

type Flow = Row<typeof integrations, 'status' | 'revision' | 'activeRevision' | 'concurrency'> & {
  workflow_id: string;
};

/**
 * Starts a run by hand. The run and the order to start it are written in one transaction, so an accepted run happens
 * once, also when Temporal is down at the moment.
 *
 * @throws {HubError} `not_found`; `integration_not_ready` for a draft; `quota_exceeded` when too many runs wait.
 */
export async function executeIntegration({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; options: z.infer<typeof executeIntegrationInput> };
}): Promise<RunRecord> {
  requireScope(ctx, 'integrations:execute');
  const { orgId } = ctx;
  const integrationId = toLookup('integration', input.id);
  const row = await inTenant(ctx, async (tx) => {
    // The first statement takes the turn's lock; the second is sent along and sees what was committed before.
    const [[flow], [turn]] = await Promise.all([
      tx.sql<Flow[]>`
        select status, revision, active_revision, concurrency, (
            select id from workflows
            where org_id = ${orgId} and integration_id = ${integrationId} and trigger_key = ${manualKey}
          ) as workflow_id
        from integrations
        where org_id = ${orgId} and id = ${integrationId} and deleted_at is null for no key update`,
      readTurn(tx, orgId, integrationId),
    ]);
    if (flow === undefined || turn === undefined) throw notFound();
    if (flow.status === 'draft') {
      const [draft] = await selectIntegration(tx, orgId, integrationId);
      if (draft !== undefined) requireReady(draft.definition);
    }
    const id = newUuid();
    const [run] = await Promise.all([
      admitRun(
        tx,
        {
          id,
          orgId,
          integrationId,
          workflowId: flow.workflow_id,
          revision: flow.status === 'active' ? (flow.active_revision ?? flow.revision) : flow.revision,
          trigger: 'manual',
          concurrency: flow.concurrency,
          options: input.options.full_resync ? { full_resync: true } : {},
          now: toTimestamp(ctx.clock.now()),
        },
        turn,
      ),
      writeAudit(tx, ctx, {
        action: 'integration.executed',
        resourceId: input.id,
        changes: { run_id: toId('run', id) },
      }),
    ]);
    return run;
  });
  return toRunRecord(row, ctx.temporal);
}
