import { foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { JsonObject } from '../../core/json.ts';
import { id, lifeTimes, orgId, requiredTime, rowVersion } from './columns.ts';
import { organizations } from './organizations.ts';

/** Tables that mappings and formulas look values up in; their entries are in `lookup_table_versions`. */
export const lookupTables = pgTable(
  'lookup_tables',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    name: text('name').notNull(),
    /** The newest version. */
    version: integer('version').notNull(),
    /** Entries of the newest version. */
    entryCount: integer('entry_count').notNull(),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.id] })],
);

/** The immutable entries of each version of a lookup table. */
export const lookupTableVersions = pgTable(
  'lookup_table_versions',
  {
    orgId: orgId(),
    tableId: uuid('table_id').notNull(),
    version: integer('version').notNull(),
    /** Values by the text of their keys. */
    entries: jsonb('entries').$type<JsonObject>().notNull(),
    entryCount: integer('entry_count').notNull(),
    createdBy: text('created_by').notNull(),
    /** By the clock of the database, which runs are started by, too: a run takes the version of its start. */
    createdAt: requiredTime('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.tableId, table.version] }),
    foreignKey({
      columns: [table.orgId, table.tableId],
      foreignColumns: [lookupTables.orgId, lookupTables.id],
    }).onDelete('cascade'),
  ],
);
