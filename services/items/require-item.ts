import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { itemColumns, type ItemRow } from './item.ts';

/** Reads an item that the caller may know of. @param id UUID. @throws {HubError} `not_found` */
export async function requireItem(
  tx: Transaction,
  ctx: Pick<ServiceContext, 'orgId' | 'accounts'>,
  id: string,
): Promise<ItemRow> {
  const [item] = await tx.sql<ItemRow[]>`
    select ${tx.sql.unsafe(itemColumns)} from items
    where org_id = ${ctx.orgId} and id = ${id} ${whereWithinReach(tx, ctx, 'items.integration_id')}`;
  if (item === undefined) throw notFound();
  return item;
}
