/**
 * MySQL and MariaDB: any table as a source (read along a unique key) and as a target (row by row).
 *
 * A record's field is a column of that name. Values arrive as JSON: `bigint`, `decimal` and more than 53 bits as texts,
 * since JSON numbers are not exact there; dates and times as the database writes them, in UTC; bytes in base64; places as
 * text (`POINT(1 2)`); everything else as it is. Each of these forms is also accepted for writing, where times may also be
 * ISO 8601, and lists and objects become JSON text.
 */
import { databasePasswordAuth } from '../kit/auth/methods.ts';
import type { MysqlConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { mysqlConfig } from '../kit/sql/mysql-settings.ts';
import { sourceOptions, targetOptions } from './options.ts';
import { resolveTable } from './resolve-table.ts';

const exampleConfig = { host: 'db.example.com', database: 'hr' };

export const connector: MysqlConnector = defineConnector({
  id: 'mysql',
  name: 'MySQL and MariaDB',
  vendor: 'Oracle, MariaDB Foundation',
  category: 'generic',
  docsUrl: 'https://dev.mysql.com/doc/refman/8.4/en/',
  version: '1.0.0',
  tags: ['database', 'sql', 'mariadb'],
  transport: 'mysql',
  config: mysqlConfig,
  auth: [
    databasePasswordAuth({
      setup:
        'Create a user with the rights it needs: `select` for sources; `select`, `insert` and `update` for targets, and `delete` where rows are to be deleted.',
    }),
  ],
  objects: {},
  dynamicObjects: {
    title: 'Tables and views',
    help: 'Name of a table or view: `employees`, `hr.employees`, or with quotes where it holds dots: `"odd.name"`. Values are read, and written, as JSON: `bigint` and `decimal` as texts, times as `2026-11-21 18:00:00` in UTC (ISO 8601 is written too), `bit` as a number, bytes in base64, places as text (`POINT(1 2)`).',
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
  peers: ['MariaDB'],
  documentation: { source: 'https://dev.mysql.com/doc/refman/8.4/en/insert.html', asOf: '2026-11-21' },
});
