import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { oauthAuthMethods } from '../../core/enums.ts';
import { bytea, defaultNow, id, lifeTimes, optionalTime, orgId, requiredTime, rowVersion } from './columns.ts';
import { organizations } from './organizations.ts';

/** Programs that get access tokens with the client credentials grant (RFC 6749 §4.4). */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    orgId: orgId().references(() => organizations.id),
    /** In its API form, the `client_id`. */
    id: id(),
    name: text('name').notNull(),
    authMethod: text('auth_method', { enum: oauthAuthMethods }).notNull(),
    /** Which pepper the HMACs were made with. */
    pepperId: text('pepper_id').notNull(),
    /** Of the client secret; absent for `private_key_jwt`. */
    secretHmac: bytea('secret_hmac'),
    secretLast4: text('secret_last4'),
    /** The secret before the last rotation, which is good until `previousExpiresAt`. */
    previousHmac: bytea('previous_hmac'),
    previousExpiresAt: optionalTime('previous_expires_at'),
    /** Public keys of a client that signs assertions: a JWK Set. */
    jwks: jsonb('jwks').$type<Record<string, unknown>>(),
    scopes: text('scopes').array().notNull(),
    disabledAt: optionalTime('disabled_at'),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    // A client that asks for a token names no organization.
    index('oauth_clients_lookup').on(table.id),
  ],
);

/** Access tokens that were revoked before their time, and assertions that were used: kept until they expire. */
export const spentTokens = pgTable(
  'spent_tokens',
  {
    orgId: orgId().references(() => organizations.id),
    /** What the token was: an access token of ours, or an assertion of a client. */
    kind: text('kind', { enum: ['access_token', 'assertion'] }).notNull(),
    /** The client that the token belongs to. */
    clientId: uuid('client_id').notNull(),
    jti: text('jti').notNull(),
    expiresAt: requiredTime('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.kind, table.clientId, table.jti] }),
    index('spent_tokens_expired').on(table.expiresAt),
  ],
);

/** Issuers outside of the hub whose access tokens an organization accepts. */
export const tokenIssuers = pgTable(
  'token_issuers',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    name: text('name').notNull(),
    issuer: text('issuer').notNull(),
    audience: text('audience').notNull(),
    jwksUri: text('jwks_uri').notNull(),
    algorithms: text('algorithms').array().notNull(),
    /** Which claim grants which scopes. */
    scopeRules: jsonb('scope_rules').$type<unknown[]>().notNull(),
    /** Values of `sub` that may call; absent means any. */
    subjects: text('subjects').array(),
    disabledAt: optionalTime('disabled_at'),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    // A token names no organization: its issuer and audience are what a row is found by. The audience ends with the
    // organization's id, so that nobody can take an issuer from others; older rows may have any.
    uniqueIndex('token_issuers_issuer_audience').on(table.orgId, table.issuer, table.audience),
    index('token_issuers_by_issuer').on(table.issuer, table.audience),
  ],
);

/**
 * Keys that our access tokens are signed with. Belong to the whole installation, and are reached through definer
 * functions only.
 */
export const signingKeys = pgTable('signing_keys', {
  /** JWK thumbprint (RFC 7638). */
  kid: text('kid').primaryKey(),
  publicJwk: jsonb('public_jwk').$type<Record<string, unknown>>().notNull(),
  /** The private key, encrypted under a key derived from the pepper, which the database does not have. */
  sealed: bytea('sealed').notNull(),
  createdAt: defaultNow('created_at'),
});
