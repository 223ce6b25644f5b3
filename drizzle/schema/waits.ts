import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ApprovalNotice } from '../../core/pure/approval-notice.ts';
import { waitKinds, waitStatuses, withheldReasons } from '../../core/enums.ts';
import { bytea, defaultNow, id, optionalTime, orgId, requiredTime } from './columns.ts';
import { items } from './items.ts';
import { integrations } from './integrations.ts';
import { memberships } from './people.ts';
import { runs } from './runs.ts';

/** What parked items wait for: a time, or an answer. Whichever comes first makes the row, the item or its answer. */
export const waits = pgTable(
  'waits',
  {
    orgId: orgId(),
    id: id(),
    integrationId: uuid('integration_id').notNull(),
    /** The run that carries the item. */
    runId: uuid('run_id').notNull(),
    /** Absent for an approval that a guard asks for, which has no step, either. */
    itemId: uuid('item_id'),
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
    /** Of an approval: all that are open of the run at the step are decided on at once. */
    together: boolean('together').notNull().default(false),
    /** Of an approval: what people are still told of it, and when they are told next. Both absent: nothing more. */
    notices: jsonb('notices').$type<ApprovalNotice[]>(),
    tellAt: optionalTime('tell_at'),
    /** Of a batch: which items come together, and the item that goes through its steps for them, once they are closed. */
    batchGroup: text('batch_group'),
    batchItem: uuid('batch_item'),
    /** Of an event: the integration that it is delivered to, and its key. */
    eventIntegration: uuid('event_integration'),
    eventKey: text('event_key'),
    /** Deliveries since then are still to be looked through; absent once they were. */
    looksBackTo: optionalTime('looks_back_to'),
    /** The item that was made of the delivery which came. */
    eventItem: uuid('event_item'),
    /** What the answer gave, or what the item adds to its batch, sealed. */
    sealed: bytea('sealed'),
    endedAt: optionalTime('ended_at'),
    /** The item has gone on. */
    settled: boolean('settled').notNull().default(false),
    /** Of an approval that a guard asks for: the run that held back what it is about. It is `settled` from the beginning. */
    guardedRunId: uuid('guarded_run_id'),
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
      .on(table.orgId, table.status, table.id, table.together)
      .where(sql`kind = 'approval'`),
    // Those that a delivery answers, and those of a run that still look back.
    index('waits_events')
      .on(table.orgId, table.eventIntegration, table.eventKey)
      .where(sql`kind = 'event' and status = 'open'`),
    index('waits_looking_back')
      .on(table.orgId, table.runId, table.id)
      .where(sql`looks_back_to is not null`),
    // What is to be closed of a run's batches, what has ended, and what is in one.
    index('waits_batches')
      .on(table.orgId, table.integrationId, table.runId, table.step)
      .where(sql`kind = 'batch' and status = 'open'`),
    index('waits_of_batch')
      .on(table.orgId, table.batchItem)
      .where(sql`batch_item is not null`),
    // Of whom people are told next, over all tenants.
    index('waits_to_tell')
      .on(table.tellAt)
      .where(sql`status = 'open' and tell_at is not null`),
    index('waits_by_item').on(table.orgId, table.itemId),
    index('waits_by_integration').on(table.orgId, table.integrationId),
    index('waits_of_guards')
      .on(table.orgId, table.guardedRunId)
      .where(sql`guarded_run_id is not null`),
    check('waits_of_one', sql`(item_id is null) = (guarded_run_id is not null)`),
    foreignKey({ columns: [table.orgId, table.itemId], foreignColumns: [items.orgId, items.id] }).onDelete('cascade'),
    foreignKey({ columns: [table.orgId, table.guardedRunId], foreignColumns: [runs.orgId, runs.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** What a guard held back and an approval is about: the set that is shown, which stays as it was. */
export const withheldChanges = pgTable(
  'withheld_changes',
  {
    orgId: orgId(),
    waitId: uuid('wait_id').notNull(),
    integrationId: uuid('integration_id').notNull(),
    stream: text('stream').notNull(),
    /** The step of the integration that reads it. */
    step: text('step').notNull(),
    fingerprint: text('fingerprint').notNull(),
    about: text('about', { enum: ['removals', 'items'] }).notNull(),
    reason: text('reason', { enum: withheldReasons }).notNull(),
    /** What happened to each record, a space, and its key; sorted. Of one that has ended, the first of them. */
    records: text('records').array().notNull(),
    count: integer('count').notNull(),
    /** SHA-256 over all of them. */
    hash: text('hash').notNull(),
    /** The run that was made for it when it was approved. */
    followedBy: uuid('followed_by'),
    /** The run whose reading carried it out, found nothing left of it, or more than it. Later ones do not go by it. */
    endedBy: uuid('ended_by'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.waitId] }),
    index('withheld_changes_standing')
      .on(table.orgId, table.integrationId)
      .where(sql`ended_by is null`),
    index('withheld_changes_by_integration').on(table.orgId, table.integrationId),
    foreignKey({ columns: [table.orgId, table.waitId], foreignColumns: [waits.orgId, waits.id] }).onDelete('cascade'),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
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
    /** UUID of the member for whom the actor decided. Absent: for themselves. */
    onBehalfOf: uuid('on_behalf_of'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.waitId, table.actor] }),
    uniqueIndex('approval_decisions_behalf')
      .on(table.orgId, table.waitId, table.onBehalfOf)
      .where(sql`on_behalf_of is not null`),
    foreignKey({ columns: [table.orgId, table.waitId], foreignColumns: [waits.orgId, waits.id] }).onDelete('cascade'),
  ],
);

/** Members who let another one decide for them, for a time. */
export const approvalDelegations = pgTable(
  'approval_delegations',
  {
    orgId: orgId(),
    id: id(),
    /** Whose decisions they are. */
    userId: uuid('user_id').notNull(),
    delegateId: uuid('delegate_id').notNull(),
    startsAt: requiredTime('starts_at'),
    endsAt: requiredTime('ends_at'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({
      columns: [table.orgId, table.userId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.orgId, table.delegateId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }).onDelete('cascade'),
    index('approval_delegations_by_user').on(table.orgId, table.userId),
    index('approval_delegations_by_delegate').on(table.orgId, table.delegateId),
    // Those past their time are looked for in every organization.
    index('approval_delegations_ended').on(table.endsAt),
  ],
);
