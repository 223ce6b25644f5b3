import { HubError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { requireVersion } from '../shared/versions.ts';
import { toAccountRecord } from './account.ts';
import { selectAccount } from './select-account.ts';
import { messages } from '../../core/messages.ts';

/** A response names at most this many of each kind that prevent it. */
const namedUsersMax = 10;

/**
 * Deletes an account that no live integration and no connection belongs to.
 *
 * @throws {HubError} `not_found`; `resource_in_use`, naming them; as `requireVersion`.
 */
export async function deleteAccount({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<void> {
  requireScope(ctx, 'accounts:write');
  const { orgId } = ctx;
  await inTenant(ctx, async (tx) => {
    const account = await selectAccount(tx, orgId, input.id, 'delete');
    requireVersion(ctx, account.row_version);
    await requireUnused(tx, orgId, account.id);
    await Promise.all([
      // What was deleted before still refers to it.
      tx.sql`update connections set account_id = null where org_id = ${orgId} and account_id = ${account.id}`,
      tx.sql`update integrations set account_id = null where org_id = ${orgId} and account_id = ${account.id}`,
      tx.sql`delete from accounts where org_id = ${orgId} and id = ${account.id}`,
      writeAudit(tx, ctx, {
        action: 'account.deleted',
        resourceId: input.id,
        before: toAccountRecord(account),
        changes: { name: account.name },
      }),
    ]);
  });
}

async function requireUnused({ sql }: Transaction, orgId: string, accountId: string): Promise<void> {
  const [integrations, connections] = await Promise.all([
    sql<{ id: string }[]>`
      select id from integrations where org_id = ${orgId} and account_id = ${accountId} and deleted_at is null
      order by id limit ${namedUsersMax}`,
    sql<{ id: string }[]>`
      select id from connections where org_id = ${orgId} and account_id = ${accountId} and deleted_at is null
      order by id limit ${namedUsersMax}`,
  ]);
  if (integrations.length + connections.length === 0) return;
  throw new HubError('resource_in_use', messages.accountInUse, {
    details: {
      integrations: integrations.map(({ id }) => toId('integration', id)),
      connections: connections.map(({ id }) => toId('connection', id)),
    },
  });
}
