import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, defaultNow, id, optionalTime, orgId, requiredTime } from './columns.ts';
import { connectionCredentials } from './connections.ts';
import { accounts, organizations } from './organizations.ts';

/**
 * What a version of credentials was changed into: access and refresh tokens, sessions, keys of a role. One row a version,
 * shared by all workers.
 */
export const connectionTokens = pgTable(
  'connection_tokens',
  {
    orgId: orgId(),
    connectionId: uuid('connection_id').notNull(),
    version: integer('version').notNull(),
    /** Goes up with every renewal; 0 until there was one. */
    generation: integer('generation').notNull().default(0),
    /** Envelope made by `vault/`, bound to the generation. */
    sealed: bytea('sealed'),
    keyId: text('key_id'),
    /** When to get new ones; absent: when they are refused. */
    renewAt: optionalTime('renew_at'),
    /** The holder of the lease requests the next generation. No transaction stays open meanwhile. */
    leaseHolder: uuid('lease_holder'),
    leaseUntil: optionalTime('lease_until'),
    /** The system refused: its message, and until when it is not called again. */
    refusal: text('refusal'),
    refusedUntil: optionalTime('refused_until'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.connectionId, table.version] }),
    foreignKey({
      name: 'connection_tokens_credentials_fk',
      columns: [table.orgId, table.connectionId, table.version],
      foreignColumns: [connectionCredentials.orgId, connectionCredentials.connectionId, connectionCredentials.version],
    }).onDelete('cascade'),
  ],
);

/** Authorizations that a person was sent off to give, until the callback comes or the time is over. */
export const connectionAuthorizations = pgTable(
  'connection_authorizations',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    /** SHA-256 of the secret part of `state`. */
    stateHash: bytea('state_hash').notNull(),
    /** What the connection will be: the body of the request, but for its credentials. */
    draft: jsonb('draft').$type<Record<string, unknown>>().notNull(),
    /** The connection that is authorized again; absent for a new one. */
    connectionId: uuid('connection_id'),
    authMethod: text('auth_method').notNull(),
    /** The credential form and the PKCE verifier, sealed for this authorization. */
    sealed: bytea('sealed').notNull(),
    /** Who asked, as the audit log shows it. */
    actor: text('actor').notNull(),
    /** The link by which somebody who is no member began it. */
    linkId: uuid('link_id'),
    createdAt: defaultNow('created_at'),
    expiresAt: requiredTime('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('connection_authorizations_age').on(table.expiresAt),
  ],
);

/** Links by which somebody who is no member connects a system of theirs, each for one connection. Only an HMAC of its token is stored. */
export const connectionLinks = pgTable(
  'connection_links',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    accountId: uuid('account_id').notNull(),
    /** The connectors that are offered. */
    serviceTypes: text('service_types').array().notNull(),
    /** What the connection will be called; absent: as its connector. */
    name: text('name'),
    /** Where the browser goes in the end. */
    returnUrl: text('return_url'),
    pepperId: text('pepper_id').notNull(),
    tokenHmac: bytea('token_hmac').notNull(),
    /** Who made it, as the audit log shows it. */
    createdBy: text('created_by').notNull(),
    expiresAt: requiredTime('expires_at'),
    usedAt: optionalTime('used_at'),
    /** The connection that came of it. */
    connectionId: uuid('connection_id'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.accountId], foreignColumns: [accounts.orgId, accounts.id] }).onDelete(
      'cascade',
    ),
    uniqueIndex('connection_links_token').on(table.orgId, table.tokenHmac),
    index('connection_links_lookup').on(table.tokenHmac),
    index('connection_links_by_account').on(table.orgId, table.accountId, table.id),
    index('connection_links_expiry').on(table.expiresAt),
  ],
);
