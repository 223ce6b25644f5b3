import type postgres from 'postgres';
import { z } from 'zod';
import { runStatuses, runTriggers } from '../../core/enums.ts';
import type { Page } from '../../core/pagination.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { anyOf, createdQuery, cursorQuery, nameQuery, pageQuery, whereListed } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { instant, toLookup } from '../shared/schemas.ts';
import { inTenant, readTenant } from '../shared/transaction.ts';
import { type RunRecord, type RunRow, toRunRecord } from './run.ts';
import { selectRuns } from './select-runs.ts';
import { findNamed, fromNamed, whereEnded, whereFailedBy, whereNamed } from './where-runs.ts';
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
    const { from, status } = ofStatus(tx, input.status);
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
    const counted =
      q !== undefined && found === undefined && isOfNameAndTime(input)
        ? (walked: postgres.PendingQuery<postgres.Row[]>) =>
            fromNamed(tx, ctx.orgId, q, sql`${whereListed(tx, 'runs', created)} ${walked}`)
        : undefined;
    return listPage<RunRow, RunRecord>(tx, input, {
      kind: 'run',
      orgId: ctx.orgId,
      table: 'runs',
      ...(from === undefined ? {} : { from }),
      where,
      found: sql`where runs.org_id = ${ctx.orgId}`,
      order: '-created_at',
      counted,
      select: (page) => selectRuns(tx, page),
      toItem: (row) => toRunRecord(row, ctx.temporal),
    });
  });
}

/** Whether nothing but a name, times and places of pages are asked for: no filter that few of the runs may have. */
function isOfNameAndTime({
  page: _page,
  per_page: _perPage,
  after: _after,
  before: _before,
  created_after: _createdAfter,
  created_before: _createdBefore,
  q: _q,
  ...others
}: z.infer<typeof listRunsInput>): boolean {
  return Object.values(others).every((value) => value === undefined);
}

/**
 * Runs with any of some statuses. Several are read side by side, each newest first: an index that they share gives no order,
 * and without one all runs would be looked at, or sorted.
 */
function ofStatus({ sql }: Transaction, statuses: readonly string[] | undefined) {
  const [first, ...others] = new Set(statuses);
  if (first === undefined) return { status: sql`` };
  if (others.length === 0) return { status: sql`and runs.status = ${first}` };
  const read = (status: string) => sql`(select * from runs where status = ${status} order by id desc)`;
  const all = others.reduce((some, status) => sql`${some} union all ${read(status)}`, read(first));
  return { from: sql`(${all})`, status: sql`` };
}
