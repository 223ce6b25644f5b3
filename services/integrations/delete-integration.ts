import { toTimestamp } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { writeAudit } from '../audit.ts';
import type { ServiceContext } from '../context.ts';
import { stopRuns } from '../runs/stop-runs.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { inTenant } from '../transaction.ts';

/**
 * Deletes an integration and stops its runs, in one transaction.
 *
 * Leaves a tombstone: what is known of its records goes when no segment can hold its lease any more.
 *
 * @throws {HubError} `not_found`
 */
export async function deleteIntegration({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, 'integrations:write');
  const { orgId } = ctx;
  const id = toLookup('integration', input.id);
  const now = toTimestamp(ctx.clock.now());
  await inTenant(ctx, async (tx) => {
    const [deleted] = await tx.sql<{ name: string }[]>`
      update integrations set deleted_at = ${now}, updated_at = ${now}, row_version = row_version + 1
      where org_id = ${orgId} and id = ${id} and deleted_at is null returning name`;
    if (deleted === undefined) throw notFound();
    await Promise.all([
      stopRuns(tx, { orgId, integrationId: id, now }),
      writeAudit(tx, ctx, { action: 'integration.deleted', resourceId: input.id, changes: { name: deleted.name } }),
    ]);
  });
}
