import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import { type AccountRecord, toAccountRecord } from './account.ts';
import { selectAccount } from './select-account.ts';

/** Reads one account. @throws {HubError} `not_found` */
export async function getAccount({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<AccountRecord>> {
  requireScope(ctx, 'accounts:read');
  const row = await inTenant(ctx, (tx) => selectAccount(tx, ctx.orgId, input.id));
  return { data: toAccountRecord(row), version: row.row_version };
}
