import {
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
import { accountStatuses, apiKeyModes, secondFactorPolicies } from '../../core/enums.ts';
import { bytea, id, lifeTimes, optionalTime, orgId, requiredTime, rowVersion } from './columns.ts';

/** The tenants. The only table without `org_id`: its id is one. */
export const organizations = pgTable(
  'organizations',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** Changes must say which version they are meant for (`If-Match`). */
    requireIfMatch: boolean('require_if_match').notNull().default(false),
    /** A small picture, as an address of the form `data:`. */
    logo: text('logo'),
    /** Whether members may do anything without a second factor. */
    secondFactor: text('second_factor', { enum: secondFactorPolicies }).notNull().default('optional'),
    /** A session ends when it was not used for so long, and in any case when it is so old. Absent: as the hub has it. */
    sessionIdleMinutes: integer('session_idle_minutes'),
    sessionLifetimeMinutes: integer('session_lifetime_minutes'),
    /** What the operator calls it elsewhere. */
    externalRef: text('external_ref'),
    /** By the operator: nothing of it is served, and none of its runs goes on. */
    suspendedAt: optionalTime('suspended_at'),
    /** Limits by the operator, in place of the configured ones. */
    requestsPerMinute: integer('requests_per_minute'),
    requestsBurst: integer('requests_burst'),
    segmentsMax: integer('segments_max'),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [uniqueIndex('organizations_external_ref').on(table.externalRef)],
);

export const accounts = pgTable(
  'accounts',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    name: text('name').notNull(),
    status: text('status', { enum: accountStatuses }).notNull(),
    externalRef: text('external_ref'),
    metadata: jsonb('metadata').$type<Record<string, unknown>>(),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('accounts_status').on(table.orgId, table.status, table.id),
  ],
);

/** Bearer keys. Only an HMAC of the key is stored; found through `hub_find_api_key`. */
export const apiKeys = pgTable(
  'api_keys',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    name: text('name').notNull(),
    /** Part of the key's own text: `ihk_live_…`. */
    mode: text('mode', { enum: apiKeyModes }).notNull().default('live'),
    /** Which pepper the HMAC was made with. */
    pepperId: text('pepper_id').notNull(),
    keyHmac: bytea('key_hmac').notNull(),
    last4: text('last4').notNull(),
    scopes: text('scopes').array().notNull(),
    /** Networks that the key may be used from; absent means any. */
    allowedCidrs: text('allowed_cidrs').array(),
    /** The key that this one replaces. */
    rotatedFrom: uuid('rotated_from'),
    /** The connection whose directory uses the key: the key ends with it. */
    ssoConnectionId: uuid('sso_connection_id'),
    expiresAt: optionalTime('expires_at'),
    disabledAt: optionalTime('disabled_at'),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    uniqueIndex('api_keys_hmac').on(table.orgId, table.keyHmac),
    // The look-up of a bearer key does not know the organization yet.
    index('api_keys_lookup').on(table.keyHmac),
  ],
);

/** When and for what each key was used last. Beside the keys, so that use changes no key; written once a minute. */
export const apiKeyUses = pgTable(
  'api_key_uses',
  {
    orgId: orgId(),
    keyId: uuid('key_id').notNull(),
    lastUsedAt: requiredTime('last_used_at'),
    /** `operationId` of the route. */
    lastUsedRoute: text('last_used_route').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.keyId] }),
    foreignKey({ columns: [table.orgId, table.keyId], foreignColumns: [apiKeys.orgId, apiKeys.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Organizations whose changes somebody follows: their rows are reported, those of others are not. */
export const liveWatches = pgTable('live_watches', {
  orgId: orgId()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** Renewed by every API process that has a live stream of the organization. */
  until: requiredTime('until'),
});
