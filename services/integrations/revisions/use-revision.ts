import { toTimestamp } from '../../../core/clock.ts';
import { HubError, notFound } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { startAllWaitingEvents } from '../../triggers/start-waiting-events.ts';
import { followDefinition } from '../../triggers/store-workflows.ts';
import type { IntegrationRow } from '../integration.ts';
import { inspectDefinition } from '../validation/check-definition.ts';
import { hasRenamedSince } from '../validation/check-renamed.ts';
import { requireReady, requireUsable } from '../validation/readiness.ts';

/**
 * Reads a revision that runs are to use, which may have been saved long ago.
 *
 * @throws {HubError} `not_found`; `invalid_state` where later revisions renamed steps; `integration_not_ready` when the
 *   revision is not complete, or is not valid any more: connections that it names may be gone.
 */
export async function readUsable(
  tx: Transaction,
  ctx: ServiceContext,
  integrationId: string,
  revision: number,
): Promise<Definition> {
  const [found] = await tx.sql<{ definition: Definition }[]>`
    select definition from integration_revisions
    where org_id = ${ctx.orgId} and integration_id = ${integrationId} and revision = ${revision}`;
  if (found === undefined) throw notFound();
  const { definition } = found;
  if (await hasRenamedSince(tx, ctx.orgId, integrationId, revision))
    throw new HubError('invalid_state', messages.revisionHasOtherSteps);
  const { broken, problems } = await inspectDefinition(tx, ctx, definition, integrationId);
  requireUsable(problems);
  requireReady({ definition, broken });
  return definition;
}

/** Lets runs of an integration use a revision from now on, and with the status `active` its triggers start them. */
export async function useRevision(
  tx: Transaction,
  ctx: ServiceContext,
  current: IntegrationRow,
  { revision, definition, status }: { revision: number; definition: Definition; status: 'active' | 'inactive' },
): Promise<IntegrationRow> {
  const { orgId } = ctx;
  const { id: integrationId, active_revision: before } = current;
  const now = toTimestamp(ctx.clock.now());
  await Promise.all([
    tx.sql`
      update integrations set status = ${status}, active_revision = ${revision}, concurrency = ${definition.concurrency},
             updated_at = ${now}, row_version = row_version + 1
      where org_id = ${orgId} and id = ${integrationId}`,
    followDefinition(tx, { orgId, integrationId, now, pepper: ctx.pepper }, definition, status),
    writeAudit(tx, ctx, {
      action: status === 'active' ? 'integration.activated' : 'integration.updated',
      resourceId: toId('integration', integrationId),
      before: { status: current.status, active_revision: before },
      after: { status, active_revision: revision },
      changes: { revision, ...(before === null || before === revision ? {} : { revision_before: before }) },
    }),
  ]);
  if (status === 'active') await startAllWaitingEvents(tx, orgId, { integrationId }, now);
  return { ...current, status, active_revision: revision, row_version: current.row_version + 1, updated_at: now };
}
