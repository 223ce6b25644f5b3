import { bigint, foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { orgId } from './columns.ts';
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
    pageSeq: bigint('page_seq', { mode: 'number' }).notNull(),
    sourceKeys: text('source_keys').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.integrationId, table.stream, table.pageSeq] }),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);
