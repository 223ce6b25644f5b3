import type { RecordFinder, RecordSource, RecordTarget } from '../../../../core/records.ts';
import { Secret } from '../../../../core/secret.ts';
import type { MysqlConnector } from '../../../kit/connector.ts';
import { resolveObject } from '../../../kit/objects.ts';
import { mysqlConfig } from '../../../kit/sql/mysql-settings.ts';
import { readLogin, toTls } from '../../../kit/sql/postgres-settings.ts';
import { createSession, findRead, findWrite, limitPages, toFieldName } from '../../shared/driver-session.ts';
import { type CompiledPolicy, compilePolicy } from '../../shared/egress/policy.ts';
import { reach } from '../../shared/egress/reach.ts';
import { refuseRequest } from '../../shared/refuse-request.ts';
import type {
  DriverSession,
  FinderRequest,
  SessionContext,
  SourceRequest,
  TargetRequest,
  TestCheck,
} from '../../shared/session.ts';
import { accepted, judgeCall, passed } from '../../shared/staged-test.ts';
import { ChangedRowsSource } from '../changed-rows-source.ts';
import { RowFinder } from '../find-rows.ts';
import { TableSource } from '../table-source.ts';
import { quoteTable } from './catalog.ts';
import { MysqlDatabase, type MysqlSettings } from './connection.ts';
import { discoverTables } from './discover.ts';
import { createTableDialect } from './table-dialect.ts';
import { MysqlTarget } from './target.ts';

/** Binds a connector on MySQL to a connection. Opens no socket before the first statement. */
export function openMysqlSession(connector: MysqlConnector, session: SessionContext): DriverSession {
  const given = mysqlConfig.parse(session.config);
  const { host, port, database: name } = given;
  const login = new Secret(readLogin(session.auth.credentials.reveal()));
  const tls = toTls({ ...given, schema: name });
  const settings: MysqlSettings = { connectorId: connector.id, host, port, database: name, tls, login };
  const policy = compilePolicy(session.egress);
  const database = new MysqlDatabase(settings, policy, session.observeCall);
  return createSession(connector, session, {
    test: (signal) => testMysql(database, settings, policy, signal),
    discover: (_ends, signal) => discoverTables(database, settings, signal),
    openSource: (request) => openSource(connector, session, settings, database, request),
    openFinder: (request) => openFinder(connector, session, settings, database, request),
    openTarget: (request) => openTarget(connector, session, settings, database, request),
    close: () => database.close(),
  });
}

function openSource(
  connector: MysqlConnector,
  session: SessionContext,
  { host, port }: MysqlSettings,
  database: MysqlDatabase,
  request: SourceRequest,
): RecordSource {
  const { object, read } = findRead(connector, session, request);
  const source = new TableSource({
    connectorId: connector.id,
    dialect: createTableDialect(database, object.table),
    object,
    where: request.where ?? [],
    rowsMax: limitPages(read, request).pageSize,
    endpoint: `${host}:${port} ${quoteTable(object.table)}`,
  });
  return read.cursor === undefined ? source : new ChangedRowsSource(source);
}

function openFinder(
  connector: MysqlConnector,
  { config }: SessionContext,
  { host, port }: MysqlSettings,
  database: MysqlDatabase,
  { key, object: named, options }: FinderRequest,
): RecordFinder {
  const resolved = resolveObject(connector, { object: named, options, config, role: 'source' });
  if (!resolved.ok) throw refuseRequest(connector, 'find', resolved.problems);
  const { object } = resolved;
  return new RowFinder({
    connectorId: connector.id,
    dialect: createTableDialect(database, object.table),
    object,
    column: toFieldName(connector, 'find', key, 'a column'),
    endpoint: `${host}:${port} ${quoteTable(object.table)}`,
  });
}

function openTarget(
  connector: MysqlConnector,
  session: SessionContext,
  { host, port }: MysqlSettings,
  database: MysqlDatabase,
  request: TargetRequest,
): RecordTarget {
  const { object, write, description } = findWrite(connector, session, request);
  const matchOn = request.matchOn.map((path) => toFieldName(connector, request.operation, path, 'a column'));
  const { table } = object;
  const system = `${connector.id}:${host.toLowerCase()}:${port}`;
  return new MysqlTarget({
    connectorId: connector.id,
    database,
    table,
    request: { ...request, matchOn },
    idempotency: description.idempotency,
    system,
    fingerprint: `${system} ${quoteTable(table)} by ${matchOn.join(', ')}`,
    batchMax: write.batchMax,
    clock: session.clock,
  });
}

/** Tests a connection: whether the server can be reached, and the login. */
async function* testMysql(
  database: MysqlDatabase,
  { host, port, tls }: MysqlSettings,
  policy: CompiledPolicy,
  signal: AbortSignal,
): AsyncGenerator<TestCheck> {
  // The server speaks first, unencrypted, and TLS starts within its protocol: the login shows whether it works.
  yield* reach(policy, { host, port, needsOpened: tls === false }, signal);
  const who = await database.query({ text: 'select current_user() as name, version() as version', values: [] }, signal);
  if (!who.ok) {
    yield* judgeCall(who.fault, who.isAnswer);
    return;
  }
  yield passed('auth', accepted);
  const { name, version } = who.value[0] ?? {};
  yield passed('read', `Signed in as ${String(name)} to ${String(version)}.`);
}
