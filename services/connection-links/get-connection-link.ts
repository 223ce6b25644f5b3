import { notFound } from '../../core/errors.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { whereAccountsReach } from './accounts-reach.ts';
import {
  type ConnectionLinkRecord,
  type ConnectionLinkRow,
  linkColumns,
  toConnectionLinkRecord,
} from './connection-link.ts';

/** Shows a link, and the connection that came of it. @throws {HubError} `not_found` */
export async function getConnectionLink({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<ConnectionLinkRecord> {
  requireScope(ctx, 'connections:read');
  const [row] = await inTenant(
    ctx,
    async (tx) =>
      await tx.sql<ConnectionLinkRow[]>`
      select ${tx.sql.unsafe(linkColumns)} from connection_links
      where org_id = ${ctx.orgId} and id = ${toLookup('connectionLink', input.id)} ${whereAccountsReach(tx, ctx)}`,
  );
  if (row === undefined) throw notFound();
  return toConnectionLinkRecord(row, ctx.clock.now());
}
