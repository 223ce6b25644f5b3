import { z } from 'zod';
import { runStatuses, runTriggers } from '../../core/enums.ts';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { createdQuery, cursorQuery, pageQuery, whereListed } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { readTenant } from '../shared/transaction.ts';
import { type RunRecord, type RunRow, toRunRecord } from './run.ts';
import { selectRuns } from './select-runs.ts';
import { whereOfAccount, whereWithinReach } from './within-reach.ts';

export const listRunsInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(runStatuses).optional(),
  trigger: z.enum(runTriggers).optional(),
  integration_id: z.string().optional(),
  workflow_id: z.string().optional(),
  account_id: z.string().optional().meta({ description: 'Runs of the integrations that belong to it now.' }),
  started_by: z.string().optional().meta({ description: 'A run: those that its end, or its steps, started.' }),
  ...createdQuery,
  ...cursorQuery('run', 'a run'),
});

/** Runs of one integration: the path names it. */
export const listIntegrationRunsInput = listRunsInput.omit({ integration_id: true, account_id: true });

/**
 * Lists the runs of the organization, newest first. Walking by `after`, new runs neither repeat nor hide any.
 */
export function listRuns({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listRunsInput>;
}): Promise<Page<RunRecord>> {
  requireScope(ctx, 'runs:read');
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const status = input.status === undefined ? sql`` : sql`and runs.status = ${input.status}`;
    const trigger = input.trigger === undefined ? sql`` : sql`and runs.trigger = ${input.trigger}`;
    const integration =
      input.integration_id === undefined
        ? sql``
        : sql`and runs.integration_id = ${toLookup('integration', input.integration_id)}`;
    const workflow =
      input.workflow_id === undefined ? sql`` : sql`and runs.workflow_id = ${toLookup('workflow', input.workflow_id)}`;
    const account = input.account_id === undefined ? sql`` : whereOfAccount(tx, ctx.orgId, input.account_id);
    const starter =
      input.started_by === undefined ? sql`` : sql`and runs.started_by = ${toLookup('run', input.started_by)}`;
    const where = sql`
      where runs.org_id = ${ctx.orgId} ${status} ${trigger} ${integration} ${workflow} ${account} ${starter}
      ${whereListed(tx, 'runs', input)} ${whereWithinReach(tx, ctx, 'runs.integration_id')}`;
    return listPage<RunRow, RunRecord>(tx, input, {
      kind: 'run',
      orgId: ctx.orgId,
      table: 'runs',
      where,
      order: '-created_at',
      select: (page) => selectRuns(tx, page),
      toItem: (row) => toRunRecord(row, ctx.temporal),
    });
  });
}
