import { toTimestamp } from '../../../core/clock.ts';
import { HubError, notFound } from '../../../core/errors.ts';
import type { Definition } from '../../../flow/definition.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { startAllWaitingEvents } from '../../triggers/start-waiting-events.ts';
import { requireScope } from '../../shared/scopes.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion, type Versioned } from '../../shared/versions.ts';
import { followDefinition } from '../../triggers/store-workflows.ts';
import { inspectDefinition } from '../validation/check-definition.ts';
import { type IntegrationRecord, type IntegrationRow, toVersionedIntegration } from '../integration.ts';
import { requireReady, requireUsable } from '../validation/readiness.ts';
import { lockIntegration } from '../select-integration.ts';
import { hasRenamedSince } from '../validation/check-renamed.ts';
import { toRevisionNumber } from './select-revisions.ts';
import { messages } from '../../../core/messages.ts';

/**
 * Lets an active integration run on the revision that is named: with an older one, the way back. The newest revision stays
 * the one that is shown and changed. Does nothing when the revision is active already.
 *
 * @throws {HubError} `not_found`; `precondition_failed`; `invalid_state` for an integration that is not active, whose
 *   triggers a way back must not start; `integration_not_ready` when the revision is not complete, or
 *   is not valid any more: connections that it names may be gone.
 */
export async function activateRevision({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; revision: string };
}): Promise<Versioned<IntegrationRecord>> {
  requireScope(ctx, 'integrations:write');
  const { orgId } = ctx;
  const integrationId = toLookup('integration', input.id);
  const number = toRevisionNumber(input.revision);
  const row = await inTenant(ctx, async (tx): Promise<IntegrationRow> => {
    const [current, [revision]] = await Promise.all([
      lockIntegration(tx, orgId, integrationId),
      tx.sql<{ definition: Definition }[]>`
        select definition from integration_revisions
        where org_id = ${orgId} and integration_id = ${integrationId} and revision = ${number}`,
    ]);
    if (revision === undefined) throw notFound();
    requireVersion(ctx, current.row_version);
    if (current.status !== 'active') throw notActive();
    if (current.active_revision === number) return current;
    const { definition } = revision;
    if (await hasRenamedSince(tx, orgId, integrationId, number))
      throw new HubError('invalid_state', messages.revisionHasOtherSteps);
    const { broken, problems } = await inspectDefinition(tx, ctx, definition, integrationId);
    requireUsable(problems);
    requireReady({ definition, broken });
    const now = toTimestamp(ctx.clock.now());
    await Promise.all([
      tx.sql`
        update integrations set status = 'active', active_revision = ${number}, concurrency = ${definition.concurrency},
               updated_at = ${now}, row_version = row_version + 1
        where org_id = ${orgId} and id = ${integrationId}`,
      followDefinition(tx, { orgId, integrationId, now, pepper: ctx.pepper }, definition, 'active'),
      writeAudit(tx, ctx, {
        action: 'integration.activated',
        resourceId: input.id,
        before: { status: current.status, active_revision: current.active_revision },
        after: { status: 'active', active_revision: number },
        changes: { revision: number, revision_before: current.active_revision },
      }),
    ]);
    await startAllWaitingEvents(tx, orgId, { integrationId }, now);
    return {
      ...current,
      status: 'active',
      active_revision: number,
      row_version: current.row_version + 1,
      updated_at: now,
    };
  });
  return toVersionedIntegration(row);
}

function notActive(): HubError {
  return new HubError('invalid_state', messages.revisionNotSelectable);
}
