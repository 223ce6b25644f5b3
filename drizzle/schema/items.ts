import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { itemChanges, itemStatuses, itemStepOutcomes } from '../../core/enums.ts';
import { bytea, defaultNow, id, lifeTimes, optionalTime, orgId } from './columns.ts';
import { integrations } from './integrations.ts';

/**
 * Changes of records on their way through the steps of flows, and the children that steps make of them. Their records and outputs
 * are in `item_steps`. Pages are half full, so that a new version of a row lies beside the old one: migration `item_room`.
 */
export const items = pgTable(
  'items',
  {
    orgId: orgId(),
    id: id(),
    integrationId: uuid('integration_id').notNull(),
    /** The run that carries the item, or that carried it last. */
    runId: uuid('run_id').notNull(),
    /** The key of the record. */
    key: text('key').notNull(),
    /** What the flow names it for people; absent where it names none. */
    label: text('label'),
    /** Counts the changes of the record. */
    seq: integer('seq').notNull(),
    change: text('change', { enum: itemChanges }).notNull(),
    status: text('status', { enum: itemStatuses }).notNull(),
    /** The step at which the item stands, or failed; absent before the first and behind the last one. */
    step: text('step'),
    /**
     * What became of the effect of that step: `created`, `unchanged`, `failed`, …; absent while that is open. `again`: the
     * item is to go through the step once more.
     */
    settled: text('settled'),
    /** The item whose record is this one's `before`. */
    beforeId: uuid('before_id'),
    /** Of a child: the item whose step it goes through. It has the key, the sequence and the change of that. */
    parentId: uuid('parent_id'),
    /** The step of the parent that made it. */
    parentStep: text('parent_step'),
    /** What tells it from the other children of that step: the key of its element. */
    child: text('child'),
    /** Where it stands among them. */
    position: integer('position'),
    /** What effects of the record are known by, instead of its key: with the elements of the loops around. */
    subject: text('subject'),
    /** Of an item whose step made children: how many of them have not ended. */
    openChildren: integer('open_children'),
    /** Parked, and letting newer items of its record pass. */
    released: boolean('released').notNull().default(false),
    /** Ends the one before it of its record that is on its way; null while a formula is still to tell. */
    interrupts: boolean('interrupts').default(false),
    /** A step of another integration waits for its end. */
    called: boolean('called').notNull().default(false),
    /**
     * When its step has taken too long, if that says how long it may; later by what the item has stood before gates. Of a
     * scope that has, `-infinity`: its children end before their next steps.
     */
    timesOutAt: optionalTime('times_out_at'),
    /** Somebody wants it to end before its next step. */
    cancelRequestedAt: optionalTime('cancel_requested_at'),
    endedAt: optionalTime('ended_at'),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    // Few: those that a formula is to judge, and those that end others.
    index('items_unjudged')
      .on(table.orgId, table.integrationId, table.id)
      .where(sql`interrupts is null and ended_at is null`),
    index('items_canceling')
      .on(table.orgId, table.integrationId, table.key, table.seq)
      .where(sql`cancel_requested_at is not null and ended_at is null`),
    index('items_interrupting')
      .on(table.orgId, table.integrationId, table.key, table.seq)
      .where(sql`interrupts and parent_id is null and ended_at is null and step is null`),
    // Few: those at steps that say how long they may take.
    index('items_timed')
      .on(table.orgId, table.integrationId, table.timesOutAt)
      .where(sql`times_out_at is not null and ended_at is null`),
    // A change makes one item, however often it is tried.
    uniqueIndex('items_once')
      .on(table.orgId, table.integrationId, table.key, table.seq)
      .where(sql`parent_id is null`),
    // So does an element of it.
    uniqueIndex('items_children')
      .on(table.orgId, table.parentId, table.parentStep, table.child)
      .where(sql`parent_id is not null`),
    // Those whose step is open, and those that go on to the next one.
    index('items_waiting')
      .on(table.orgId, table.integrationId, table.step, table.id)
      .where(sql`status = 'ready' and settled is null`),
    index('items_moving')
      .on(table.orgId, table.integrationId, table.id)
      .where(sql`status = 'ready' and (settled is not null or step is null)`),
    index('items_open')
      .on(table.orgId, table.integrationId, table.key, table.seq)
      .where(sql`status in ('ready', 'parked', 'held')`),
    // Those that wait for the item before them; of their record, few or ten thousand children may be open.
    index('items_held')
      .on(table.orgId, table.integrationId, table.key, table.seq)
      .where(sql`status = 'held'`),
    // The runs that have open items, one step through the index each.
    index('items_carried')
      .on(table.orgId, table.integrationId, table.runId, table.status)
      .where(sql`status in ('proposed', 'ready', 'parked', 'held')`),
    // Lists are walked in the order of ids, and counted, without a look at other rows; those of every status are merged.
    index('items_by_integration_status')
      .on(table.orgId, table.integrationId, table.status, table.id)
      .where(sql`parent_id is null`),
    index('items_by_run_status')
      .on(table.orgId, table.runId, table.status, table.id)
      .where(sql`parent_id is null`),
    index('items_by_parent')
      .on(table.orgId, table.parentId, table.id)
      .where(sql`parent_id is not null`),
    // Those past their time are looked for in every organization.
    index('items_ended')
      .on(table.endedAt)
      .where(sql`ended_at is not null`),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.orgId, table.parentId], foreignColumns: [table.orgId, table.id] }).onDelete('cascade'),
  ],
);

/**
 * What items read and gave: the record that an item was made of, under the name '', and what became of it at each step.
 *
 * No foreign key: checking one cost four times what storing the row does. Statements store rows of items that they made or
 * changed, and a trigger deletes rows with their items.
 */
export const itemSteps = pgTable(
  'item_steps',
  {
    orgId: orgId(),
    itemId: uuid('item_id').notNull(),
    step: text('step').notNull(),
    outcome: text('outcome', { enum: itemStepOutcomes }).notNull(),
    /** Where the step stands in the flow. */
    position: integer('position').notNull(),
    /** The record, the output, or why the step failed, sealed; absent where there is none. */
    sealed: bytea('sealed'),
    /** What is written to undo what the step created, sealed; absent where there is nothing to undo. */
    undo: bytea('undo'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.itemId, table.step] })],
);
