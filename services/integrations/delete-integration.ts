import { toTimestamp } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { integrations } from '../../drizzle/schema/index.ts';
import type { Row } from '../shared/rows.ts';
import { cancelOpenItems } from '../runs/queue/cancel-open-items.ts';
import { stopRuns } from '../runs/queue/stop-runs.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireUnlinked, storeLinks } from '../triggers/links/store-links.ts';
import { endTriggers } from '../triggers/kinds/trigger-kinds.ts';
import { requireVersion } from '../shared/versions.ts';

/**
 * Deletes an integration and stops its runs, in one transaction.
 *
 * Leaves a tombstone: what is known of its records goes when no segment can hold its lease any more.
 *
 * @throws {HubError} `not_found`; `precondition_failed`; `resource_in_use` while others start after it.
 */
export async function deleteIntegration({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, 'integrations:write');
  const { orgId } = ctx;
  const id = toLookup('integration', input.id);
  const now = toTimestamp(ctx.clock.now());
  await inTenant(ctx, async (tx) => {
    const [found] = await tx.sql<Row<typeof integrations, 'name' | 'status' | 'revision' | 'rowVersion'>[]>`
      select name, status, revision, row_version from integrations
      where org_id = ${orgId} and id = ${id} and deleted_at is null for no key update`;
    if (found === undefined) throw notFound();
    const { row_version: version, ...before } = found;
    requireVersion(ctx, version);
    await requireUnlinked(tx, orgId, id);
    await Promise.all([
      tx.sql`
        update integrations set deleted_at = ${now}, updated_at = ${now}, row_version = row_version + 1
        where org_id = ${orgId} and id = ${id}`,
      storeLinks(tx, { orgId, integrationId: id }, {}),
      endTriggers(tx, { orgId, integrationId: id, now }, []),
      tx.sql`update workflows set deleted_at = ${now} where org_id = ${orgId} and integration_id = ${id}`,
      stopRuns(tx, { orgId, integrationId: id, now }, 'all'),
      writeAudit(tx, ctx, {
        action: 'integration.deleted',
        resourceId: input.id,
        before,
        changes: { name: found.name },
      }),
    ]);
    await cancelOpenItems(tx, { orgId, integrationId: id });
  });
}
