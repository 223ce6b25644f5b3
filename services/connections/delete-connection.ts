import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { HubError, notFound } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { connections } from '../../drizzle/schema/index.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { Row } from '../shared/rows.ts';
import { stopRuns } from '../runs/queue/stop-runs.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion } from '../shared/versions.ts';
import { hasSubscriptions, removeWithinMs } from '../triggers/subscriptions/connection-subscriptions.ts';
import { stopWorkflows } from '../triggers/store-workflows.ts';

/** Segments that are at work end far sooner. */
export const credentialsKeptMs = 60 * 60_000;

/** A response names at most this many of the integrations that prevent it. */
const namedUsersMax = 10;

export const deleteConnectionInput = z.strictObject({
  cascade: z
    .enum(['pause'])
    .optional()
    .meta({ description: '`pause` deactivates the integrations that use the connection, and stops their runs.' }),
});

/**
 * Deletes a connection that no live integration uses; with `cascade`, the integrations are deactivated instead of
 * standing in the way. They keep their revisions, and cannot run until they are given another connection.
 *
 * Leaves a tombstone. Its sealed credentials go when no segment can be at work with them any more, and what was registered with
 * the vendor through it is removed there, or cannot be.
 *
 * @throws {HubError} `not_found`; `resource_in_use`, naming the integrations; as `requireVersion`.
 */
export async function deleteConnection({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; cascade?: 'pause' | undefined };
}): Promise<void> {
  requireScope(ctx, 'connections:write');
  const { orgId } = ctx;
  const id = toLookup('connection', input.id);
  await inTenant(ctx, async (tx) => {
    // Saving an integration locks it, then its connections: in the same order here, neither overlooks nor blocks the other.
    const lock = input.cascade === 'pause' ? 'lock' : undefined;
    if (lock !== undefined) await selectUsers(tx, orgId, id, lock);
    const [connection] = await tx.sql<
      Row<typeof connections, 'name' | 'serviceType' | 'status' | 'config' | 'rowVersion'>[]
    >`
      select name, service_type, status, config, row_version from connections
      where org_id = ${orgId} and id = ${id} and deleted_at is null for update`;
    if (connection === undefined) throw notFound();
    const { row_version: version, ...before } = connection;
    requireVersion(ctx, version);
    const users = await selectUsers(tx, orgId, id, lock);
    if (users.length > 0 && lock === undefined) throw inUse(users);
    const deletedAt = ctx.clock.now();
    const now = toTimestamp(deletedAt);
    // A worker ends this sooner, once nothing is left at the vendor.
    const toRemoveMs = (await hasSubscriptions(tx, orgId, id)) ? removeWithinMs : 0;
    const paused = users.map((user) => toId('integration', user.id));
    await Promise.all([
      ...users.map((user) => pause(tx, ctx, user, now)),
      tx.sql`
        update connections set deleted_at = ${now}, updated_at = ${now}, row_version = row_version + 1,
          rollback_until = ${toTimestamp(deletedAt + toRemoveMs + credentialsKeptMs)}
        where org_id = ${orgId} and id = ${id}`,
      writeAudit(tx, ctx, {
        action: 'connection.deleted',
        resourceId: input.id,
        before,
        changes: { name: connection.name, ...(paused.length === 0 ? {} : { paused }) },
      }),
    ]);
  });
}

interface User {
  id: string;
  status: string;
}

/** The live integrations whose newest or active revision names the connection; with a lock, they cannot change meanwhile. */
async function selectUsers({ sql }: Transaction, orgId: string, id: string, lock?: 'lock'): Promise<User[]> {
  return await sql<User[]>`
    select id, status from integrations
    where org_id = ${orgId} and deleted_at is null and exists (
      select 1 from integration_revisions as revisions
      where revisions.org_id = integrations.org_id and revisions.integration_id = integrations.id
        and revisions.connection_ids @> array[${id}::uuid]
        and revisions.revision in (integrations.revision, integrations.active_revision)
    )
    order by id ${lock === undefined ? sql`` : sql`for no key update`}`;
}

async function pause(tx: Transaction, ctx: ServiceContext, user: User, now: string): Promise<void> {
  const { orgId } = ctx;
  const integrationId = user.id;
  const wasActive = user.status === 'active';
  await Promise.all([
    stopRuns(tx, { orgId, integrationId, now }, 'all'),
    wasActive &&
      tx.sql`
        update integrations set status = 'inactive', updated_at = ${now}, row_version = row_version + 1
        where org_id = ${orgId} and id = ${integrationId}`,
    wasActive && stopWorkflows(tx, { orgId, integrationId, now }),
    wasActive &&
      writeAudit(tx, ctx, {
        action: 'integration.deactivated',
        resourceId: toId('integration', integrationId),
        before: { status: 'active' },
        after: { status: 'inactive' },
      }),
  ]);
}

function inUse(users: readonly User[]): HubError {
  return new HubError('resource_in_use', messages.connectionInUse, {
    details: { integrations: users.slice(0, namedUsersMax).map((user) => toId('integration', user.id)) },
  });
}
