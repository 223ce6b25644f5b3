import { z } from 'zod';
import { workflowStatuses, workflowTypes } from '../../core/enums.ts';
import { type Page, toOffset } from '../../core/pagination.ts';
import type { ServiceContext } from '../context.ts';
import { createdQuery, pageQuery, toPage, whereListed } from '../pages.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { readTenant } from '../transaction.ts';
import { selectWorkflows } from './select-workflows.ts';
import { toWorkflowRecord, type WorkflowRecord, type WorkflowRow } from './workflow.ts';

export const listWorkflowsInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(workflowStatuses).optional(),
  type: z.enum(workflowTypes).optional(),
  integration_id: z.string().optional(),
  ...createdQuery,
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
  const { limit, offset } = toOffset(input);
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const status = input.status === undefined ? sql`` : sql`and workflows.status = ${input.status}`;
    const type = input.type === undefined ? sql`` : sql`and workflows.type = ${input.type}`;
    const integration =
      input.integration_id === undefined
        ? sql``
        : sql`and workflows.integration_id = ${toLookup('integration', input.integration_id)}`;
    const where = sql`where workflows.org_id = ${ctx.orgId} ${status} ${type} ${integration}
      ${whereListed(tx, 'workflows', input)}`;
    return toPage<WorkflowRow, WorkflowRecord>(
      input,
      [
        selectWorkflows(tx, sql`${where} order by workflows.id limit ${limit} offset ${offset}`),
        sql<{ total: number }[]>`
          select count(*) as total from workflows
          join integrations on integrations.org_id = workflows.org_id and integrations.id = workflows.integration_id
           and integrations.deleted_at is null
          ${where}`,
      ],
      (row) => toWorkflowRecord(row, ctx.publicUrl),
    );
  });
}
