import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  concurrencyModes,
  followedOutcomes,
  integrationStatuses,
  linkKinds,
  workflowStatuses,
  workflowTypes,
} from '../../core/enums.ts';
import { defaultNow, id, lifeTimes, optionalTime, orgId, rowVersion } from './columns.ts';
import { accounts, organizations } from './organizations.ts';
import { memberships } from './people.ts';

export const integrations = pgTable(
  'integrations',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    accountId: uuid('account_id'),
    name: text('name').notNull(),
    status: text('status', { enum: integrationStatuses }).notNull().default('draft'),
    /** The newest revision; its content is in `integration_revisions`. */
    revision: integer('revision').notNull(),
    /** The revision that runs use, by hand and by triggers; null, until one is activated: the newest. */
    activeRevision: integer('active_revision'),
    concurrency: text('concurrency', { enum: concurrencyModes }).notNull().default('queue'),
    /** Of the connections that the newest revision names; kept here so that a list looks at no other table for them. */
    serviceTypes: text('service_types')
      .array()
      .notNull()
      .default(sql`'{}'`),
    rowVersion: rowVersion(),
    ...lifeTimes(),
    deletedAt: optionalTime('deleted_at'),
    /** Until then, its runs wait: the last one took workers down. */
    coolsUntil: optionalTime('cools_until'),
    /** Since then, nothing is left of what a deleted one knew of its records. */
    emptiedAt: optionalTime('emptied_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.accountId], foreignColumns: [accounts.orgId, accounts.id] }),
    // Lists are counted and walked, and searched by name, without a look at the rows, whose accounts row-level security asks for.
    index('integrations_live')
      .on(table.orgId, table.id, table.accountId, table.name)
      .where(sql`deleted_at is null`),
    index('integrations_by_name')
      .on(table.orgId, table.name, table.id)
      .where(sql`deleted_at is null`),
    index('integrations_to_empty')
      .on(table.deletedAt)
      .where(sql`deleted_at is not null and emptied_at is null`),
  ],
);

/** The immutable content of each version of an integration. */
export const integrationRevisions = pgTable(
  'integration_revisions',
  {
    orgId: orgId(),
    integrationId: uuid('integration_id').notNull(),
    revision: integer('revision').notNull(),
    definition: jsonb('definition').$type<Record<string, unknown>>().notNull(),
    /** Connections that the definition names; kept beside it so that "in use" is an index look-up. */
    connectionIds: uuid('connection_ids').array().notNull(),
    /** Lookup tables that the definition names. */
    lookupTableIds: uuid('lookup_table_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Calendars that the definition names. */
    calendarIds: uuid('calendar_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Who made it, as the audit log shows it; absent for revisions that are older than this column. */
    createdBy: text('created_by'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.integrationId, table.revision] }),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
    index('integration_revisions_connections').using('gin', table.connectionIds),
    index('integration_revisions_lookup_tables').using('gin', table.lookupTableIds),
    index('integration_revisions_calendars').using('gin', table.calendarIds),
  ],
);

/**
 * Connections and calendars that the newest or the active revision of a live integration names: lists of uses are read in the
 * order of its key. Kept by triggers of the two tables above.
 */
export const integrationUses = pgTable(
  'integration_uses',
  {
    orgId: orgId(),
    usedId: uuid('used_id').notNull(),
    integrationId: uuid('integration_id').notNull(),
    /** The active revision names it, and not only the newest one. */
    active: boolean('active').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.usedId, table.integrationId] }),
    index('integration_uses_by_integration').on(table.orgId, table.integrationId),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);

/** What people have not saved yet of an integration: one for each person. Nothing of it is checked. */
export const integrationDrafts = pgTable(
  'integration_drafts',
  {
    orgId: orgId(),
    integrationId: uuid('integration_id').notNull(),
    userId: uuid('user_id').notNull(),
    definition: jsonb('definition').$type<Record<string, unknown>>().notNull(),
    /** What the work began from, and the ETag that this had. */
    base: jsonb('base').$type<Record<string, unknown>>().notNull(),
    baseEtag: text('base_etag').notNull(),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.userId, table.integrationId] }),
    foreignKey({
      columns: [table.orgId, table.userId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
    index('integration_drafts_by_integration').on(table.orgId, table.integrationId),
    index('integration_drafts_age').on(table.updatedAt),
  ],
);

/** An integration's automation for one trigger; every integration has one that is started by hand. */
export const workflows = pgTable(
  'workflows',
  {
    orgId: orgId(),
    id: id(),
    integrationId: uuid('integration_id').notNull(),
    /** The id of the trigger in the definition; `manual` for the one that every integration has. */
    triggerKey: text('trigger_key').notNull(),
    type: text('type', { enum: workflowTypes }).notNull(),
    status: text('status', { enum: workflowStatuses }).notNull(),
    /** Since then it starts nothing, as somebody wished. */
    pausedAt: optionalTime('paused_at'),
    ...lifeTimes(),
    /** Of its integration. */
    deletedAt: optionalTime('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    // Lists are counted and walked without a look at the rows.
    index('workflows_live')
      .on(table.orgId, table.id, table.status, table.type)
      .where(sql`deleted_at is null`),
    uniqueIndex('workflows_trigger').on(table.orgId, table.integrationId, table.triggerKey),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);

/** Other integrations that the definition of one names, of the revision that was saved or activated last. */
export const integrationLinks = pgTable(
  'integration_links',
  {
    orgId: orgId(),
    /** The integration whose definition it is. */
    integrationId: uuid('integration_id').notNull(),
    kind: text('kind', { enum: linkKinds }).notNull(),
    /** Id of the trigger, or of the step. */
    name: text('name').notNull(),
    otherId: uuid('other_id').notNull(),
    /** Ends of the other's runs that start one. */
    outcomes: text('outcomes', { enum: followedOutcomes }).array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.integrationId, table.kind, table.name] }),
    index('integration_links_other').on(table.orgId, table.otherId, table.kind),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);

/** Runs that are to be started, since one of another integration has ended: written by a trigger in that transaction. */
export const afterStarts = pgTable(
  'after_starts',
  {
    orgId: orgId(),
    id: id(),
    integrationId: uuid('integration_id').notNull(),
    workflowId: uuid('workflow_id').notNull(),
    /** The run that ended. */
    runId: uuid('run_id').notNull(),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    // Served in every organization, the oldest first.
    index('after_starts_by_age').on(table.id),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);
