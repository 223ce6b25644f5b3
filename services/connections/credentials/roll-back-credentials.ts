import { toTimestamp } from '../../../core/clock.ts';
import { HubError } from '../../../core/errors.ts';
import type { connectionCredentials } from '../../../drizzle/schema/index.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import type { Row } from '../../shared/rows.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion, type Versioned } from '../../shared/versions.ts';
import { type ConnectionRecord, toConnectionRecord } from '../connection.ts';
import { statusWithFreshCredentials } from './fresh-credentials.ts';
import { lockConnection, type LockedConnection } from '../select-connection.ts';
import { messages } from '../../../core/messages.ts';

/**
 * Goes back to the credentials before the last replacement. The configuration stays as it is; none are kept for an
 * address that the connection does not go to any more.
 *
 * @throws {HubError} `not_found`; `invalid_state` when there are none, or it is too late; as `requireVersion`.
 */
export async function rollBackCredentials({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<ConnectionRecord>> {
  requireScope(ctx, 'connections:write');
  const { orgId } = ctx;
  const row = await inTenant(ctx, async (tx) => {
    const current = await lockConnection(tx, orgId, input.id);
    requireVersion(ctx, current.row_version);
    const { id, previous_credential_version: version, rollback_until: until } = current;
    const now = ctx.clock.now();
    if (version === null || until === null || Date.parse(until) <= now) throw nothingToGoBackTo();
    const status = statusWithFreshCredentials(current.status);
    const updatedAt = status === current.status ? current.updated_at : toTimestamp(now);
    const [[restored]] = await Promise.all([
      tx.sql<(Row<typeof connectionCredentials, 'authMethod'> & Pick<LockedConnection, 'credentials_expire_at'>)[]>`
        select auth_method, expires_at as credentials_expire_at from connection_credentials
        where org_id = ${orgId} and connection_id = ${id} and version = ${version}`,
      // The replaced ones go when the time for a rollback is over, as any others do.
      tx.sql`
        update connections set credential_version = ${version}, previous_credential_version = null, status = ${status},
               updated_at = ${updatedAt}, row_version = row_version + 1
        where org_id = ${orgId} and id = ${id}`,
      tx.sql`delete from connection_schemas where org_id = ${orgId} and connection_id = ${id}`,
      writeAudit(tx, ctx, {
        action: 'connection.credentials_rolled_back',
        resourceId: input.id,
        before: { version: current.credential_version },
        after: { version },
        changes: { version },
      }),
    ]);
    const next = { ...current, ...restored, status, updated_at: updatedAt };
    return { ...next, row_version: current.row_version + 1 };
  });
  return { data: toConnectionRecord(row), version: row.row_version };
}

function nothingToGoBackTo(): HubError {
  return new HubError('invalid_state', messages.credentialsNotKept);
}
