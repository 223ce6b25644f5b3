import { sql } from 'drizzle-orm';
import { bigint, foreignKey, index, integer, json, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { connectionRequestKinds } from '../../core/connection-requests.ts';
import { connectionStatuses } from '../../core/enums.ts';
import { bytea, defaultNow, id, lifeTimes, optionalTime, orgId, requiredTime, rowVersion } from './columns.ts';
import { accounts, organizations } from './organizations.ts';

const connectionRequestStatuses = ['requested', 'running', 'done'] as const;

export const connections = pgTable(
  'connections',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    accountId: uuid('account_id'),
    name: text('name').notNull(),
    serviceType: text('service_type').notNull(),
    status: text('status', { enum: connectionStatuses }).notNull().default('active'),
    /** Why it is `error` or `expired`, for people. Of no meaning in any other status. */
    statusReason: text('status_reason'),
    /** Non-secret parameters, as the connector's `config` shape says. */
    config: jsonb('config').$type<Record<string, unknown>>().notNull(),
    /** The version of the credentials in use. */
    credentialVersion: integer('credential_version').notNull(),
    /** The version before, which a rollback goes back to until `rollbackUntil`; of a deleted connection, all go then. */
    previousCredentialVersion: integer('previous_credential_version'),
    rollbackUntil: optionalTime('rollback_until'),
    rowVersion: rowVersion(),
    ...lifeTimes(),
    /** A tombstone: gone for every reader. */
    deletedAt: optionalTime('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.accountId], foreignColumns: [accounts.orgId, accounts.id] }),
    index('connections_service_type').on(table.orgId, table.serviceType, table.id),
    // Lists are counted and walked without a look at the rows, whose accounts row-level security asks for.
    index('connections_live')
      .on(table.orgId, table.id, table.accountId)
      .where(sql`deleted_at is null`),
    // The purge serves every organization.
    index('connections_rollback')
      .on(table.rollbackUntil)
      .where(sql`rollback_until is not null`),
  ],
);

/** Sealed credentials, one row a version. The API process can write them and never open them. */
export const connectionCredentials = pgTable(
  'connection_credentials',
  {
    orgId: orgId(),
    connectionId: uuid('connection_id').notNull(),
    version: integer('version').notNull(),
    /** `id` of the connector's auth method that the form belongs to. */
    authMethod: text('auth_method').notNull(),
    /** Envelope made by `vault/`. */
    sealed: bytea('sealed').notNull(),
    /** Which key-encryption key wraps the envelope's data key. */
    keyId: text('key_id').notNull(),
    /** When they end, as far as they or the caller said so. */
    expiresAt: optionalTime('expires_at'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.connectionId, table.version] }),
    foreignKey({
      columns: [table.orgId, table.connectionId],
      foreignColumns: [connections.orgId, connections.id],
    }).onDelete('cascade'),
  ],
);

/** Calls that workers may still make for a connection, shared by all of them and leased in chunks. */
export const rateBudgets = pgTable(
  'rate_budgets',
  {
    orgId: orgId(),
    connectionId: uuid('connection_id').notNull(),
    bucket: text('bucket').notNull(),
    /** Calls left; may be fractional between refills. Kept as thousandths of a call. */
    milliTokens: integer('milli_tokens').notNull(),
    refilledAt: requiredTime('refilled_at'),
    /** The vendor asked for silence until then. */
    pausedUntil: optionalTime('paused_until'),
    /** Calls leased so far. */
    granted: bigint('granted', { mode: 'number' }).notNull().default(0),
    /** What the vendor said is left, less what others may have on its way and what was leased since; until `leftUntil`. */
    leftCalls: integer('left_calls'),
    leftUntil: optionalTime('left_until'),
    /** What each worker that leased a moment ago may have on its way; until when, in milliseconds since the epoch. */
    holders: jsonb('holders').$type<Record<string, { calls: number; until: number }>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.connectionId, table.bucket] }),
    foreignKey({
      columns: [table.orgId, table.connectionId],
      foreignColumns: [connections.orgId, connections.id],
    }).onDelete('cascade'),
  ],
);

/** What a connection has: objects and their fields, as the last discovery found them. */
export const connectionSchemas = pgTable(
  'connection_schemas',
  {
    orgId: orgId(),
    connectionId: uuid('connection_id').notNull(),
    discovered: jsonb('discovered').$type<Record<string, unknown>>().notNull(),
    discoveredAt: requiredTime('discovered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.connectionId] }),
    foreignKey({
      columns: [table.orgId, table.connectionId],
      foreignColumns: [connections.orgId, connections.id],
    }).onDelete('cascade'),
  ],
);

/**
 * Questions about a connection, from the API to the workers: only they can open credentials and call third parties.
 *
 * `requested` until a worker takes it up, then `running`, then `done` with the answer. Rows live for seconds, at most
 * ten minutes; the table is unlogged, since an answer may hold records and sealed credentials that were never stored.
 */
export const connectionRequests = pgTable(
  'connection_requests',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    kind: text('kind', { enum: connectionRequestKinds }).notNull(),
    /** Absent for a connection that is not stored. */
    connectionId: uuid('connection_id'),
    /** What is asked. For a connection that is not stored also its service type, configuration and auth method. */
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    /** Credentials of a connection that is not stored. */
    sealed: bytea('sealed'),
    status: text('status', { enum: connectionRequestStatuses }).notNull().default('requested'),
    /** Members keep their order: records are shown with it. */
    answer: json('answer').$type<Record<string, unknown>>(),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    // Workers serve every organization, oldest first.
    index('connection_requests_requested')
      .on(table.createdAt)
      .where(sql`status = 'requested'`),
    index('connection_requests_age').on(table.createdAt),
  ],
);
