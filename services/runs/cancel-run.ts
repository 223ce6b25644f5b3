import { toTimestamp } from '../../core/clock.ts';
import { HubError, notFound } from '../../core/errors.ts';
import { isFinished } from '../../core/pure/run-status.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { stopRun } from './queue/stop-run.ts';
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
    const [owner] = await sql<{ id: string }[]>`
      select id from integrations where org_id = ${ctx.orgId}
      and id = (select integration_id from runs where org_id = ${ctx.orgId} and id = ${id}) for no key update`;
    const place = { orgId: ctx.orgId, runId: id, integrationId: owner?.id ?? '' };
    const status = owner && (await stopRun(tx, place, toTimestamp(ctx.clock.now())));
    if (status === undefined) throw notFound();
    if (isFinished(status)) {
      throw new HubError('run_already_finished', messages.runFinished, { details: { run_status: status } });
    }
    const [after] = await selectRuns(tx, sql`where runs.org_id = ${ctx.orgId} and runs.id = ${id}`);
    if (status !== 'canceling') {
      await writeAudit(tx, ctx, {
        action: 'run.canceled',
        resourceId: input.id,
        before: { status },
        after: { status: after?.status },
      });
    }
    return after;
  });
  if (row === undefined) throw notFound();
  return toRunRecord(row, ctx.temporal);
}
