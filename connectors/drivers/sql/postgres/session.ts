import { parseValuePath } from '../../../../core/paths.ts';
import type { RecordFinder, RecordSource, RecordTarget } from '../../../../core/records.ts';
import { Secret } from '../../../../core/secret.ts';
import type { PostgresConnector } from '../../../kit/define.ts';
import { describeObject } from '../../../kit/describe-object.ts';
import { compilePolicy } from '../../shared/egress/policy.ts';
import { memoize } from '../../shared/memoize.ts';
import { resolveObject } from '../../../kit/objects.ts';
import { refuseRequest } from '../../shared/refuse-request.ts';
import type {
  DriverSession,
  FinderRequest,
  SessionContext,
  SourceRequest,
  TargetRequest,
} from '../../shared/session.ts';
import { runTest } from '../../shared/staged-test.ts';
import { Database } from './database.ts';
import { DatabasePool } from './database-pool.ts';
import { discoverTables } from './discover.ts';
import { RowFinder } from './find-rows.ts';
import { quoteTable } from '../../../kit/sql/identifiers.ts';
import {
  postgresConfig,
  type PostgresSettings,
  readLogin,
  toDatabaseName,
  toTls,
} from '../../../kit/sql/postgres-settings.ts';
import { TableSource } from './source.ts';
import { TableTarget } from './target.ts';
import { TargetTable } from './target-table.ts';
import { testPostgres } from './test-postgres.ts';

/** A changed table is noticed after this, where no statement fails on it before. */
const targetReuseMs = 30_000;

/** Binds a connector on PostgreSQL to a connection. Opens no socket before the first statement. */
export function openPostgresSession(connector: PostgresConnector, session: SessionContext): DriverSession {
  const settings = toSettings(connector, session);
  const policy = compilePolicy(session.egress);
  const pool = new DatabasePool(() => new Database(settings, policy, session.observeCall));
  // A target asks the catalog what its table is: runs that follow each other need not ask again.
  const openKnownTarget = memoize((request: TargetRequest) => openTarget(connector, session, settings, request, pool), {
    maxAgeMs: targetReuseMs,
    now: () => session.clock.monotonic(),
  });
  return {
    test: (signal) => runTest(testPostgres({ database: pool, settings, policy }, signal), session.clock),
    discover: (_ends, signal) => discoverTables(pool, settings, signal),
    openSource: (request) => openSource(connector, session, settings, request, pool),
    openFinder: (request) => openFinder(connector, session, settings, request, pool),
    openTarget: openKnownTarget,
    close: () => pool.close(),
  };
}

function toSettings(connector: PostgresConnector, { config, auth }: SessionContext): PostgresSettings {
  const given = postgresConfig.parse(config);
  const { host, port, database, schema } = given;
  const login = new Secret(readLogin(auth.credentials.reveal()));
  return { connectorId: connector.id, host, port, database, schema, tls: toTls(given), login };
}

function openSource(
  connector: PostgresConnector,
  { config }: SessionContext,
  settings: PostgresSettings,
  request: SourceRequest,
  database: DatabasePool,
): RecordSource {
  const resolved = resolveObject(connector, { ...request, config, role: 'source' });
  if (!resolved.ok) throw refuseRequest(connector, 'list', resolved.problems);
  const { object } = resolved;
  const endpoint = `${toDatabaseName(settings)} ${quoteTable(object.table)}`;
  const rowsMax = Math.min(object.operations.list?.pageSize ?? 1000, request.recordsMax ?? Number.POSITIVE_INFINITY);
  const { where = [] } = request;
  return new TableSource({ connectorId: connector.id, database, object, where, rowsMax, endpoint });
}

function openFinder(
  connector: PostgresConnector,
  { config }: SessionContext,
  settings: PostgresSettings,
  { key, ...request }: FinderRequest,
  database: DatabasePool,
): RecordFinder {
  const resolved = resolveObject(connector, { ...request, config, role: 'source' });
  if (!resolved.ok) throw refuseRequest(connector, 'find', resolved.problems);
  const { object } = resolved;
  const endpoint = `${toDatabaseName(settings)} ${quoteTable(object.table)}`;
  const column = toColumn(connector, 'find', key);
  return new RowFinder({ connectorId: connector.id, database, object, column, endpoint });
}

function openTarget(
  connector: PostgresConnector,
  { config, clock }: SessionContext,
  settings: PostgresSettings,
  request: TargetRequest,
  database: DatabasePool,
): RecordTarget {
  const named = { ...request, config, role: 'target' as const };
  const resolved = resolveObject(connector, named);
  if (!resolved.ok) throw refuseRequest(connector, request.operation, resolved.problems);
  const described = describeObject(connector, named);
  if (!described.ok) throw refuseRequest(connector, request.operation, described.problems);
  const { operation } = request;
  const matchOn = request.matchOn.map((path) => toColumn(connector, operation, path));
  const write = operation === 'delete' ? undefined : resolved.object.operations[operation];
  const description = described.description.operations[operation];
  if (operation === 'delete' || write === undefined || description === undefined) {
    throw refuseRequest(connector, operation, [
      { path: 'operation', code: 'unsupported', message: 'It is not supported.' },
    ]);
  }
  const { table } = resolved.object;
  return new TableTarget({
    connectorId: connector.id,
    database,
    table: new TargetTable(database, table, matchOn, operation !== 'create'),
    request: { ...request, operation, matchOn },
    idempotency: description.idempotency,
    fingerprint: `${connector.id}:${toDatabaseName(settings)} ${quoteTable(table)} by ${matchOn.join(', ')}`,
    batchMax: write.batchMax,
    clock,
  });
}

/** The column that a match field names: fields of a record are columns, so a path of one step. */
function toColumn(connector: PostgresConnector, operation: string, path: string): string {
  const [name, ...rest] = parseValuePath(path) ?? [];
  if (typeof name === 'string' && rest.length === 0) return name;
  throw refuseRequest(connector, operation, [
    {
      path: operation === 'find' ? 'key' : 'match_on',
      code: 'invalid_value',
      message: `${path} is not the name of a column.`,
    },
  ]);
}
