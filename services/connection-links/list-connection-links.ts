import { z } from 'zod';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { cursorQuery, pageQuery } from '../shared/pages.ts';
import { toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { readTenant } from '../shared/transaction.ts';
import {
  type ConnectionLinkRecord,
  type ConnectionLinkRow,
  linkColumns,
  toConnectionLinkRecord,
} from './connection-link.ts';
import { whereAccountsReach } from './accounts-reach.ts';

export const listConnectionLinksInput = z.strictObject({
  ...pageQuery(),
  account_id: z.string().optional(),
  ...cursorQuery('connectionLink', 'a link'),
});

/** Lists the links of the organization, newest first. They are kept for a month after they expire. */
export function listConnectionLinks({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listConnectionLinksInput>;
}): Promise<Page<ConnectionLinkRecord>> {
  requireScope(ctx, 'connections:read');
  const now = ctx.clock.now();
  return readTenant(ctx, (tx) => {
    const { sql } = tx;
    const account =
      input.account_id === undefined ? sql`` : sql`and account_id = ${toLookup('account', input.account_id)}`;
    return listPage<ConnectionLinkRow, ConnectionLinkRecord>(tx, input, {
      kind: 'connectionLink',
      orgId: ctx.orgId,
      table: 'connection_links',
      where: sql`where org_id = ${ctx.orgId} ${account} ${whereAccountsReach(tx, ctx)}`,
      order: '-created_at',
      select: (page) => sql`select ${sql.unsafe(linkColumns)} from connection_links ${page}`,
      toItem: (row) => toConnectionLinkRecord(row, now),
    });
  });
}
