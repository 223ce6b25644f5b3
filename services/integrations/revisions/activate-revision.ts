import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion, type Versioned } from '../../shared/versions.ts';
import { type IntegrationRecord, toVersionedIntegration } from '../integration.ts';
import { lockIntegration } from '../select-integration.ts';
import { toRevisionNumber } from './select-revisions.ts';
import { readUsable, useRevision } from './use-revision.ts';

/**
 * Lets the runs of an integration use the revision that is named: with an older one, the way back. The newest revision
 * stays the one that is shown and changed. Does nothing when they use it already.
 *
 * It starts no triggers of an integration that is not active.
 *
 * @throws {HubError} `precondition_failed`; as `readUsable`.
 */
export async function activateRevision({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; revision: string };
}): Promise<Versioned<IntegrationRecord>> {
  requireScope(ctx, 'integrations:write');
  const revision = toRevisionNumber(input.revision);
  const row = await inTenant(ctx, async (tx) => {
    const current = await lockIntegration(tx, ctx.orgId, toLookup('integration', input.id));
    requireVersion(ctx, current.row_version);
    if ((current.active_revision ?? current.revision) === revision) return current;
    const definition = await readUsable(tx, ctx, current.id, revision);
    const status = current.status === 'active' ? 'active' : 'inactive';
    // Its connections can all be used, or it would not be usable.
    return { ...(await useRevision(tx, ctx, current, { revision, definition, status })), broken: [] };
  });
  return toVersionedIntegration(row);
}
