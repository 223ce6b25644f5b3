import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { waitKinds, waitStatuses } from '../../core/enums.ts';
import { bytea, defaultNow, id, optionalTime, orgId } from './columns.ts';
import { items } from './items.ts';

/** What parked items wait for: a time, or an answer. Whichever comes first makes the row, the item or its answer. */
export const waits = pgTable(
  'waits',
  {
    orgId: orgId(),
    id: id(),
    integrationId: uuid('integration_id').notNull(),
    /** The run that carries the item. */
    runId: uuid('run_id').notNull(),
    itemId: uuid('item_id').notNull(),
    step: text('step').notNull(),
    kind: text('kind', { enum: waitKinds }).notNull(),
    status: text('status', { enum: waitStatuses }).notNull().default('open'),
    /** When the item came to the step; absent for an answer that came before it. */
    parkedAt: optionalTime('parked_at'),
    /** When the wait is looked at again: it is over, or its check is due. Absent where only an answer ends it. */
    dueAt: optionalTime('due_at'),
    /** Of a check: when it is given up. */
    endsAt: optionalTime('ends_at'),
    /** Of an approval: what is asked, who may decide, how many have to agree, and who may not be among them. */
    message: text('message'),
    approvers: text('approvers').array(),
    quorum: smallint('quorum'),
    notBy: text('not_by'),
    /** Of a batch: which items come together, and the item that goes through its steps for them, once they are closed. */
    batchGroup: text('batch_group'),
    batchItem: uuid('batch_item'),
    /** What the answer gave, or what the item adds to its batch, sealed. */
    sealed: bytea('sealed'),
    endedAt: optionalTime('ended_at'),
    /** The item has gone on. */
    settled: boolean('settled').notNull().default(false),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    // An item waits at a step once; tried again, it waits again.
    uniqueIndex('waits_once')
      .on(table.orgId, table.itemId, table.step)
      .where(sql`not settled`),
    // What ends first of a run's, and what has ended.
    index('waits_due')
      .on(table.orgId, table.runId, table.dueAt)
      .where(sql`status = 'open' and due_at is not null`),
    index('waits_over')
      .on(table.orgId, table.runId, table.id)
      .where(sql`status <> 'open' and not settled`),
    // Approvals are listed newest first, and counted, without a look at other rows.
    index('waits_approvals')
      .on(table.orgId, table.status, table.id)
      .where(sql`kind = 'approval'`),
    // What is to be closed of a run's batches, what has ended, and what is in one.
    index('waits_batches')
      .on(table.orgId, table.integrationId, table.runId, table.step)
      .where(sql`kind = 'batch' and status = 'open'`),
    index('waits_of_batch')
      .on(table.orgId, table.batchItem)
      .where(sql`batch_item is not null`),
    index('waits_by_item').on(table.orgId, table.itemId),
    index('waits_by_integration').on(table.orgId, table.integrationId),
    foreignKey({ columns: [table.orgId, table.itemId], foreignColumns: [items.orgId, items.id] }).onDelete('cascade'),
  ],
);

/** What approvers said, each once. */
export const approvalDecisions = pgTable(
  'approval_decisions',
  {
    orgId: orgId(),
    waitId: uuid('wait_id').notNull(),
    /** Id of the key, person or client that decided. */
    actor: text('actor').notNull(),
    decision: text('decision', { enum: ['approve', 'reject'] }).notNull(),
    comment: text('comment'),
    /** The values of the form, sealed. */
    sealed: bytea('sealed'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.waitId, table.actor] }),
    foreignKey({ columns: [table.orgId, table.waitId], foreignColumns: [waits.orgId, waits.id] }).onDelete('cascade'),
  ],
);
