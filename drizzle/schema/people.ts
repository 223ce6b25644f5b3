import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { membershipStatuses, resetIssuers, roles, secondFactorKinds, signInMethods } from '../../core/enums.ts';
import { bytea, counter, defaultNow, id, lifeTimes, optionalTime, orgId, requiredTime, rowVersion } from './columns.ts';
import { accounts, organizations } from './organizations.ts';
import { ssoConnections } from './sso.ts';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** People. They belong to no organization: memberships say in which ones they may act. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    /** What the person signs in with, in lower case; absent until a person who came by an operator's link chose one. */
    email: text('email'),
    name: text('name').notNull(),
    /** The organization whose identity provider made the person, and may change and delete them. Absent: nobody's. */
    managedBy: uuid('managed_by'),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [uniqueIndex('users_email').on(table.email), index('users_managed_by').on(table.managedBy)],
);

/** Apart from the person, so that nobody who may see a person reads it. */
export const userPasswords = pgTable('user_passwords', {
  userId: userId().primaryKey(),
  /** Argon2id, with a secret derived from the pepper, in the form of the PHC string format. */
  hash: text('hash').notNull(),
  changedAt: requiredTime('changed_at'),
});

/** Applications that make codes for the second step of signing in. */
export const secondFactors = pgTable(
  'second_factors',
  {
    userId: userId(),
    id: id(),
    kind: text('kind', { enum: secondFactorKinds }).notNull(),
    name: text('name').notNull(),
    /** Encrypted under a key that the API derives from the pepper. */
    sealed: bytea('sealed').notNull(),
    /** The last time step a code was accepted of (RFC 6238), so that each is accepted once. */
    lastStep: integer('last_step').notNull().default(0),
    /** Absent until the first code has shown that the application has the secret. */
    confirmedAt: optionalTime('confirmed_at'),
    lastUsedAt: optionalTime('last_used_at'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/** Keys that authenticators of a person keep (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  {
    userId: userId(),
    id: id(),
    name: text('name').notNull(),
    /** What the authenticator calls it. */
    credentialId: bytea('credential_id').notNull(),
    publicKey: bytea('public_key').notNull(),
    /** Of signatures, where the authenticator counts: one that goes back is a copy's. */
    counter: counter('counter'),
    transports: text('transports').array().notNull(),
    /** It is kept in more places than one, such as a person's cloud. */
    backedUp: boolean('backed_up').notNull().default(false),
    lastUsedAt: optionalTime('last_used_at'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    uniqueIndex('passkeys_credential').on(table.credentialId),
  ],
);

/** Codes for the case that the second factor is lost. Each goes when it is used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: userId(), hmac: bytea('hmac').notNull(), createdAt: defaultNow('created_at') },
  (table) => [primaryKey({ columns: [table.userId, table.hmac] })],
);

export const memberships = pgTable(
  'memberships',
  {
    orgId: orgId().references(() => organizations.id),
    userId: userId(),
    status: text('status', { enum: membershipStatuses }).notNull(),
    /** The caller who invited the person, as the audit log shows it. */
    invitedBy: text('invited_by').notNull(),
    /** The person's name in lower case, which the database keeps: members are listed by it. */
    nameKey: text('name_key').notNull().default(''),
    /** What an identity provider calls the person (SCIM): `userName`, unique without regard to case, and `externalId`. */
    userName: text('user_name'),
    externalId: text('external_id'),
    /** What else it said of them, as it is given back. */
    scimProfile: jsonb('scim_profile').$type<Record<string, unknown>>(),
    /** When the person last began to act here: where they are when they sign in next. Absent: never. */
    lastSessionAt: optionalTime('last_session_at'),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.userId] }),
    uniqueIndex('memberships_user_name').on(table.orgId, sql`lower(${table.userName})`),
    index('memberships_external_id').on(table.orgId, table.externalId),
    index('memberships_by_name').on(table.orgId, table.nameKey, table.userId, table.status),
    // A person who signs in names no organization.
    index('memberships_by_user').on(table.userId, table.orgId),
  ],
);

/** What a member may do: in the whole organization, or for one account. */
export const roleGrants = pgTable(
  'role_grants',
  {
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    role: text('role', { enum: roles }).notNull(),
    /** Absent: the whole organization. */
    accountId: uuid('account_id'),
  },
  (table) => [
    unique('role_grants_once').on(table.orgId, table.userId, table.role, table.accountId).nullsNotDistinct(),
    foreignKey({
      columns: [table.orgId, table.userId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.orgId, table.accountId], foreignColumns: [accounts.orgId, accounts.id] }).onDelete(
      'cascade',
    ),
    index('role_grants_by_account').on(table.orgId, table.accountId),
  ],
);

