import { notFound } from '../../core/errors.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { selectWorkflows } from './select-workflows.ts';
import { toWorkflowRecord, type WorkflowRecord } from './workflow.ts';

/** Reads one workflow. @throws {HubError} `not_found` */
export async function getWorkflow({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<WorkflowRecord> {
  requireScope(ctx, 'workflows:read');
  const id = toLookup('workflow', input.id);
  const [row] = await inTenant(
    ctx,
    async (tx) => await selectWorkflows(tx, tx.sql`where workflows.org_id = ${ctx.orgId} and workflows.id = ${id}`),
  );
  if (row === undefined) throw notFound();
  return toWorkflowRecord(row, ctx.publicUrl);
}
