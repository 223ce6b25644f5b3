import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, defaultNow, id, lifeTimes, optionalTime, orgId } from './columns.ts';
import { integrations, workflows } from './integrations.ts';

/** Where a vendor's events for one integration arrive: `/hooks/{id}`. */
export const hooks = pgTable(
  'hooks',
  {
    orgId: orgId(),
    id: id(),
    integrationId: uuid('integration_id').notNull(),
    workflowId: uuid('workflow_id').notNull(),
    /** The connector whose form the credentials fill; those of another connector open nothing. */
    serviceType: text('service_type'),
    /** What deliveries are checked by, encrypted under a key that the API derives from the pepper. */
    sealed: bytea('sealed'),
    /** The credentials before the last change, which count as well until `previousExpiresAt`. */
    previousSealed: bytea('previous_sealed'),
    previousExpiresAt: optionalTime('previous_expires_at'),
    /** How deliveries become records; absent where they only say that the source changed. */
    payload: jsonb('payload').$type<Record<string, unknown>>(),
    /** How deliveries are verified and read, as the trigger declares it; absent where the connector says so. */
    declaration: jsonb('declaration').$type<Record<string, unknown>>(),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    uniqueIndex('hooks_workflow').on(table.orgId, table.workflowId),
    // A delivery names its hook, and nothing else that could be looked up.
    index('hooks_by_id').on(table.id),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.orgId, table.workflowId],
      foreignColumns: [workflows.orgId, workflows.id],
    }).onDelete('cascade'),
  ],
);

/** Events that were accepted: not what they say, which is read from the source, but which they are. */
export const hookEvents = pgTable(
  'hook_events',
  {
    orgId: orgId(),
    id: id(),
    hookId: uuid('hook_id').notNull(),
    /** SHA-256 of the vendor's id of the event; absent where it sends none. */
    keyHash: bytea('key_hash'),
    name: text('name').notNull(),
    /** When it happened, as the vendor says. */
    occurredAt: optionalTime('occurred_at'),
    /** No run could be created for it yet: the next run covers it. */
    waits: boolean('waits').notNull().default(false),
    /** The run that reads what happened; absent where the event started none. */
    runId: uuid('run_id'),
    receivedAt: defaultNow('received_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    uniqueIndex('hook_events_key')
      .on(table.orgId, table.hookId, table.keyHash)
      .where(sql`key_hash is not null`),
    index('hook_events_by_hook').on(table.orgId, table.hookId, table.id),
    index('hook_events_waiting')
      .on(table.orgId, table.hookId)
      .where(sql`waits`),
    // Those past their time are looked for in every organization.
    index('hook_events_received').on(table.receivedAt),
    foreignKey({ columns: [table.orgId, table.hookId], foreignColumns: [hooks.orgId, hooks.id] }).onDelete('cascade'),
  ],
);

/** What was delivered, or given to an execution, until a run makes an item of it: the record, sealed. */
export const inbox = pgTable(
  'inbox',
  {
    orgId: orgId(),
    /** Of the item that is made of it. */
    id: id(),
    integrationId: uuid('integration_id').notNull(),
    /** The order in which they came. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    key: text('key').notNull(),
    sealed: bytea('sealed').notNull(),
    receivedAt: defaultNow('received_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('inbox_by_integration').on(table.orgId, table.integrationId, table.position),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);
