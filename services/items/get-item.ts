import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromTime } from '../shared/rows.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import { hasScope, requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import {
  type ItemCallRow,
  itemColumns,
  type ItemDetail,
  type ItemRow,
  type ItemStepRow,
  toItemCalls,
  toItemRecord,
} from './item.ts';
import { readItemValues } from './read-item-values.ts';
import { selectPassages } from './select-passages.ts';
import { toTimeline } from './timeline.ts';

export const getItemInput = z.strictObject({
  values: z.enum(['true', 'false']).optional().meta({
    description:
      '`true`: also what the item was made of and what its steps gave. Asks for the scope `records:read`. Sensitive fields are masked.',
  }),
});

/**
 * Reads an item with the steps that it has come through, and what it called; its values where they are asked for.
 *
 * @throws {HubError} `not_found`; as `readItemValues`.
 */
export async function getItem({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof getItemInput> & { id: string };
}): Promise<ItemDetail> {
  requireScope(ctx, 'runs:read');
  if (input.values === 'true') requireScope(ctx, 'records:read');
  const id = toLookup('item', input.id);
  const [[item], steps, calls, passages] = await inTenant(ctx, (tx) =>
    Promise.all([
      tx.sql<ItemRow[]>`
        select ${tx.sql.unsafe(itemColumns)} from items
        where org_id = ${ctx.orgId} and id = ${id} ${whereWithinReach(tx, ctx, 'items.integration_id')}`,
      tx.sql<ItemStepRow[]>`
        select step, outcome, created_at from item_steps
        where org_id = ${ctx.orgId} and item_id = ${id} and step ~ '^[A-Za-z]' order by position`,
      tx.sql<ItemCallRow[]>`
        select item_id, step, callee_id, status, outcome, child_item_id, child_run_id from calls
        where org_id = ${ctx.orgId} and (item_id = ${id} or child_item_id = ${id}) order by created_at, step`,
      selectPassages(tx, ctx.orgId, id),
    ]),
  );
  if (item === undefined) throw notFound();
  const values = input.values === 'true' ? await readItemValues(ctx, id) : undefined;
  return {
    ...toItemRecord(item),
    steps: steps.map(({ step, outcome, created_at: at }) => ({ step, outcome, at: fromTime(at) })),
    ...toItemCalls(id, calls),
    timeline: toTimeline(item, passages, { withTexts: hasScope(ctx.scopes, 'records:read') }),
    ...(values === undefined ? {} : { values }),
  };
}
