import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { callKinds, callOutcomes, callStatuses } from '../../core/enums.ts';
import { bytea, id, lifeTimes, optionalTime, orgId } from './columns.ts';
import { items } from './items.ts';

/**
 * What items of flows ask of other integrations. Asked in the transaction that parks the item, and ended in the one in which
 * what it asked for ends; a worker carries out what lies between.
 */
export const calls = pgTable(
  'calls',
  {
    orgId: orgId(),
    id: id(),
    integrationId: uuid('integration_id').notNull(),
    /** The run that the item was of when it came to the step. */
    runId: uuid('run_id').notNull(),
    itemId: uuid('item_id').notNull(),
    step: text('step').notNull(),
    kind: text('kind', { enum: callKinds }).notNull(),
    /** The integration that is called. */
    calleeId: uuid('callee_id').notNull(),
    /** The item goes on as soon as a run is made. */
    detached: boolean('detached').notNull(),
    /** The input, sealed for the integration that calls. */
    sealed: bytea('sealed'),
    status: text('status', { enum: callStatuses }).notNull(),
    outcome: text('outcome', { enum: callOutcomes }),
    /** Why it was refused. */
    code: text('code'),
    message: text('message'),
    /** The item that the input becomes. */
    childItemId: uuid('child_item_id'),
    /** The run that was started for it. Another run of the integration may carry the item. */
    childRunId: uuid('child_run_id'),
    /** The item that calls has ended, or its run was canceled. */
    cancelRequestedAt: optionalTime('cancel_requested_at'),
    /** When a worker has something to do for it; absent while it has not. */
    dueAt: optionalTime('due_at'),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    // An item calls at a step once; tried again, it takes up what it called.
    uniqueIndex('calls_once').on(table.orgId, table.itemId, table.step),
    // Served in every organization.
    index('calls_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index('calls_of_run')
      .on(table.orgId, table.runId, table.step)
      .where(sql`status <> 'ended' or due_at is not null`),
    index('calls_by_child')
      .on(table.orgId, table.childItemId)
      .where(sql`child_item_id is not null`),
    index('calls_by_child_run')
      .on(table.orgId, table.childRunId)
      .where(sql`status = 'started'`),
    foreignKey({ columns: [table.orgId, table.itemId], foreignColumns: [items.orgId, items.id] }).onDelete('cascade'),
  ],
);
