import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { runGateRecord, type RunGateRow, toRunGate } from '../runs/run-gate.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { timestamp, toLookup } from '../shared/schemas.ts';
import { readTenant } from '../shared/transaction.ts';

/** What runs of an integration stand before: one for all that stand before the same. */
export const integrationGateRecord = runGateRecord
  .extend({
    closed_at: timestamp.meta({ description: 'Since when the first of these runs stands before it.' }),
    runs: z.int().min(1).meta({ description: 'Runs that stand before it.', example: 1 }),
  })
  .meta({ id: 'IntegrationGate' });

type IntegrationGateRow = RunGateRow & { runs: number };

/** Lists what the unfinished runs of an integration stand before, the longest first. @throws {HubError} `not_found` */
export async function listIntegrationGates({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<z.infer<typeof integrationGateRecord>[]> {
  requireScope(ctx, 'integrations:read');
  requireScope(ctx, 'runs:read');
  const id = toLookup('integration', input.id);
  const [[integration], gates] = await readTenant(ctx, ({ sql }) =>
    Promise.all([
      sql`select 1 from integrations where org_id = ${ctx.orgId} and id = ${id} and deleted_at is null`.execute(),
      sql<IntegrationGateRow[]>`
        select kind, steps, calendar_ids, connection_id, reason, min(gates.closed_at) as closed_at,
          min(gates.opens_at) as opens_at, count(*)::int as runs
        from runs join run_gates as gates on gates.org_id = runs.org_id and gates.run_id = runs.id
        where runs.org_id = ${ctx.orgId} and runs.integration_id = ${id} and runs.status in ('queued', 'running', 'waiting')
        group by kind, steps, calendar_ids, connection_id, reason
        order by 6, kind`.execute(),
    ]),
  );
  if (integration === undefined) throw notFound();
  return gates.map((row) => ({ ...toRunGate(row), runs: row.runs }));
}
