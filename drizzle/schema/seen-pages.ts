import { bigint, foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { orgId, requiredTime } from './columns.ts';
import { integrations } from './integrations.ts';

/**
 * The keys of the records that a whole reading has seen so far, page by page, for integrations that remove what vanished.
 * As far as the stream's cursor has come: both change in one transaction.
 */
export const seenPages = pgTable(
  'seen_pages',
  {
    orgId: orgId(),
    integrationId: uuid('integration_id').notNull(),
    stream: text('stream').notNull(),
    /** The step of the integration that reads it. */
    step: text('step').notNull().default('sync'),
    /** Less than zero, for page 0 one less: keys of rows whose target records other records on the page claim. */
    pageSeq: bigint('page_seq', { mode: 'number' }).notNull(),
    sourceKeys: text('source_keys').array().notNull(),
    /** The least and the greatest of them; absent where an earlier version wrote the page, or it has none. */
    firstKey: text('first_key'),
    lastKey: text('last_key'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.integrationId, table.stream, table.step, table.pageSeq] }),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);

/**
 * The page whose new records are under way to a target that recognises them by their own key, of integrations that remove
 * what vanished: some of them may be there, also when no answer ever came. Gone with the checkpoint of the page.
 */
export const pageMarks = pgTable(
  'page_marks',
  {
    orgId: orgId(),
    integrationId: uuid('integration_id').notNull(),
    stream: text('stream').notNull(),
    /** The step of the integration that reads it. */
    step: text('step').notNull().default('sync'),
    runId: uuid('run_id').notNull(),
    fingerprint: text('fingerprint').notNull(),
    operation: text('operation', { enum: ['create', 'update', 'upsert', 'delete'] }).notNull(),
    /** Of each record; the lists are of one length. */
    sourceKeys: text('source_keys').array().notNull(),
    targetIds: text('target_ids').array().notNull(),
    hashes: text('hashes').array().notNull(),
    effectSeqs: bigint('effect_seqs', { mode: 'number' }).array().notNull(),
    markedAt: requiredTime('marked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.integrationId, table.stream, table.step] }),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);
