import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, defaultNow, orgId, requiredTime } from './columns.ts';
import { organizations } from './organizations.ts';

/** Answers to requests that carried an `Idempotency-Key`, stored in the transaction of their effect. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    orgId: orgId().references(() => organizations.id),
    /** Method and route: `POST /integrations/{id}/execute`. */
    route: text('route').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of caller, address, query and canonical body. */
    fingerprint: bytea('fingerprint').notNull(),
    status: integer('status').notNull(),
    /** Headers and body of the answer, encrypted under a key derived from the pepper and the `Idempotency-Key`. */
    answer: bytea('answer').notNull(),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.route, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
);

/**
 * How many requests are left of each limit, in thousandths of a request. Shared by all API processes, which take from
 * it in chunks through `hub_take_requests`. Unlogged: after a crash of the database every limit is whole again.
 */
export const requestBuckets = pgTable(
  'request_buckets',
  {
    /** `key:<uuid>`, `org:<uuid>` or `ip:<hash>`. */
    bucket: text('bucket').primaryKey(),
    milliTokens: bigint('milli_tokens', { mode: 'number' }).notNull(),
    refilledAt: requiredTime('refilled_at'),
  },
  (table) => [index('request_buckets_age').on(table.refilledAt)],
);
