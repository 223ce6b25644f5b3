import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { metadataProblems, roles, ssoKinds, ssoProvisionings } from '../../core/enums.ts';
import { bytea, defaultNow, id, lifeTimes, optionalTime, orgId, requiredTime, rowVersion } from './columns.ts';
import { organizations } from './organizations.ts';

/** Identity providers by which members of an organization sign in. */
export const ssoConnections = pgTable(
  'sso_connections',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    kind: text('kind', { enum: ssoKinds }).notNull(),
    name: text('name').notNull(),
    /** What the kind needs, without secrets. */
    config: jsonb('config').$type<Record<string, unknown>>().notNull(),
    /** A client secret, or a private key. Encrypted under a key that the API derives from the pepper. */
    sealed: bytea('sealed'),
    /** Keys that a provider encrypts for, each sealed under a key of its own purpose. */
    encryptionKeys: jsonb('encryption_keys').$type<unknown[]>(),
    provisioning: text('provisioning', { enum: ssoProvisionings }).notNull(),
    /** Of new members that no rule gives a role. */
    defaultRole: text('default_role', { enum: roles }),
    /** Which group gives which role. */
    roleRules: jsonb('role_rules').$type<unknown[]>().notNull(),
    disabledAt: optionalTime('disabled_at'),
    /** When the provider's metadata is read again, of a connection that has its address. */
    metadataDueAt: optionalTime('metadata_due_at'),
    metadataReadAt: optionalTime('metadata_read_at'),
    /** Why what was read last was not taken. */
    metadataProblem: text('metadata_problem', { enum: metadataProblems }),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    // A browser that comes back from a provider names no organization.
    index('sso_connections_lookup').on(table.id),
    index('sso_connections_metadata')
      .on(table.metadataDueAt)
      .where(sql`${table.metadataDueAt} is not null`),
  ],
);

/** Domains whose people a connection signs in, once the organization has shown that they are its own. */
export const ssoDomains = pgTable(
  'sso_domains',
  {
    orgId: orgId(),
    ssoConnectionId: uuid('sso_connection_id').notNull(),
    domain: text('domain').notNull(),
    /** What the domain's TXT record must hold. */
    token: text('token').notNull(),
    verifiedAt: optionalTime('verified_at'),
    /** Its people can sign in to the organization by the connection only. */
    enforced: boolean('enforced').notNull().default(false),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.domain] }),
    foreignKey({
      columns: [table.orgId, table.ssoConnectionId],
      foreignColumns: [ssoConnections.orgId, ssoConnections.id],
    }).onDelete('cascade'),
    index('sso_domains_by_connection').on(table.orgId, table.ssoConnectionId),
    // A domain signs people in to one organization.
    uniqueIndex('sso_domains_verified')
      .on(table.domain)
      .where(sql`${table.verifiedAt} is not null`),
  ],
);

/** Sign-ins by which somebody tries a connection, for a few minutes: they make no session. */
export const ssoTests = pgTable(
  'sso_tests',
  {
    orgId: orgId(),
    id: id(),
    ssoConnectionId: uuid('sso_connection_id').notNull(),
    /** Who tries. */
    actor: text('actor').notNull(),
    /** In which session, and so in which browser; a program has none. */
    sessionId: uuid('session_id'),
    /** What came of it, without tokens and assertions; absent until then. */
    outcome: jsonb('outcome').$type<Record<string, unknown>>(),
    expiresAt: requiredTime('expires_at'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({
      columns: [table.orgId, table.ssoConnectionId],
      foreignColumns: [ssoConnections.orgId, ssoConnections.id],
    }).onDelete('cascade'),
    // A browser that comes back from a provider names no organization.
    index('sso_tests_lookup').on(table.id),
    index('sso_tests_by_connection').on(table.orgId, table.ssoConnectionId),
    index('sso_tests_expiry').on(table.expiresAt),
  ],
);

/** Assertions that were used, until they expire: each signs in once. */
export const spentAssertions = pgTable(
  'spent_assertions',
  {
    orgId: orgId(),
    ssoConnectionId: uuid('sso_connection_id').notNull(),
    /** SHA-256 of its id, in Base64url. */
    hash: text('hash').notNull(),
    expiresAt: requiredTime('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.ssoConnectionId, table.hash] }),
    index('spent_assertions_expiry').on(table.expiresAt),
  ],
);
