import { toTimestamp } from '../../core/clock.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { startAllWaitingEvents } from '../triggers/start-waiting-events.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import { followDefinition } from '../triggers/store-workflows.ts';
import { type IntegrationRecord, type IntegrationRow, toVersionedIntegration } from './integration.ts';
import { requireReady } from './validation/readiness.ts';
import { lockIntegration } from './select-integration.ts';

/**
 * Lets the triggers of an integration start runs, on its newest revision. Does nothing when they do already.
 *
 * After a rollback this goes forward again.
 *
 * @throws {HubError} `not_found`; `precondition_failed`; `integration_not_ready` while set-up steps are open.
 */
export async function activateIntegration({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<IntegrationRecord>> {
  requireScope(ctx, 'integrations:write');
  const row = await inTenant(ctx, async (tx): Promise<IntegrationRow> => {
    const current = await lockIntegration(tx, ctx.orgId, toLookup('integration', input.id));
    requireVersion(ctx, current.row_version);
    requireReady(current);
    if (current.status === 'active' && current.active_revision === current.revision) return current;
    const now = toTimestamp(ctx.clock.now());
    await Promise.all([
      tx.sql`
        update integrations set status = 'active', active_revision = revision,
               concurrency = ${current.definition.concurrency}, updated_at = ${now}, row_version = row_version + 1
        where org_id = ${ctx.orgId} and id = ${current.id}`,
      followDefinition(
        tx,
        { orgId: ctx.orgId, integrationId: current.id, now, pepper: ctx.pepper },
        current.definition,
        'active',
      ),
      writeAudit(tx, ctx, {
        action: 'integration.activated',
        resourceId: input.id,
        before: { status: current.status, active_revision: current.active_revision },
        after: { status: 'active', active_revision: current.revision },
        changes: { revision: current.revision },
      }),
    ]);
    await startAllWaitingEvents(tx, ctx.orgId, { integrationId: current.id }, now);
    return {
      ...current,
      status: 'active',
      active_revision: current.revision,
      row_version: current.row_version + 1,
      updated_at: now,
    };
  });
  return toVersionedIntegration(row);
}
