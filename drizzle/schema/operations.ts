import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { operationOutcomes, operationStatuses, writeOperations } from '../../core/enums.ts';
import { bytea, defaultNow, id, optionalTime, orgId, requiredTime } from './columns.ts';
import { connections } from './connections.ts';

/**
 * Single writes that callers ask for without an integration. A worker carries one out under a lease, marks it before it is
 * sent, and keeps what became of it. The input goes when that is known.
 */
export const operations = pgTable(
  'operations',
  {
    orgId: orgId(),
    id: id(),
    connectionId: uuid('connection_id').notNull(),
    object: text('object').notNull(),
    operation: text('operation', { enum: writeOperations }).notNull(),
    /** The input, its options and how its record is named, sealed; absent once the operation has ended. */
    sealed: bytea('sealed'),
    status: text('status', { enum: operationStatuses }).notNull().default('queued'),
    outcome: text('outcome', { enum: operationOutcomes }),
    targetId: text('target_id'),
    /** Why it failed, or what stopped the last attempt of one that is open. */
    error: jsonb('error').$type<{ code: string; message: string; field?: string }>(),
    attempts: integer('attempts').notNull().default(0),
    nextTryAt: requiredTime('next_try_at').default(sql`now()`),
    leaseEpoch: integer('lease_epoch').notNull().default(0),
    leaseUntil: optionalTime('lease_until'),
    /** It may have been sent, and nobody knows what became of it. */
    inDoubt: boolean('in_doubt').notNull().default(false),
    /** When it was marked, before it was sent, and for which target. */
    markedAt: optionalTime('marked_at'),
    fingerprint: text('fingerprint'),
    createdAt: defaultNow('created_at'),
    endedAt: optionalTime('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    // Workers serve every organization.
    index('operations_open')
      .on(table.nextTryAt)
      .where(sql`ended_at is null`),
    index('operations_ended')
      .on(table.endedAt)
      .where(sql`ended_at is not null`),
    foreignKey({
      columns: [table.orgId, table.connectionId],
      foreignColumns: [connections.orgId, connections.id],
    }).onDelete('cascade'),
  ],
);
