import { sql } from 'drizzle-orm';
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { tickReasons, tickStatuses } from '../../core/enums.ts';
import { defaultNow, id, lifeTimes, optionalTime, orgId, requiredTime } from './columns.ts';
import { workflows } from './integrations.ts';

/** When a workflow starts runs by the clock, and up to where that is done. */
export const schedules = pgTable(
  'schedules',
  {
    orgId: orgId(),
    workflowId: uuid('workflow_id').notNull(),
    integrationId: uuid('integration_id').notNull(),
    /** The trigger, as the definition has it that was saved or activated last. */
    trigger: jsonb('trigger').$type<Record<string, unknown>>().notNull(),
    /** Every time that the schedule asks for up to here has its tick. */
    accountedUntil: requiredTime('accounted_until'),
    /** The next time that it asks for, its delay included; absent when it was never active, was taken away or has ended. */
    nextDueAt: optionalTime('next_due_at'),
    /** Not to be looked at before: a worker has taken it, or it waits for room in a queue. */
    notBefore: optionalTime('not_before'),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.workflowId] }),
    // Those that are due are looked for in every organization.
    index('schedules_due')
      .on(sql`greatest(next_due_at, not_before)`)
      .where(sql`next_due_at is not null`),
    index('schedules_by_integration').on(table.orgId, table.integrationId),
    foreignKey({
      columns: [table.orgId, table.workflowId],
      foreignColumns: [workflows.orgId, workflows.id],
    }).onDelete('cascade'),
  ],
);

/** What became of each time that a schedule asked for. */
export const scheduleTicks = pgTable(
  'schedule_ticks',
  {
    orgId: orgId(),
    id: id(),
    workflowId: uuid('workflow_id').notNull(),
    /** The time that the schedule asked for, without its delay. */
    scheduledAt: requiredTime('scheduled_at'),
    status: text('status', { enum: tickStatuses }).notNull(),
    reason: text('reason', { enum: tickReasons }),
    runId: uuid('run_id'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    // No time is accounted for twice, whoever tries.
    uniqueIndex('schedule_ticks_once').on(table.orgId, table.workflowId, table.scheduledAt),
    // Lists are walked newest first, and counted, without a look at other rows.
    index('schedule_ticks_by_workflow').on(table.orgId, table.workflowId, table.id),
    index('schedule_ticks_by_status').on(table.orgId, table.workflowId, table.status, table.id),
    // Those past their time are looked for in every organization.
    index('schedule_ticks_created').on(table.createdAt),
    foreignKey({
      columns: [table.orgId, table.workflowId],
      foreignColumns: [workflows.orgId, workflows.id],
    }).onDelete('cascade'),
  ],
);
