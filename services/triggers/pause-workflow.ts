import { toTimestamp } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { workflows } from '../../drizzle/schema/index.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { Row } from '../shared/rows.ts';
import { lockQueue } from '../runs/queue/run-queue.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { getWorkflow } from './get-workflow.ts';
import { resumeTrigger } from './kinds/trigger-kinds.ts';
import type { WorkflowRecord } from './workflow.ts';

type Input = { ctx: ServiceContext; input: { id: string } };

/**
 * Lets a workflow start nothing until it is resumed; runs under way go on, and other workflows of its integration as well. Does
 * nothing when it is paused already.
 *
 * @throws {HubError} `not_found`
 */
export function pauseWorkflow({ ctx, input }: Input): Promise<WorkflowRecord> {
  return change({ ctx, input }, async (tx, workflow, now) => {
    if (workflow.paused_at !== null) return;
    await tx.sql`
      update workflows set paused_at = ${now}, status = case status when 'active' then 'paused' else status end,
             updated_at = ${now}
      where org_id = ${ctx.orgId} and id = ${workflow.id}`;
    await audit(tx, ctx, input.id, true);
  });
}

/**
 * Lets a workflow that was paused start runs again. Its schedule starts none for the times that came meanwhile; events that were
 * accepted meanwhile have their run. Does nothing when it is not paused.
 *
 * @throws {HubError} `not_found`
 */
export function resumeWorkflow({ ctx, input }: Input): Promise<WorkflowRecord> {
  return change({ ctx, input }, async (tx, workflow, now) => {
    if (workflow.paused_at === null) return;
    const { orgId } = ctx;
    const { id: workflowId, integration_id: integrationId } = workflow;
    await tx.sql`
      update workflows set paused_at = null, status = case status when 'paused' then 'active' else status end,
             updated_at = ${now}
      where org_id = ${orgId} and id = ${workflowId}`;
    await audit(tx, ctx, input.id, false);
    await resumeTrigger(tx, workflow.type, { orgId, integrationId, workflowId, now });
  });
}

type Changed = Row<typeof workflows, 'id' | 'integrationId' | 'type' | 'pausedAt'>;

/** Changes a workflow under the lock of its integration, beneath which runs are made. */
function change(
  { ctx, input }: Input,
  work: (tx: Transaction, workflow: Changed, now: string) => Promise<void>,
): Promise<WorkflowRecord> {
  requireScope(ctx, 'workflows:write');
  const { orgId } = ctx;
  const id = toLookup('workflow', input.id);
  return inTenant(ctx, async (tx) => {
    const [place] = await tx.sql<{ integration_id: string }[]>`
      select integration_id from workflows where org_id = ${orgId} and id = ${id} and deleted_at is null`;
    if (place === undefined) throw notFound();
    await lockQueue(tx, orgId, place.integration_id);
    const [workflow] = await tx.sql<Changed[]>`
      select id, integration_id, type, paused_at from workflows where org_id = ${orgId} and id = ${id} and deleted_at is null`;
    if (workflow === undefined) throw notFound();
    await work(tx, workflow, toTimestamp(ctx.clock.now()));
    return getWorkflow({ ctx: { ...ctx, transaction: tx, scopes: new Set(['workflows:read']) }, input });
  });
}

function audit(tx: Transaction, ctx: ServiceContext, resourceId: string, paused: boolean): PromiseLike<unknown> {
  return writeAudit(tx, ctx, {
    action: paused ? 'workflow.paused' : 'workflow.resumed',
    resourceId,
    before: { paused: !paused },
    after: { paused },
  });
}
