import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion, type Versioned } from '../shared/versions.ts';
import { type IntegrationRecord, toVersionedIntegration } from './integration.ts';
import { readUsable, useRevision } from './revisions/use-revision.ts';
import { requireReady } from './validation/readiness.ts';
import { lockIntegration } from './select-integration.ts';

/**
 * Lets the triggers of an integration start runs. Does nothing when they do already.
 *
 * They use the revision that runs used last, by hand included: the newest one, unless an older one was named since.
 *
 * @throws {HubError} `precondition_failed`; `integration_not_ready` while set-up steps are open; as `readUsable`.
 */
export async function activateIntegration({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<IntegrationRecord>> {
  requireScope(ctx, 'integrations:write');
  const row = await inTenant(ctx, async (tx) => {
    const current = await lockIntegration(tx, ctx.orgId, toLookup('integration', input.id));
    requireVersion(ctx, current.row_version);
    const revision = current.active_revision ?? current.revision;
    const isNewest = revision === current.revision;
    const definition = isNewest ? current.definition : await readUsable(tx, ctx, current.id, revision);
    requireReady({ definition, broken: current.broken });
    if (current.status === 'active') return current;
    return useRevision(tx, ctx, current, { revision, definition, status: 'active' });
  });
  return toVersionedIntegration(row);
}
