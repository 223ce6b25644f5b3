import { foreignKey, integer, json, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { JsonObject } from '../../core/json.ts';
import { id, lifeTimes, orgId, requiredTime, rowVersion } from './columns.ts';
import { organizations } from './organizations.ts';

/** Connectors that organizations add themselves; their definitions are in `custom_connector_versions`. */
export const customConnectors = pgTable(
  'custom_connectors',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    /** `x_acme`: the `service_type` of its connections. */
    serviceType: text('service_type').notNull(),
    name: text('name').notNull(),
    /** The newest version, which is the active one. */
    version: integer('version').notNull(),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    uniqueIndex('custom_connectors_service_type').on(table.orgId, table.serviceType),
  ],
);

/** The immutable definition of each version. */
export const customConnectorVersions = pgTable(
  'custom_connector_versions',
  {
    orgId: orgId(),
    connectorId: uuid('connector_id').notNull(),
    version: integer('version').notNull(),
    /** In the order that it was sent in: forms are shown so. */
    definition: json('definition').$type<JsonObject>().notNull(),
    /** The earlier version that it repeats. */
    restores: integer('restores'),
    createdBy: text('created_by').notNull(),
    /** By the clock of the database, which runs are started by, too: a run takes the version of its start. */
    createdAt: requiredTime('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.connectorId, table.version] }),
    foreignKey({
      columns: [table.orgId, table.connectorId],
      foreignColumns: [customConnectors.orgId, customConnectors.id],
    }).onDelete('cascade'),
  ],
);
