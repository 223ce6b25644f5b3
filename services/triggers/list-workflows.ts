import { z } from 'zod';
import { workflowStatuses, workflowTypes } from '../../core/enums.ts';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { afterQuery, createdQuery, pageQuery, whereListed } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import { toLookup } from '../shared/schemas.ts';
import { readTenant } from '../shared/transaction.ts';
import { selectWorkflows } from './select-workflows.ts';
import { toWorkflowRecord, type WorkflowRecord, type WorkflowRow } from './workflow.ts';

export const listWorkflowsInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(workflowStatuses).optional(),
  type: z.enum(workflowTypes).optional(),
  integration_id: z.string().optional(),
  ...createdQuery,
  ...afterQuery('workflow', 'a workflow'),
});

/** Lists the workflows of all live integrations, oldest first. */
export function listWorkflows({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listWorkflowsInput>;
}): Promise<Page<WorkflowRecord>> {
  requireScope(ctx, 'workflows:read');
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const status = input.status === undefined ? sql`` : sql`and workflows.status = ${input.status}`;
    const type = input.type === undefined ? sql`` : sql`and workflows.type = ${input.type}`;
    const integration =
      input.integration_id === undefined
        ? sql``
        : sql`and workflows.integration_id = ${toLookup('integration', input.integration_id)}`;
    const where = sql`where workflows.org_id = ${ctx.orgId} and workflows.deleted_at is null ${status} ${type} ${integration}
      ${whereListed(tx, 'workflows', input)} ${whereWithinReach(tx, ctx, 'workflows.integration_id')}`;
    return listPage<WorkflowRow, WorkflowRecord>(tx, input, {
      kind: 'workflow',
      orgId: ctx.orgId,
      table: 'workflows',
      where,
      order: 'created_at',
      select: (page) => selectWorkflows(tx, page),
      toItem: (row) => toWorkflowRecord(row, ctx.publicUrl),
    });
  });
}
