import type { RecordFinder, RecordSource, RecordTarget } from '../../../../core/records.ts';
import { Secret } from '../../../../core/secret.ts';
import type { PostgresConnector } from '../../../kit/connector.ts';
import { resolveObject } from '../../../kit/objects.ts';
import { quoteTable } from '../../../kit/sql/identifiers.ts';
import {
  postgresConfig,
  type PostgresSettings,
  readLogin,
  toDatabaseName,
  toTls,
} from '../../../kit/sql/postgres-settings.ts';
import { createSession, findRead, findWrite, limitPages, toFieldName } from '../../shared/driver-session.ts';
import { compilePolicy } from '../../shared/egress/policy.ts';
import { memoize } from '../../shared/memoize.ts';
import { refuseRequest } from '../../shared/refuse-request.ts';
import type {
  DriverSession,
  FinderRequest,
  SessionContext,
  SourceRequest,
  TargetRequest,
} from '../../shared/session.ts';
import { ChangedRowsSource } from '../changed-rows-source.ts';
import { RowFinder } from '../find-rows.ts';
import { TableSource } from '../table-source.ts';
import { Database } from './database.ts';
import { DatabasePool } from './database-pool.ts';
import { discoverTables } from './discover.ts';
import { createTableDialect } from './table-dialect.ts';
import { TableTarget } from './target.ts';
import { TargetTable } from './target-table.ts';
import { testPostgres } from './test-postgres.ts';

/** A changed table is noticed after this time, if no statement fails on it before. */
const targetReuseMs = 30_000;

/** Binds a connector on PostgreSQL to a connection. Opens no socket before the first statement. */
export function openPostgresSession(connector: PostgresConnector, session: SessionContext): DriverSession {
  const settings = toSettings(connector, session);
  const policy = compilePolicy(session.egress);
  const pool = new DatabasePool(() => new Database(settings, policy, session.observeCall));
  // Caches the definitions of target tables, so that consecutive runs do not read the catalog again.
  const openKnownTarget = memoize((request: TargetRequest) => openTarget(connector, session, settings, request, pool), {
    maxAgeMs: targetReuseMs,
    now: () => session.clock.monotonic(),
  });
  return createSession(connector, session, {
    test: (signal) => testPostgres({ database: pool, settings, policy }, signal),
    discover: (_ends, signal) => discoverTables(pool, settings, signal),
    openSource: (request) => openSource(connector, session, settings, request, pool),
    openFinder: (request) => openFinder(connector, session, settings, request, pool),
    openTarget: openKnownTarget,
    close: () => pool.close(),
  });
}

function toSettings(connector: PostgresConnector, { config, auth }: SessionContext): PostgresSettings {
  const given = postgresConfig.parse(config);
  const { host, port, database, schema } = given;
  const login = new Secret(readLogin(auth.credentials.reveal()));
  return { connectorId: connector.id, host, port, database, schema, tls: toTls(given), login };
}

function openSource(
  connector: PostgresConnector,
  session: SessionContext,
  settings: PostgresSettings,
  request: SourceRequest,
  database: DatabasePool,
): RecordSource {
  const { object, read } = findRead(connector, session, request);
  const source = new TableSource({
    connectorId: connector.id,
    dialect: createTableDialect(database, object.table),
    object,
    where: request.where ?? [],
    rowsMax: limitPages(read, request).pageSize,
    endpoint: `${toDatabaseName(settings)} ${quoteTable(object.table)}`,
  });
  return read.cursor === undefined ? source : new ChangedRowsSource(source);
}

function openFinder(
  connector: PostgresConnector,
  { config }: SessionContext,
  settings: PostgresSettings,
  { key, object: named, options }: FinderRequest,
  database: DatabasePool,
): RecordFinder {
  const resolved = resolveObject(connector, { object: named, options, config, role: 'source' });
  if (!resolved.ok) throw refuseRequest(connector, 'find', resolved.problems);
  const { object } = resolved;
  const endpoint = `${toDatabaseName(settings)} ${quoteTable(object.table)}`;
  const column = toFieldName(connector, 'find', key, 'a column');
  const dialect = createTableDialect(database, object.table);
  return new RowFinder({ connectorId: connector.id, dialect, object, column, endpoint });
}

function openTarget(
  connector: PostgresConnector,
  session: SessionContext,
  settings: PostgresSettings,
  request: TargetRequest,
  database: DatabasePool,
): RecordTarget {
  const { operation } = request;
  const { object, write, description } = findWrite(connector, session, request);
  const matchOn = request.matchOn.map((path) => toFieldName(connector, operation, path, 'a column'));
  const { table } = object;
  const system = `${connector.id}:${toDatabaseName(settings)}`;
  return new TableTarget({
    connectorId: connector.id,
    database,
    table: new TargetTable(database, table, matchOn, operation !== 'create'),
    request: { ...request, matchOn },
    idempotency: description.idempotency,
    system,
    fingerprint: `${system} ${quoteTable(table)} by ${matchOn.join(', ')}`,
    batchMax: write.batchMax,
    clock: session.clock,
  });
}
