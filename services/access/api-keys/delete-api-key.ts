import { toId } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { requireScope, requireScopesOf, sortScopes } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion } from '../../shared/versions.ts';
import { toApiKeyRecord, type UsedApiKeyRow } from './api-key-record.ts';
import { requireUndoable } from './require-undoable.ts';
import { requireApiKey, selectApiKeys } from './select-api-keys.ts';

/**
 * Deletes an API key; requests that use it are refused from then on.
 *
 * @throws {HubError} `not_found`; `insufficient_scope` for a key that may do more than the caller; `resource_in_use`
 *   for the key that the request uses.
 */
export async function deleteApiKey({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, 'api_keys:write');
  await inTenant(ctx, async (tx) => {
    const row = await requireApiKey(tx, ctx.orgId, input.id, 'lock');
    requireScopesOf(ctx, sortScopes(row.scopes));
    requireVersion(ctx, row.row_version);
    requireUndoable(ctx, row.id);
    await removeApiKey(tx, ctx, row);
  });
}

/** Deletes the keys of directories that a connection was made for. */
export async function deleteKeysOf(tx: Transaction, ctx: ServiceContext, ssoConnectionId: string): Promise<void> {
  const where = tx.sql`where keys.org_id = ${ctx.orgId} and keys.sso_connection_id = ${ssoConnectionId}`;
  for (const row of await selectApiKeys(tx, where)) await removeApiKey(tx, ctx, row);
}

async function removeApiKey(tx: Transaction, ctx: ServiceContext, row: UsedApiKeyRow): Promise<void> {
  await Promise.all([
    tx.sql`delete from api_keys where org_id = ${ctx.orgId} and id = ${row.id}`,
    writeAudit(tx, ctx, {
      action: 'api_key.deleted',
      resourceId: toId('apiKey', row.id),
      before: toApiKeyRecord(row, ctx.clock.now()),
      changes: { name: row.name },
    }),
  ]);
}
