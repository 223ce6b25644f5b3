import { z } from 'zod';
import { itemStatuses } from '../../core/enums.ts';
import { notFound } from '../../core/errors.ts';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listPage } from '../shared/list-page.ts';
import { afterQuery, pageQuery } from '../shared/pages.ts';
import { requireRun } from '../runs/require-run.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { itemColumns, type ItemRecord, type ItemRow, toItemRecord } from './item.ts';

const key = z.string().min(1).max(1024);

export const listRunItemsInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(itemStatuses).optional(),
  step: z.string().min(1).max(64).optional(),
  key: key.optional(),
  label: z.string().min(1).max(200).optional().meta({ description: 'A part of the label, in any case.' }),
  parent: z
    .string()
    .optional()
    .meta({ description: 'An item: its children. Default: items that are children of none.' }),
  ...afterQuery('item', 'an item of this list'),
});

/**
 * Items of every status, in the order of the lists: PostgreSQL merges one walk through an index for each. An index
 * without the status would be written with each change of an item, for these lists alone.
 */
const ofEveryStatus = `(${itemStatuses.map((status) => `(select * from items where status = '${status}' order by id)`).join(' union all ')})`;

/** Lists the items that a run carries, or carried last, oldest first. @throws {HubError} `not_found` */
export function listRunItems({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listRunItemsInput> & { id: string };
}): Promise<Page<ItemRecord>> {
  requireScope(ctx, 'runs:read');
  const id = toLookup('run', input.id);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const where = sql`
      where org_id = ${ctx.orgId} and run_id = ${id}
      ${input.parent === undefined ? sql`and parent_id is null` : sql`and parent_id = ${toLookup('item', input.parent)}`}
      ${input.status === undefined ? sql`` : sql`and status = ${input.status}`}
      ${input.step === undefined ? sql`` : sql`and step = ${input.step}`}
      ${input.key === undefined ? sql`` : sql`and key = ${input.key}`}
      ${input.label === undefined ? sql`` : sql`and position(lower(${input.label}) in lower(label)) > 0`}`;
    const [, page] = await Promise.all([
      requireRun(tx, ctx, id),
      listPage<ItemRow, ItemRecord>(tx, input, {
        kind: 'item',
        orgId: ctx.orgId,
        table: 'items',
        ...(input.status === undefined && input.parent === undefined ? { from: sql.unsafe(ofEveryStatus) } : {}),
        where,
        order: 'created_at',
        select: (rows) => sql`select ${sql.unsafe(itemColumns)} from items ${rows}`,
        toItem: toItemRecord,
      }),
    ]);
    return page;
  });
}

export const listIntegrationItemsInput = z.strictObject({
  ...pageQuery(),
  status: z.enum(itemStatuses).optional(),
  key: key.optional().meta({ description: 'The key of a record: only its items.' }),
  ...afterQuery('item', 'an item of this list'),
});

/** Lists the items of an integration over all runs, or every one of a record, oldest first. @throws {HubError} `not_found` */
export function listIntegrationItems({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listIntegrationItemsInput> & { id: string };
}): Promise<Page<ItemRecord>> {
  requireScope(ctx, 'runs:read');
  const id = toLookup('integration', input.id);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const [integration] = await sql`
      select 1 from integrations where org_id = ${ctx.orgId} and id = ${id} and deleted_at is null`;
    if (integration === undefined) throw notFound();
    return listPage<ItemRow, ItemRecord>(tx, input, {
      kind: 'item',
      orgId: ctx.orgId,
      table: 'items',
      ...(input.status === undefined && input.key === undefined ? { from: tx.sql.unsafe(ofEveryStatus) } : {}),
      where: sql`
        where org_id = ${ctx.orgId} and integration_id = ${id} and parent_id is null
        ${input.status === undefined ? sql`` : sql`and status = ${input.status}`}
        ${input.key === undefined ? sql`` : sql`and key = ${input.key}`}`,
      order: 'created_at',
      select: (rows) => sql`select ${sql.unsafe(itemColumns)} from items ${rows}`,
      toItem: toItemRecord,
    });
  });
}
