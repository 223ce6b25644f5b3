import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  deliveryStatuses,
  notificationCauses,
  webhookDisabledReasons,
  webhookFormats,
  webhookOrderings,
} from '../../core/enums.ts';
import type { JsonObject } from '../../core/json.ts';
import { bytea, defaultNow, id, lifeTimes, optionalTime, orgId, requiredTime, rowVersion } from './columns.ts';
import { organizations } from './organizations.ts';

/** Where an organization receives events. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    name: text('name').notNull(),
    /** Where the address is a secret, its origin only. */
    url: text('url').notNull(),
    format: text('format', { enum: webhookFormats }).notNull().default('standard'),
    /** An address that is a secret: an envelope made by `vault/`. */
    sealedUrl: bytea('sealed_url'),
    /** Only events about these integrations; absent: all. */
    integrationIds: uuid('integration_ids').array(),
    /** Types and groups: `run.failed`, `connection.*`, `*`. */
    events: text('events').array().notNull(),
    ordering: text('ordering', { enum: webhookOrderings }).notNull(),
    /** The signing secret: an envelope made by `vault/`, bound to its version. The API process cannot open it. */
    sealed: bytea('sealed').notNull(),
    keyId: text('key_id').notNull(),
    secretVersion: integer('secret_version').notNull(),
    /** The secret before the last rotation, which is signed with as well until `previousExpiresAt`. */
    previousSealed: bytea('previous_sealed'),
    previousExpiresAt: optionalTime('previous_expires_at'),
    disabledAt: optionalTime('disabled_at'),
    disabledReason: text('disabled_reason', { enum: webhookDisabledReasons }),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.id] })],
);

/**
 * How the sending to an endpoint stands. Beside the endpoints, so that it changes none of them.
 *
 * A worker sends to an endpoint under a lease; `epoch` is the fence against one that lost it.
 */
export const webhookQueues = pgTable(
  'webhook_queues',
  {
    orgId: orgId(),
    endpointId: uuid('endpoint_id').notNull(),
    epoch: bigint('epoch', { mode: 'number' }).notNull().default(0),
    leaseUntil: optionalTime('lease_until'),
    /** Rounds in a row of which nothing was taken, and since when. */
    failures: integer('failures').notNull().default(0),
    failingSince: optionalTime('failing_since'),
    /** Nothing is sent before. */
    retryAt: optionalTime('retry_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.endpointId] }),
    foreignKey({
      columns: [table.orgId, table.endpointId],
      foreignColumns: [webhookEndpoints.orgId, webhookEndpoints.id],
    }).onDelete('cascade'),
  ],
);

/** What happened. Written by triggers, in the transaction of its cause, where an endpoint wants to know. */
export const events = pgTable(
  'events',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    /** The order in which events happened. */
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    type: text('type').notNull(),
    /** The row as it was then, without secrets. */
    snapshot: jsonb('snapshot').$type<JsonObject>().notNull(),
    occurredAt: defaultNow('occurred_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('events_age').on(table.occurredAt),
    index('events_by_type').on(table.orgId, table.type, table.id),
  ],
);

/** What went wrong with an integration or a connection and goes on, so that people are told once and not each time. */
export const problems = pgTable(
  'problems',
  {
    orgId: orgId().references(() => organizations.id),
    /** UUID of the integration or the connection. */
    subject: uuid('subject').notNull(),
    cause: text('cause', { enum: notificationCauses }).notNull(),
    since: requiredTime('since'),
    notifiedAt: requiredTime('notified_at'),
    /** How often it happened. */
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.subject, table.cause] }),
    index('problems_age').on(table.notifiedAt),
  ],
);

/** An event on its way to an endpoint, and what became of it. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    orgId: orgId(),
    endpointId: uuid('endpoint_id').notNull(),
    eventId: uuid('event_id').notNull(),
    /** Of the event. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    status: text('status', { enum: deliveryStatuses }).notNull().default('pending'),
    /** How often it was sent, and how often since it was last ordered: `tries` counts against the schedule. */
    attempts: integer('attempts').notNull().default(0),
    tries: integer('tries').notNull().default(0),
    dueAt: defaultNow('due_at'),
    deliveredAt: optionalTime('delivered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.endpointId, table.eventId] }),
    foreignKey({
      columns: [table.orgId, table.endpointId],
      foreignColumns: [webhookEndpoints.orgId, webhookEndpoints.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.orgId, table.eventId], foreignColumns: [events.orgId, events.id] }).onDelete(
      'cascade',
    ),
    index('webhook_deliveries_by_event').on(table.orgId, table.eventId),
    index('webhook_deliveries_by_endpoint').on(table.orgId, table.endpointId, table.seq),
    index('webhook_deliveries_by_status').on(table.orgId, table.endpointId, table.status, table.eventId),
    // What is to be sent: in its order, and by its time.
    index('webhook_deliveries_pending')
      .on(table.orgId, table.endpointId, table.seq)
      .where(sql`status = 'pending'`),
    index('webhook_deliveries_due')
      .on(table.orgId, table.endpointId, table.dueAt)
      .where(sql`status = 'pending'`),
  ],
);

/** The last times that a delivery was sent. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    orgId: orgId(),
    endpointId: uuid('endpoint_id').notNull(),
    eventId: uuid('event_id').notNull(),
    number: integer('number').notNull(),
    at: requiredTime('at'),
    durationMs: integer('duration_ms').notNull(),
    url: text('url').notNull(),
    /** Absent where there was no answer. */
    status: integer('status'),
    contentType: text('content_type'),
    /** The beginning of the answer, where it is text. */
    body: text('body'),
    /** Why it counts as not delivered. */
    error: text('error'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.endpointId, table.eventId, table.number] }),
    foreignKey({
      columns: [table.orgId, table.endpointId, table.eventId],
      foreignColumns: [webhookDeliveries.orgId, webhookDeliveries.endpointId, webhookDeliveries.eventId],
    }).onDelete('cascade'),
  ],
);
