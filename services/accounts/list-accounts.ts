import { z } from 'zod';
import { accountStatuses } from '../../core/enums.ts';
import { accountsPerPageDefault, type Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { afterQuery, createdQuery, nameQuery, pageQuery, sortQuery, whereListed } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { readTenant } from '../shared/transaction.ts';
import { type AccountRecord, type AccountRow, toAccountRecord } from './account.ts';

export const listAccountsInput = z.strictObject({
  ...pageQuery(accountsPerPageDefault),
  status: z.enum(accountStatuses).optional(),
  ...createdQuery,
  ...nameQuery,
  ...sortQuery,
  ...afterQuery('account', 'an account'),
});

/** Lists the accounts of the organization. */
export function listAccounts({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listAccountsInput>;
}): Promise<Page<AccountRecord>> {
  requireScope(ctx, 'accounts:read');
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const status = input.status === undefined ? sql`` : sql`and status = ${input.status}`;
    const where = sql`where org_id = ${ctx.orgId} ${status} ${whereListed(tx, 'accounts', input)}`;
    return listPage<AccountRow, AccountRecord>(tx, input, {
      kind: 'account',
      orgId: ctx.orgId,
      table: 'accounts',
      where,
      order: input.sort,
      // A page beyond the last one does not exist.
      reach: 'all',
      select: (page) =>
        sql`select id, name, status, external_ref, metadata, created_at, updated_at from accounts ${page}`,
      toItem: toAccountRecord,
    });
  });
}
