import { parseValuePath } from '../../../../core/paths.ts';
import type { RecordSource, RecordTarget } from '../../../../core/records.ts';
import { Secret } from '../../../../core/secret.ts';
import type { MysqlConnector } from '../../../kit/define.ts';
import { describeObject } from '../../../kit/describe-object.ts';
import { compilePolicy } from '../../shared/egress/policy.ts';
import { reach } from '../../shared/egress/reach.ts';
import { resolveObject } from '../../../kit/objects.ts';
import { readLogin, toTls } from '../../../kit/sql/postgres-settings.ts';
import { refuseRequest } from '../../shared/refuse-request.ts';
import type { DriverSession, SessionContext, SourceRequest, TargetRequest, TestCheck } from '../../shared/session.ts';
import { accepted, judgeCall, passed, runTest } from '../../shared/staged-test.ts';
import type { CompiledPolicy } from '../../shared/egress/policy.ts';
import { quoteTable } from './catalog.ts';
import { discoverTables } from './discover.ts';
import { MysqlDatabase, type MysqlSettings } from './connection.ts';
import { mysqlConfig } from '../../../kit/sql/mysql-settings.ts';
import { MysqlSource } from './source.ts';
import { MysqlTarget } from './target.ts';

/** Binds a connector on MySQL to a connection. Opens no socket before the first statement. */
export function openMysqlSession(connector: MysqlConnector, session: SessionContext): DriverSession {
  const { config, clock, auth } = session;
  const given = mysqlConfig.parse(config);
  const { host, port, database: name } = given;
  const login = new Secret(readLogin(auth.credentials.reveal()));
  const tls = toTls({ ...given, schema: name });
  const settings: MysqlSettings = { connectorId: connector.id, host, port, database: name, tls, login };
  const policy = compilePolicy(session.egress);
  const database = new MysqlDatabase(settings, policy, session.observeCall);
  const openSource = (request: SourceRequest): RecordSource => {
    const resolved = resolveObject(connector, { ...request, config, role: 'source' });
    if (!resolved.ok) throw refuseRequest(connector, 'list', resolved.problems);
    const { object } = resolved;
    const rowsMax = Math.min(object.operations.list?.pageSize ?? 1000, request.recordsMax ?? Number.POSITIVE_INFINITY);
    const endpoint = `${host}:${port} ${quoteTable(object.table)}`;
    const { where = [] } = request;
    return new MysqlSource({ connectorId: connector.id, database, object, where, rowsMax, endpoint });
  };
  return {
    test: (signal) => runTest(testMysql(database, settings, policy, signal), clock),
    discover: (_ends, signal) => discoverTables(database, settings, signal),
    openSource,
    openTarget: (request) => openTarget(connector, session, settings, database, request),
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}

function openTarget(
  connector: MysqlConnector,
  { config, clock }: SessionContext,
  { host, port }: MysqlSettings,
  database: MysqlDatabase,
  request: TargetRequest,
): RecordTarget {
  const named = { ...request, config, role: 'target' as const };
  const { operation } = request;
  const resolved = resolveObject(connector, named);
  if (!resolved.ok) throw refuseRequest(connector, operation, resolved.problems);
  const described = describeObject(connector, named);
  if (!described.ok) throw refuseRequest(connector, operation, described.problems);
  const write = operation === 'delete' ? undefined : resolved.object.operations[operation];
  const description = described.description.operations[operation];
  if (write === undefined || description === undefined) {
    const message = 'It is not supported.';
    throw refuseRequest(connector, operation, [{ path: 'operation', code: 'unsupported', message }]);
  }
  const matchOn = request.matchOn.map((path) => toColumn(connector, operation, path));
  const { table } = resolved.object;
  return new MysqlTarget({
    connectorId: connector.id,
    database,
    table,
    request: { ...request, matchOn },
    idempotency: description.idempotency,
    fingerprint: `${connector.id}:${host.toLowerCase()}:${port} ${quoteTable(table)} by ${matchOn.join(', ')}`,
    batchMax: write.batchMax,
    clock,
  });
}

function toColumn(connector: MysqlConnector, operation: string, path: string): string {
  const [name, ...rest] = parseValuePath(path) ?? [];
  if (typeof name === 'string' && rest.length === 0) return name;
  const message = `${path} is not the name of a column.`;
  throw refuseRequest(connector, operation, [{ path: 'match_on', code: 'invalid_value', message }]);
}

/** Tests a connection: the way to the server, and who we are there. */
async function* testMysql(
  database: MysqlDatabase,
  { host, port, tls }: MysqlSettings,
  policy: CompiledPolicy,
  signal: AbortSignal,
): AsyncGenerator<TestCheck> {
  // The server speaks first, in clear, and TLS begins inside its protocol: the login shows whether it does.
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
