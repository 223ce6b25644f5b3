import { z } from 'zod';
import { runStatuses, runTriggers } from '../../core/enums.ts';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { anyOf, createdQuery, cursorQuery, nameQuery, pageQuery, whereListed } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { instant, toLookup } from '../shared/schemas.ts';
import { inTenant, readTenant } from '../shared/transaction.ts';
import { type RunRecord, type RunRow, toRunRecord } from './run.ts';
import { selectRuns } from './select-runs.ts';
import { findNamed, whereEnded, whereFailedBy, whereNamed } from './where-runs.ts';
import { whereOfAccount, whereWithinReach } from './within-reach.ts';

export const listRunsInput = z.strictObject({
  ...pageQuery(),
  status: anyOf(runStatuses, 'One or several of `queued`, `failed` and so on, separated by commas.'),
  trigger: z.enum(runTriggers).optional(),
  integration_id: z.string().optional(),
  workflow_id: z.string().optional(),
  account_id: z.string().optional().meta({ description: 'Runs of the integrations that belong to it now.' }),
  started_by: z.string().optional().meta({ description: 'A run: those that its end, or its steps, started.' }),
  q: nameQuery.q.meta({ description: 'A part of the name that the integration has now, in any case.' }),
  error_code: z.string().min(1).max(64).optional().meta({ description: 'Runs that failed by this error.' }),
  finished_after: instant.optional().meta({ format: 'date-time', description: 'Ended at this instant or later.' }),
  finished_before: instant.optional().meta({ format: 'date-time', description: 'Ended before this instant.' }),
  ...createdQuery,
  ...cursorQuery('run', 'a run'),
});

/** Runs of one integration: the path names it. */
export const listIntegrationRunsInput = listRunsInput.omit({ integration_id: true, account_id: true, q: true });

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
  // Names are looked up first; everything else is one round trip.
  const read = input.q === undefined ? readTenant : inTenant;
  return read(ctx, async (tx) => {
    const { sql } = tx;
    const { q, ...created } = input;
    const status = input.status === undefined ? sql`` : sql`and runs.status = any(${input.status}::text[])`;
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
    const found = q === undefined ? [] : await findNamed(tx, ctx.orgId, q);
    const named = q === undefined ? sql`` : whereNamed(tx, ctx.orgId, q, found);
    const where = sql`
      where runs.org_id = ${ctx.orgId} ${status} ${trigger} ${integration} ${workflow} ${account} ${starter} ${named}
      ${whereFailedBy(tx, input.error_code)} ${whereEnded(tx, input)}
      ${whereListed(tx, 'runs', created)} ${whereWithinReach(tx, ctx, 'runs.integration_id')}`;
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
