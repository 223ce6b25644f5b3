import { z } from 'zod';
import { accountStatuses } from '../../core/enums.ts';
import { accountsPerPageDefault, type Page, toOffset } from '../../core/pagination.ts';
import type { ServiceContext } from '../context.ts';
import { createdQuery, nameQuery, orderListed, pageQuery, sortQuery, toPage, whereListed } from '../pages.ts';
import { requireScope } from '../scopes.ts';
import { readTenant } from '../transaction.ts';
import { type AccountRecord, type AccountRow, toAccountRecord } from './account.ts';

/** @see SPEC §4.1 */
export const listAccountsInput = z.strictObject({
  ...pageQuery(accountsPerPageDefault),
  status: z.enum(accountStatuses).optional(),
  ...createdQuery,
  ...nameQuery,
  ...sortQuery,
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
  const { limit, offset } = toOffset(input);
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const status = input.status === undefined ? sql`` : sql`and status = ${input.status}`;
    const where = sql`where org_id = ${ctx.orgId} ${status} ${whereListed(tx, 'accounts', input)}`;
    return toPage(
      input,
      [
        sql<AccountRow[]>`
          select id, name, status, external_ref, metadata, created_at, updated_at from accounts
          ${where} ${orderListed(tx, 'accounts', input.sort)} limit ${limit} offset ${offset}`,
        sql<{ total: number }[]>`select count(*) as total from accounts ${where}`,
      ],
      toAccountRecord,
    );
  });
}