/** Links by which people become members, each for one use. Only an HMAC of the link's token is stored. */
export const invitations = pgTable(
  'invitations',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    /** Absent in an operator's link, whose user says it. */
    email: text('email'),
    /** Roles with the accounts that they are limited to. */
    grants: jsonb('grants').$type<unknown[]>().notNull(),
    pepperId: text('pepper_id').notNull(),
    tokenHmac: bytea('token_hmac').notNull(),
    /** The link alone signs in; the person chooses a password later. Only for operators' links. */
    passwordless: boolean('passwordless').notNull().default(false),
    invitedBy: text('invited_by').notNull(),
    expiresAt: requiredTime('expires_at'),
    acceptedAt: optionalTime('accepted_at'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    uniqueIndex('invitations_token').on(table.orgId, table.tokenHmac),
    index('invitations_lookup').on(table.tokenHmac),
    index('invitations_expiry').on(table.expiresAt),
  ],
);

/** Links by which people choose another password, each for one use. Only an HMAC of the link's token is stored. */
export const resetLinks = pgTable(
  'reset_links',
  {
    userId: userId(),
    /** The newest link of an issuer is the only one. */
    issuer: text('issuer', { enum: resetIssuers }).notNull(),
    /** Where it was made; absent where the person asked by mail. */
    orgId: uuid('org_id').references(() => organizations.id),
    /** What the person could do then, which its maker could do, too. Absent where that is no bound. */
    scopes: text('scopes').array(),
    pepperId: text('pepper_id').notNull(),
    tokenHmac: bytea('token_hmac').notNull(),
    /** It also removes second factors, recovery codes and passkeys. */
    secondFactors: boolean('second_factors').notNull().default(false),
    /** The caller who made it, as the audit log shows it. */
    madeBy: text('made_by').notNull(),
    expiresAt: requiredTime('expires_at'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.issuer] }),
    index('reset_links_lookup').on(table.tokenHmac),
    index('reset_links_expiry').on(table.expiresAt),
  ],
);

/** Whom a provider means by a subject. */
export const identities = pgTable(
  'identities',
  {
    orgId: orgId(),
    ssoConnectionId: uuid('sso_connection_id').notNull(),
    subject: text('subject').notNull(),
    userId: userId(),
    lastUsedAt: requiredTime('last_used_at'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.ssoConnectionId, table.subject] }),
    foreignKey({
      columns: [table.orgId, table.ssoConnectionId],
      foreignColumns: [ssoConnections.orgId, ssoConnections.id],
    }).onDelete('cascade'),
    index('identities_by_user').on(table.orgId, table.userId),
  ],
);

/** Signed-in people: one browser, one organization at a time. Only an HMAC of the cookie's token is stored. */
export const userSessions = pgTable(
  'user_sessions',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    userId: userId(),
    pepperId: text('pepper_id').notNull(),
    tokenHmac: bytea('token_hmac').notNull(),
    methods: text('methods', { enum: signInMethods }).array().notNull(),
    /** When the person signed in, before they changed organizations. Absent: when the session began. */
    signedInAt: optionalTime('signed_in_at'),
    /** When the person last showed who they are, for acts that ask for it to be recent. */
    elevatedAt: requiredTime('elevated_at'),
    /** At most a minute old while the session is used. */
    lastSeenAt: requiredTime('last_seen_at'),
    expiresAt: requiredTime('expires_at'),
    address: text('address'),
    userAgent: text('user_agent'),
    /** By which the person signed in; the session ends with it. */
    ssoConnectionId: uuid('sso_connection_id'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({
      columns: [table.orgId, table.ssoConnectionId],
      foreignColumns: [ssoConnections.orgId, ssoConnections.id],
    }).onDelete('cascade'),
    index('user_sessions_by_sso').on(table.orgId, table.ssoConnectionId),
    uniqueIndex('user_sessions_token').on(table.orgId, table.tokenHmac),
    index('user_sessions_lookup').on(table.tokenHmac),
    index('user_sessions_by_user').on(table.userId),
    index('user_sessions_by_member').on(table.orgId, table.userId, table.lastSeenAt),
    index('user_sessions_expiry').on(table.expiresAt),
  ],
);
