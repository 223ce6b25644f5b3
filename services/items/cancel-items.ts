import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { HubError, notFound } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { cancelItems } from '../runs/queue/cancel-items.ts';
import { requireRun } from '../runs/require-run.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { itemColumns, type ItemRecord, type ItemRow, toItemRecord } from './item.ts';

/**
 * Lets an item end as canceled, before its next step. Asking twice is no error.
 *
 * @throws {HubError} `not_found`; `invalid_state` for one that has ended, and for a child.
 */
export function cancelItem({ ctx, input }: { ctx: ServiceContext; input: { id: string } }): Promise<ItemRecord> {
  requireScope(ctx, 'runs:write');
  const { orgId } = ctx;
  const id = toLookup('item', input.id);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const read = () => sql<ItemRow[]>`
      select ${sql.unsafe(itemColumns)} from items
      where org_id = ${orgId} and id = ${id} ${whereWithinReach(tx, ctx, 'items.integration_id')}`;
    const [before] = await read();
    if (before === undefined) throw notFound();
    if (before.parent_id !== null) throw new HubError('invalid_state', messages.itemIsChild);
    if (before.ended_at !== null)
      throw new HubError('invalid_state', messages.itemEnded, { details: { status: before.status } });
    const canceled = await cancelItems(tx, orgId, sql`id = ${id}`, toTimestamp(ctx.clock.now()));
    if (canceled > 0)
      await writeAudit(tx, ctx, { action: 'item.canceled', resourceId: input.id, before: { status: before.status } });
    const [after] = await read();
    if (after === undefined) throw notFound();
    return toItemRecord(after);
  });
}

export const cancelRunItemsInput = z
  .strictObject({
    status: z.enum(['ready', 'parked', 'held']).optional().meta({ description: 'Only these.' }),
    step: z.string().min(1).max(64).optional().meta({ description: 'Only those that stand at this step.' }),
    key: z.string().min(1).max(1024).optional().meta({ description: 'Only those of the record with this key.' }),
  })
  .meta({ id: 'CancelItemsInput', description: 'Which items of the run are canceled.' });

export const canceledItems = z
  .object({ items: z.int().min(0).meta({ description: 'How many were on their way, and were not canceled before.' }) })
  .meta({ id: 'CanceledItems', description: 'How many items are canceled.' });

/** Lets the items of a run end that have not yet, or some of them. @throws {HubError} `not_found` */
export function cancelRunItems({
  ctx,
  input: { id: runId, status, step, key },
}: {
  ctx: ServiceContext;
  input: z.infer<typeof cancelRunItemsInput> & { id: string };
}): Promise<z.infer<typeof canceledItems>> {
  requireScope(ctx, 'runs:write');
  const { orgId } = ctx;
  const id = toLookup('run', runId);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    await requireRun(tx, ctx, id);
    const where = sql`run_id = ${id}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${step === undefined ? sql`` : sql`and step = ${step}`}
      ${key === undefined ? sql`` : sql`and key = ${key}`}`;
    const items = await cancelItems(tx, orgId, where, toTimestamp(ctx.clock.now()));
    await writeAudit(tx, ctx, {
      action: 'run.items_canceled',
      resourceId: runId,
      changes: {
        items,
        ...(status === undefined ? {} : { status }),
        ...(step === undefined ? {} : { step }),
        ...(key === undefined ? {} : { key }),
      },
    });
    return { items };
  });
}
