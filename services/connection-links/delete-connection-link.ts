import { notFound } from '../../core/errors.ts';
import { writeAudit } from '../audit-events/audit.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { whereAccountsReach } from './accounts-reach.ts';
import { type ConnectionLinkRow, linkColumns, toConnectionLinkRecord } from './connection-link.ts';

/** Takes a link back: it leads nowhere from then on. What was connected by it stays. @throws {HubError} `not_found` */
export async function deleteConnectionLink({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<void> {
  requireScope(ctx, 'connections:write');
  const id = toLookup('connectionLink', input.id);
  await inTenant(ctx, async (tx) => {
    const [row] = await tx.sql<ConnectionLinkRow[]>`
      delete from connection_links where org_id = ${ctx.orgId} and id = ${id} ${whereAccountsReach(tx, ctx)}
      returning ${tx.sql.unsafe(linkColumns)}`;
    if (row === undefined) throw notFound();
    await writeAudit(tx, ctx, {
      action: 'connection_link.deleted',
      resourceId: input.id,
      before: toConnectionLinkRecord(row, ctx.clock.now()),
    });
  });
}
