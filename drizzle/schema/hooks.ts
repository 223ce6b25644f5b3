import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { bytea, defaultNow, id, lifeTimes, optionalTime, orgId, requiredTime } from './columns.ts';
import { integrations, workflows } from './integrations.ts';
import { organizations } from './organizations.ts';

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
    index('hooks_by_id').on(table.id, table.orgId),
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

/** What is subscribed to at a vendor: which connection and topic, for which events. UUIDs. */
export interface SubscriptionTerms {
  connection_id: string;
  topic: string;
  events: readonly string[];
  /** What it is about, where the topic has several. */
  of?: Readonly<Record<string, string>>;
  /** What the secret of deliveries is sealed to: the public half of a key that the API derives. */
  reply_key: string;
}

/**
 * What the hub has registered of its hooks at vendors, and what it wants to have registered there. A row outlives its hook,
 * until the vendor has nothing of it any more.
 */
export const hookSubscriptions = pgTable(
  'hook_subscriptions',
  {
    orgId: orgId(),
    hookId: uuid('hook_id').notNull(),
    integrationId: uuid('integration_id').notNull(),
    /** Absent: it is to be removed. */
    wanted: jsonb('wanted').$type<SubscriptionTerms>(),
    /** What may be there, written before it is made, with the address: absent where nothing is. */
    made: jsonb('made').$type<SubscriptionTerms & { url: string }>(),
    /** The vendor's id; absent while it is not known whether, or as what, it was made. */
    remoteId: text('remote_id'),
    endsAt: optionalTime('ends_at'),
    /** What deliveries are checked by, sealed to `reply_key`; and what they were before it was made again. */
    sealed: bytea('sealed'),
    previousSealed: bytea('previous_sealed'),
    madeAt: optionalTime('made_at'),
    /** When the vendor last said that it is there. */
    checkedAt: optionalTime('checked_at'),
    /** Why the last try came to nothing, and since when none has. */
    error: jsonb('error').$type<{ code: string; message: string }>(),
    failingSince: optionalTime('failing_since'),
    attempts: integer('attempts').notNull().default(0),
    nextTryAt: requiredTime('next_try_at').default(sql`now()`),
    leaseEpoch: integer('lease_epoch').notNull().default(0),
    leaseUntil: optionalTime('lease_until'),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.hookId] }),
    // Workers serve every organization.
    index('hook_subscriptions_due').on(table.nextTryAt),
    index('hook_subscriptions_by_integration').on(table.orgId, table.integrationId),
    foreignKey({ columns: [table.orgId], foreignColumns: [organizations.id] }).onDelete('cascade'),
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
    /** The event that it was merged with, whose item has what the newest of them said. */
    mergedInto: uuid('merged_into'),
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
    index('hook_events_merged')
      .on(table.orgId, table.mergedInto)
      .where(sql`merged_into is not null`),
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
    /** The hook whose newer deliveries of the key replace it. */
    hookId: uuid('hook_id'),
    /** Until then; absent where nothing replaces it, and a run may take it. */
    dueAt: optionalTime('due_at'),
    /** The latest that it may become due. */
    dueBy: optionalTime('due_by'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('inbox_by_integration').on(table.orgId, table.integrationId, table.position),
    uniqueIndex('inbox_debounced')
      .on(table.orgId, table.hookId, table.key)
      .where(sql`due_at is not null`),
    // What is due is looked for in every organization.
    index('inbox_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    // Items wait for what is delivered with a key.
    index('inbox_by_key').on(table.orgId, table.integrationId, table.key),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);
