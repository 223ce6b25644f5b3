import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { cancelItems } from '../runs/queue/cancel-items.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import { stopWorkflows } from '../triggers/store-workflows.ts';
import { type IntegrationRecord, type IntegrationRow, toVersionedIntegration } from './integration.ts';
import { lockIntegration } from './select-integration.ts';

export const deactivateIntegrationInput = z
  .strictObject({
    open_items: z.enum(['finish', 'cancel']).default('finish').meta({
      description:
        'What happens to items of a flow that are on their way or wait: they go on to their end, or end before their next step.',
    }),
  })
  .meta({ id: 'DeactivateInput', description: 'What becomes of items that have not ended.' });

/**
 * Stops the triggers of an integration; runs under way go on, and it can still be executed by hand. Does nothing when
 * it is not active.
 *
 * @throws {HubError} `not_found`; `precondition_failed`
 */
export async function deactivateIntegration({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; open_items?: 'finish' | 'cancel' };
}): Promise<Versioned<IntegrationRecord>> {
  requireScope(ctx, 'integrations:write');
  const row = await inTenant(ctx, async (tx): Promise<IntegrationRow> => {
    const current = await lockIntegration(tx, ctx.orgId, toLookup('integration', input.id));
    requireVersion(ctx, current.row_version);
    if (input.open_items === 'cancel') await cancelOpen(tx, ctx, current.id);
    if (current.status !== 'active') return current;
    const status = 'inactive';
    const now = toTimestamp(ctx.clock.now());
    await Promise.all([
      tx.sql`
        update integrations set status = ${status}, updated_at = ${now}, row_version = row_version + 1
        where org_id = ${ctx.orgId} and id = ${current.id}`,
      stopWorkflows(tx, { orgId: ctx.orgId, integrationId: current.id, now }),
      writeAudit(tx, ctx, {
        action: 'integration.deactivated',
        resourceId: input.id,
        before: { status: current.status },
        after: { status },
      }),
    ]);
    return { ...current, status, row_version: current.row_version + 1, updated_at: now };
  });
  return toVersionedIntegration(row);
}

async function cancelOpen(tx: Transaction, ctx: ServiceContext, integrationId: string): Promise<void> {
  const now = toTimestamp(ctx.clock.now());
  const items = await cancelItems(tx, ctx.orgId, tx.sql`integration_id = ${integrationId}`, now);
  if (items === 0) return;
  await writeAudit(tx, ctx, {
    action: 'integration.items_canceled',
    resourceId: toId('integration', integrationId),
    changes: { items },
  });
}
