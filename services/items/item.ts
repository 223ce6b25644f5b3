import { z } from 'zod';
import { callOutcomes, callStatuses, itemChanges, itemStatuses, itemStepOutcomes } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { calls, items, itemSteps } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';
import { itemValues } from './item-values.ts';
import { timelineEntry } from './timeline.ts';

/** A change of a record on its way through the steps of a flow. */
export const itemRecord = z
  .object({
    id: idOf('item'),
    integration_id: idOf('integration'),
    run_id: idOf('run').meta({ description: 'The run that carries the item, or carried it last.' }),
    key: z.string().meta({ description: 'The key of the record.', example: '00123' }),
    label: z
      .string()
      .optional()
      .meta({ description: 'What `label` of the integration names it for people.', example: 'Ada Lovelace' }),
    seq: z
      .int()
      .meta({ description: 'Counts the changes of the record: 1 is the first that made an item.', example: 3 }),
    change: z.enum(itemChanges).meta({ description: 'What happened to the record since its last item.' }),
    status: z.enum(itemStatuses).meta({
      description:
        '`ready` is on its way; `held` waits until the item before it of the same record has ended; `skipped` came to its end without need of an effect, as a `stop` said or since `source.changes` leaves it out; `interrupted`: a newer item of the record took its place; `canceled`: somebody did not want it any more.',
    }),
    step: z
      .string()
      .optional()
      .meta({ description: 'The step at which it stands, or that failed.', example: 'account' }),
    parent: z
      .object({
        id: idOf('item'),
        step: z.string().meta({ description: 'The step that made the child.', example: 'groups' }),
      })
      .optional()
      .meta({ description: 'Of a child: its parent, and the step of it that made the child.' }),
    child: z.string().optional().meta({
      description: 'What tells it from the other children of that step: the key of its element.',
      example: 'admins',
    }),
    open_children: z
      .int()
      .optional()
      .meta({ description: 'How many children of its step have not ended; absent where the step has none.' }),
    canceling: z.literal(true).optional().meta({ description: 'Somebody canceled it: it ends before its next step.' }),
    created_at: timestamp,
    updated_at: timestamp,
    ended_at: timestamp.optional().meta({ description: 'When it came to its end.' }),
  })
  .meta({ id: 'Item' });

export type ItemRecord = z.infer<typeof itemRecord>;

/** An item with what became of it at each step. */
export const itemDetail = itemRecord
  .extend({
    steps: z
      .array(
        z.object({
          step: z.string().meta({ description: 'The id of the step.', example: 'account' }),
          outcome: z
            .enum(itemStepOutcomes)
            .meta({ description: '`skipped` where the `when` of the step was not true.' }),
          at: timestamp.meta({ description: 'When the item had come through.' }),
        }),
      )
      .meta({ description: 'The steps that the item has come through, in that order.' }),
    calls: z
      .array(
        z.object({
          step: z.string().meta({ description: 'The id of the step.', example: 'provision' }),
          integration_id: idOf('integration').meta({ description: 'The integration that is called.' }),
          status: z.enum(callStatuses).meta({ description: '`asked` until there is room for a run of it.' }),
          outcome: z.enum(callOutcomes).optional().meta({
            description:
              'How what was called ended; `started`: it goes its own way; `refused`: there was no run; `left`: its run ended before it.',
          }),
          item_id: idOf('item').optional().meta({ description: 'What the input became.' }),
          run_id: idOf('run').optional().meta({ description: 'The run that was started for it.' }),
        }),
      )
      .optional()
      .meta({ description: 'The other integrations that its steps call. Absent where it called none.' }),
    called_by: idOf('item').optional().meta({ description: 'The item whose step called this one.' }),
    timeline: z.array(timelineEntry).meta({
      description: 'What became of it at each step, in that order, the one at which it stands included.',
    }),
    values: itemValues.optional().meta({ description: 'Only where they were asked for.' }),
  })
  .meta({ id: 'ItemDetail' });

export type ItemDetail = z.infer<typeof itemDetail>;

export type ItemRow = Row<
  typeof items,
  | 'id'
  | 'integrationId'
  | 'runId'
  | 'key'
  | 'label'
  | 'seq'
  | 'change'
  | 'status'
  | 'step'
  | 'parentId'
  | 'parentStep'
  | 'child'
  | 'openChildren'
  | 'cancelRequestedAt'
  | 'createdAt'
  | 'updatedAt'
  | 'endedAt'
>;

export const itemColumns =
  'id, integration_id, run_id, key, label, seq, change, status, step, parent_id, parent_step, child, open_children, cancel_requested_at, created_at, updated_at, ended_at';

export type ItemStepRow = Row<typeof itemSteps, 'step' | 'outcome' | 'createdAt'>;

export function toItemRecord(row: ItemRow): ItemRecord {
  return {
    id: toId('item', row.id),
    integration_id: toId('integration', row.integration_id),
    run_id: toId('run', row.run_id),
    key: row.key,
    ...(row.label === null ? {} : { label: row.label }),
    seq: row.seq,
    change: row.change,
    status: row.status,
    ...(row.step === null ? {} : { step: row.step }),
    ...(row.parent_id === null ? {} : { parent: { id: toId('item', row.parent_id), step: row.parent_step ?? '' } }),
    ...(row.child === null ? {} : { child: row.child }),
    ...(row.open_children === null ? {} : { open_children: row.open_children }),
    ...(row.cancel_requested_at === null || row.ended_at !== null ? {} : { canceling: true as const }),
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
    ...(row.ended_at === null ? {} : { ended_at: fromTime(row.ended_at) }),
  };
}

export type ItemCallRow = Row<
  typeof calls,
  'itemId' | 'step' | 'calleeId' | 'status' | 'outcome' | 'childItemId' | 'childRunId'
>;

/** @param rows Calls of the item, and the one that called it. */
export function toItemCalls(itemId: string, rows: readonly ItemCallRow[]): Pick<ItemDetail, 'calls' | 'called_by'> {
  const own = rows.filter((row) => row.item_id === itemId);
  const by = rows.find((row) => row.item_id !== itemId);
  const calls = own.map(({ step, callee_id: callee, status, outcome, child_item_id: child, child_run_id: run }) => ({
    step,
    integration_id: toId('integration', callee),
    status,
    ...(outcome === null ? {} : { outcome }),
    ...(child === null ? {} : { item_id: toId('item', child) }),
    ...(run === null ? {} : { run_id: toId('run', run) }),
  }));
  return {
    ...(calls.length === 0 ? {} : { calls }),
    ...(by === undefined ? {} : { called_by: toId('item', by.item_id) }),
  };
}
