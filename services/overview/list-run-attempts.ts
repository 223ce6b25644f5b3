import { notFound } from '../../core/errors.ts';
import { type RunRecord, type RunRow, toRunRecord } from '../runs/run.ts';
import { selectRuns } from '../runs/select-runs.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';

const attemptsMax = 100;

/**
 * Lists the attempts at what a run does, the first one first: the run that was retried in the beginning, and every retry of
 * it or of one of its retries. At most 100.
 *
 * @throws {HubError} `not_found`
 */
export async function listRunAttempts({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<RunRecord[]> {
  requireScope(ctx, 'runs:read');
  const id = toLookup('run', input.id);
  const { orgId } = ctx;
  const rows = await inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const ids = await sql<{ id: string }[]>`
      with recursive earlier as (
        select runs.id, runs.retry_of, 1 as depth from runs
        where runs.org_id = ${orgId} and runs.id = ${id} ${whereWithinReach(tx, ctx, 'runs.integration_id')}
        union all
        select runs.id, runs.retry_of, earlier.depth + 1 from earlier
        join runs on runs.org_id = ${orgId} and runs.id = earlier.retry_of
        where earlier.depth < ${attemptsMax}
      ), attempts as (
        (select earlier.id, 1 as depth from earlier order by earlier.depth desc limit 1)
        union all
        select runs.id, attempts.depth + 1 from attempts
        join runs on runs.org_id = ${orgId} and runs.retry_of = attempts.id
        where attempts.depth < ${attemptsMax}
      )
      select id from attempts order by id limit ${attemptsMax}`;
    if (ids.length === 0) throw notFound();
    return await selectRuns(
      tx,
      sql`where runs.org_id = ${orgId} and runs.id = any(${ids.map((row) => row.id)}::uuid[]) order by runs.id`,
    );
  });
  return rows.map((row: RunRow) => toRunRecord(row, ctx.temporal));
}
