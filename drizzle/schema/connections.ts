import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { connectionStatuses } from '../../core/enums.ts';
import { bytea, defaultNow, id, lifeTimes, optionalTime, orgId, requiredTime, rowVersion } from './columns.ts';
import { accounts, organizations } from './organizations.ts';

const connectionTestStatuses = ['requested', 'running', 'done'] as const;

export const connections = pgTable(
  'connections',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    accountId: uuid('account_id'),
    name: text('name').notNull(),
    serviceType: text('service_type').notNull(),
    status: text('status', { enum: connectionStatuses }).notNull().default('active'),
    /** Non-secret parameters, as the connector's `config` shape says. */
    config: jsonb('config').$type<Record<string, unknown>>().notNull(),
    /** The version of the credentials in use. */
    credentialVersion: integer('credential_version').notNull(),
    rowVersion: rowVersion(),
    ...lifeTimes(),
    /** A tombstone: gone for every reader, kept until no segment can hold a lease on it. */
    deletedAt: optionalTime('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.accountId], foreignColumns: [accounts.orgId, accounts.id] }),
    index('connections_service_type').on(table.orgId, table.serviceType, table.id),
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
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.connectionId, table.bucket] }),
    foreignKey({
      columns: [table.orgId, table.connectionId],
      foreignColumns: [connections.orgId, connections.id],
    }).onDelete('cascade'),
  ],
);

/**
 * Requests to test a connection, from the API to the workers: only they can open credentials.
 *
 * `requested` until a worker takes it up, then `running`, then `done` with the report. Rows live for seconds.
 */
export const connectionTests = pgTable(
  'connection_tests',
  {
    orgId: orgId(),
    id: id(),
    connectionId: uuid('connection_id').notNull(),
    status: text('status', { enum: connectionTestStatuses }).notNull().default('requested'),
    /** What `ConnectorSession.test` gave; holds no secret. */
    report: jsonb('report').$type<Record<string, unknown>>(),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({
      columns: [table.orgId, table.connectionId],
      foreignColumns: [connections.orgId, connections.id],
    }).onDelete('cascade'),
    // Workers serve every organization, oldest first.
    index('connection_tests_requested')
      .on(table.createdAt)
      .where(sql`status = 'requested'`),
  ],
);
