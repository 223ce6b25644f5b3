import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { JsonObject } from '../../core/json.ts';
import { bytea, defaultNow, id, orgId, requiredTime } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * What was done, by whom. Written in the transaction of the change, numbered and hashed by the sealer seconds later; no
 * role changes a row after that, and the application's none at all.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    /** Id of the key or person, or `system`. */
    actor: text('actor').notNull(),
    /** `connection.created`, … */
    action: text('action').notNull(),
    resourceType: text('resource_type').notNull(),
    resourceId: text('resource_id').notNull(),
    requestId: text('request_id'),
    /** Where the request came from, as far as it is known. */
    address: text('address'),
    /** What differs, as it was and as it is; without secrets. */
    before: jsonb('before').$type<JsonObject>(),
    after: jsonb('after').$type<JsonObject>(),
    /** What else is worth knowing of the change, without secrets. */
    changes: jsonb('changes').$type<JsonObject>(),
    createdAt: defaultNow('created_at'),
    /** Shows that the hub wrote the row, with keys that the database does not have; absent where older than this column. */
    mac: bytea('mac'),
    /** Place in the organization's chain, from 1 on and without gaps; absent until the row is sealed. */
    sequence: bigint('sequence', { mode: 'number' }),
    /** Of the row and of the hash before it. */
    hash: bytea('hash'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    uniqueIndex('audit_events_sequence')
      .on(table.orgId, table.sequence)
      .where(sql`sequence is not null`),
    index('audit_events_unsealed')
      .on(table.orgId, table.id)
      .where(sql`sequence is null`),
    index('audit_events_by_resource').on(table.orgId, table.resourceId, table.id),
    // Lists by each of these are walked newest first, and counted, without a look at other rows.
    index('audit_events_by_action').on(table.orgId, table.action, table.id),
    index('audit_events_by_actor').on(table.orgId, table.actor, table.id),
    index('audit_events_by_type').on(table.orgId, table.resourceType, table.id),
  ],
);

/** The end of each organization's chain of audit events, signed with a key that the database does not have. */
export const auditChains = pgTable('audit_chains', {
  orgId: uuid('org_id')
    .primaryKey()
    .references(() => organizations.id),
  sequence: bigint('sequence', { mode: 'number' }).notNull(),
  hash: bytea('hash').notNull(),
  /** Which key signed it. */
  keyId: text('key_id').notNull(),
  signature: bytea('signature').notNull(),
  sealedAt: requiredTime('sealed_at'),
});
