import { toTimestamp } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { writeAudit } from '../audit.ts';
import type { ServiceContext } from '../context.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { inTenant } from '../transaction.ts';
import { setWorkflowStatus } from '../workflows/store-workflows.ts';
import { type IntegrationRecord, type IntegrationRow, toIntegrationRecord } from './integration.ts';
import { selectIntegration } from './select-integration.ts';

/**
 * Stops the triggers of an integration; runs under way go on, and it can still be executed by hand. Does nothing when
 * it is not active.
 *
 * @throws {HubError} `not_found`
 */
export async function deactivateIntegration({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<IntegrationRecord> {
  requireScope(ctx, 'integrations:write');
  const row = await inTenant(ctx, async (tx): Promise<IntegrationRow> => {
    const [current] = await selectIntegration(tx, ctx.orgId, toLookup('integration', input.id), 'lock');
    if (current === undefined) throw notFound();
    if (current.status !== 'active') return current;
    const now = toTimestamp(ctx.clock.now());
    await Promise.all([
      tx.sql`
        update integrations set status = 'inactive', updated_at = ${now}, row_version = row_version + 1
        where org_id = ${ctx.orgId} and id = ${current.id}`,
      setWorkflowStatus(tx, { orgId: ctx.orgId, integrationId: current.id, now }, 'inactive'),
      writeAudit(tx, ctx, { action: 'integration.deactivated', resourceId: input.id }),
    ]);
    return { ...current, status: 'inactive', updated_at: now };
  });
  return toIntegrationRecord(row);
}
