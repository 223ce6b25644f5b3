import { z } from 'zod';
import { runStatuses } from '../../core/enums.ts';
import { type Page, toOffset } from '../../core/pagination.ts';
import type { ServiceContext } from '../context.ts';
import { pageQuery, toPage } from '../pages.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { inTenant } from '../transaction.ts';
import { type RunRecord, type RunRow, toRunRecord } from './run.ts';
import { selectRuns } from './select-runs.ts';

export const listRunsInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(runStatuses).optional(),
  integration_id: z.string().optional(),
});

/** Lists the runs of the organization, newest first. */
export function listRuns({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listRunsInput>;
}): Promise<Page<RunRecord>> {
  requireScope(ctx, 'runs:read');
  const { limit, offset } = toOffset(input);
  return inTenant(ctx, (tx) => {
    const { sql } = tx;
    const status = input.status === undefined ? sql`` : sql`and runs.status = ${input.status}`;
    const integration =
      input.integration_id === undefined
        ? sql``
        : sql`and runs.integration_id = ${toLookup('integration', input.integration_id)}`;
    const where = sql`where runs.org_id = ${ctx.orgId} ${status} ${integration}`;
    return toPage<RunRow, RunRecord>(
      input,
      [
        selectRuns(tx, sql`${where} order by runs.id desc limit ${limit} offset ${offset}`),
        sql<{ total: number }[]>`select count(*) as total from runs ${where}`,
      ],
      (row) => toRunRecord(row, ctx.temporal),
    );
  });
}
