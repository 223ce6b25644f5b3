/**
 * PostgreSQL: any table as a source (read along a unique key) and as a target (one statement a batch).
 *
 * A record's field is a column of that name. Values arrive as JSON: `bigint`, `numeric` and `money` as texts, since JSON
 * numbers are not exact there; dates and times in ISO 8601, `timestamptz` in UTC; `bytea` as hexadecimal text (`\x…`);
 * arrays as lists, `json` and `jsonb` as they are, everything else as its text. Each of these forms is also accepted for
 * writing.
 */
import { databasePasswordAuth } from '../kit/auth/methods.ts';
import type { PostgresConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { postgresConfig } from '../kit/sql/postgres-settings.ts';
import { sourceOptions, targetOptions } from './options.ts';
import { resolveTable } from './resolve-table.ts';

const exampleConfig = { host: 'db.example.com', port: 5432, database: 'hr', schema: 'public', ssl: 'verify_full' };

export const connector: PostgresConnector = defineConnector({
  id: 'postgres',
  name: 'PostgreSQL',
  vendor: 'PostgreSQL Global Development Group',
  category: 'generic',
  docsUrl: 'https://www.postgresql.org/docs/current/',
  version: '1.0.0',
  tags: ['database', 'sql'],
  transport: 'postgres',
  config: postgresConfig,
  auth: [
    databasePasswordAuth({
      setup:
        'Create a role with the rights it needs: `select` for sources; `select`, `insert` and `update` for targets, and `delete` where rows are to be deleted.',
    }),
  ],
  objects: {},
  dynamicObjects: {
    title: 'Tables and views',
    help: 'Name of a table or view: `employees`, `hr.employees`, or with quotes where it holds dots: `"odd.name"`. Values are read, and written, as JSON: `bigint`, `numeric` and `money` as texts, times in ISO 8601, arrays as lists, `bytea` as `\\x00ff`, other types as their texts.',
    sourceOptions,
    targetOptions,
    resolve: resolveTable,
    examples: [
      {
        title: 'Read a table along its primary key',
        request: { config: exampleConfig, object: 'hr.employees', role: 'source', options: { page_size: 1000 } },
      },
      {
        title: 'Write into a table',
        request: { config: exampleConfig, object: 'employees', role: 'target', options: {} },
      },
    ],
  },
  peers: ['PostgreSQL'],
  documentation: {
    source: 'https://www.postgresql.org/docs/current/sql-insert.html',
    asOf: '2026-11-21',
  },
});
