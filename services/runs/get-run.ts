import { notFound } from '../../core/errors.ts';
import { isFinished } from '../../core/pure/run-status.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { readTenant } from '../shared/transaction.ts';
import { type RunRecord, toRunRecord } from './run.ts';
import { type RunGateRow, toRunGate } from './run-gate.ts';
import { selectRuns } from './select-runs.ts';
import { whereWithinReach } from './within-reach.ts';

/** Reads one run. @throws {HubError} `not_found` */
export async function getRun({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<RunRecord> {
  requireScope(ctx, 'runs:read');
  const id = toLookup('run', input.id);
  const [[row], gates] = await readTenant(ctx, (tx) =>
    Promise.all([
      selectRuns(
        tx,
        tx.sql`where runs.org_id = ${ctx.orgId} and runs.id = ${id} ${whereWithinReach(tx, ctx, 'runs.integration_id')}`,
      ).execute(),
      tx.sql<RunGateRow[]>`
        select kind, steps, calendar_ids, connection_id, reason, closed_at, opens_at from run_gates
        where org_id = ${ctx.orgId} and run_id = ${id} order by closed_at, name`.execute(),
    ]),
  );
  if (row === undefined) throw notFound();
  const run = toRunRecord(row, ctx.temporal);
  return gates.length === 0 || isFinished(run.status) ? run : { ...run, gates: gates.map(toRunGate) };
}
