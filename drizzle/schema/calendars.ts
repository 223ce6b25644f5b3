import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { gateKinds, gateReasons } from '../../core/enums.ts';
import type { JsonObject } from '../../core/json.ts';
import { defaultNow, id, lifeTimes, optionalTime, orgId, rowVersion } from './columns.ts';
import { connections } from './connections.ts';
import { organizations } from './organizations.ts';
import { runs } from './runs.ts';

/** Times at which something may be done, or may not. */
export const calendars = pgTable(
  'calendars',
  {
    orgId: orgId().references(() => organizations.id),
    id: id(),
    name: text('name').notNull(),
    timezone: text('timezone').notNull(),
    /** Hours, dates and events, as `engine/calendar/calendar-schema.ts` has them. */
    times: jsonb('times').$type<JsonObject>().notNull(),
    rowVersion: rowVersion(),
    ...lifeTimes(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.id] })],
);

/** What a run stands before: one row for all the items that do, or for the run itself. */
export const runGates = pgTable(
  'run_gates',
  {
    orgId: orgId(),
    runId: uuid('run_id').notNull(),
    /** What is the same for all who stand before it. */
    name: text('name').notNull(),
    kind: text('kind', { enum: gateKinds }).notNull(),
    /** The steps that it closes; none where it closes the whole run. */
    steps: text('steps').array().notNull(),
    /** Of a window: the calendars that it is made of. */
    calendarIds: uuid('calendar_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Of a gate before a connection. */
    connectionId: uuid('connection_id'),
    reason: text('reason', { enum: gateReasons }),
    closedAt: defaultNow('closed_at'),
    /** When it opens, as far as that is known, or is tried next. */
    opensAt: optionalTime('opens_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.runId, table.name] }),
    index('run_gates_calendars').using('gin', table.calendarIds),
    index('run_gates_connections')
      .on(table.orgId, table.connectionId)
      .where(sql`connection_id is not null`),
    foreignKey({ columns: [table.orgId, table.runId], foreignColumns: [runs.orgId, runs.id] }).onDelete('cascade'),
  ],
);

/** Connections that cannot be used now: one row for all runs that would use one. */
export const connectionGates = pgTable(
  'connection_gates',
  {
    orgId: orgId(),
    connectionId: uuid('connection_id').notNull(),
    reason: text('reason', { enum: gateReasons }).notNull(),
    closedAt: defaultNow('closed_at'),
    /** When a run tries it next; absent where only a change of the connection opens it. */
    probeAt: optionalTime('probe_at'),
    probes: integer('probes').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.connectionId] }),
    foreignKey({
      columns: [table.orgId, table.connectionId],
      foreignColumns: [connections.orgId, connections.id],
    }).onDelete('cascade'),
  ],
);
