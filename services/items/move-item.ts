import { z } from 'zod';
import { invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { isUndo } from '../../flow/index.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { type Ahead, directItem } from './direct-item.ts';
import { type ItemRecord, type ItemRow, toItemRecord } from './item.ts';

export const moveItemInput = z
  .strictObject({
    step: z
      .string()
      .min(1)
      .max(64)
      .meta({ description: 'The step to go on with, before or behind the present one.', example: 'account' }),
  })
  .meta({ id: 'MoveItemInput', description: 'Where the item goes on.' });

/**
 * Lets an item that waits or failed go on with another step. What it did stays done: a step that it comes through again writes again
 * only where that is safe, and one that creates does so once for each item.
 *
 * @throws {HubError} `invalid_request` for a step that the item cannot go on with; as `directItem`.
 */
export async function moveItem({
  ctx,
  input: { id: itemId, step },
}: {
  ctx: ServiceContext;
  input: z.infer<typeof moveItemInput> & { id: string };
}): Promise<ItemRecord> {
  requireScope(ctx, 'runs:write');
  const id = toLookup('item', itemId);
  const { item } = await inTenant(ctx, (tx) =>
    directItem(tx, ctx, id, {
      action: 'item.moved',
      changes: { step },
      change: (inner, at, ahead) => storeMove(inner, ctx.orgId, { item: at, step }, ahead),
    }),
  );
  return toItemRecord(item);
}

async function storeMove(
  { sql }: Transaction,
  orgId: string,
  { item, step }: { item: ItemRow; step: string },
  { flow, definition }: Ahead,
): Promise<void> {
  const wanted = flow.steps.get(step);
  const closing = new Set([...(definition.finally ?? []), ...(definition.on_error?.then ?? [])].map(({ id }) => id));
  const isWithin = wanted !== undefined && wanted.within === (item.parent_step ?? undefined);
  if (wanted === undefined || !isWithin || isUndo(wanted) || closing.has(step)) {
    const allowed = [...flow.steps.values()]
      .filter((one) => one.within === (item.parent_step ?? undefined) && !isUndo(one) && !closing.has(one.id))
      .map(({ id }) => id);
    const message = messages.stepNotReachable({ step });
    throw invalidRequest(messages.bodyInvalid, [{ path: 'step', code: 'unknown_step', message, allowed }]);
  }
  // Steps that make children make them again; what these did is known, and not done twice.
  const again = [...flow.steps.values()].filter(({ order }) => order >= wanted.order).map(({ id }) => id);
  await sql`delete from items where org_id = ${orgId} and parent_id = ${item.id} and parent_step = any(${again}::text[])`;
  await sql`
    update items set step = ${step}, settled = 'again', open_children = null where org_id = ${orgId} and id = ${item.id}`;
}
