import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, orgId } from './columns.ts';
import { integrations } from './integrations.ts';

/**
 * The groups of an aggregation, while a run reads their records and until it has written them. As far as its stream's
 * cursor has come: both change in one transaction.
 */
export const recordGroups = pgTable(
  'record_groups',
  {
    orgId: orgId(),
    integrationId: uuid('integration_id').notNull(),
    stream: text('stream').notNull(),
    /** The step of the integration that reads it. */
    step: text('step').notNull().default('sync'),
    groupKey: text('group_key').notNull(),
    /** What its records added up to, sealed. */
    sealed: bytea('sealed').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.integrationId, table.stream, table.step, table.groupKey] }),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);
