import { notFound } from '../../core/errors.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { readTenant } from '../shared/transaction.ts';
import { type RunRecord, toRunRecord } from './run.ts';
import { selectRuns } from './select-runs.ts';
import { whereWithinReach } from './within-reach.ts';

/** Reads one run. @throws {HubError} `not_found` */
export async function getRun({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<RunRecord> {
  requireScope(ctx, 'runs:read');
  const [row] = await readTenant(ctx, (tx) =>
    selectRuns(
      tx,
      tx.sql`where runs.org_id = ${ctx.orgId} and runs.id = ${toLookup('run', input.id)} ${whereWithinReach(tx, ctx, 'runs.integration_id')}`,
    ).execute(),
  );
  if (row === undefined) throw notFound();
  return toRunRecord(row, ctx.temporal);
}
