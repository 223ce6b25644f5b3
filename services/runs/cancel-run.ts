import { toTimestamp } from '../../core/clock.ts';
import { HubError, notFound } from '../../core/errors.ts';
import type { RunStatus } from '../../core/pure/run-status.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { enqueueCancel } from './queue/enqueue-run.ts';
import { promoteNext } from './queue/promote-next.ts';
import { type RunRecord, toRunRecord } from './run.ts';
import { selectRuns } from './select-runs.ts';
import { messages } from '../../core/messages.ts';
import { requireWithinReach } from './within-reach.ts';

/**
 * Cancels a run: one that has not begun, or only waits, ends at once and promotes the next one; one at work is asked to stop,
 * and ends `canceled` when the writes of its page are settled. Asking twice is no error.
 *
 * @throws {HubError} `not_found`; `run_already_finished`.
 */
export async function cancelRun({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<RunRecord> {
  requireScope(ctx, 'runs:write');
  const id = toLookup('run', input.id);
  const row = await inTenant(ctx, async (tx) => {
    await requireWithinReach(tx, ctx, id);
    const { sql } = tx;
    const [, [run]] = await Promise.all([
      sql`
        select 1 from integrations where org_id = ${ctx.orgId}
        and id = (select integration_id from runs where org_id = ${ctx.orgId} and id = ${id}) for no key update`,
      sql<{ status: RunStatus; integration_id: string }[]>`
        select status, integration_id from runs where org_id = ${ctx.orgId} and id = ${id} for update`,
    ]);
    if (run === undefined) throw notFound();
    await cancelIn(tx, ctx, { id, status: run.status, integrationId: run.integration_id });
    const [after] = await selectRuns(tx, sql`where runs.org_id = ${ctx.orgId} and runs.id = ${id}`);
    if (run.status !== 'canceling') {
      await writeAudit(tx, ctx, {
        action: 'run.canceled',
        resourceId: input.id,
        before: { status: run.status },
        after: { status: after?.status },
      });
    }
    return after;
  });
  if (row === undefined) throw notFound();
  return toRunRecord(row, ctx.temporal);
}

async function cancelIn(
  tx: Transaction,
  ctx: ServiceContext,
  run: { id: string; status: RunStatus; integrationId: string },
): Promise<void> {
  const { orgId } = ctx;
  const now = toTimestamp(ctx.clock.now());
  switch (run.status) {
    case 'queued':
    case 'waiting':
      await tx.sql`
        update runs set status = 'canceled', cancel_requested_at = ${now}, finished_at = ${now}, updated_at = ${now}
        where org_id = ${orgId} and id = ${run.id}`;
      await promoteNext(tx, orgId, run.integrationId);
      break;
    case 'running':
      await Promise.all([
        tx.sql`
          update runs set status = 'canceling', cancel_requested_at = ${now}, updated_at = ${now}
          where org_id = ${orgId} and id = ${run.id}`,
        enqueueCancel(tx, { orgId, runId: run.id, integrationId: run.integrationId }),
      ]);
      break;
    case 'canceling':
      break;
    case 'succeeded':
    case 'partially_succeeded':
    case 'failed':
    case 'canceled':
    case 'skipped':
      throw new HubError('run_already_finished', messages.runFinished, {
        details: { run_status: run.status },
      });
  }
}
