import { type Destination, reach } from '../../shared/egress/reach.ts';
import type { CompiledPolicy } from '../../shared/egress/policy.ts';
import type { TestCheck } from '../../shared/session.ts';
import { accepted, failed, judgeCall, passed } from '../../shared/staged-test.ts';
import type { DatabasePool } from './database-pool.ts';
import { quoteName, quoteTable } from '../../../kit/sql/identifiers.ts';
import type { PostgresSettings } from '../../../kit/sql/postgres-settings.ts';
import { startTls } from './start-tls.ts';

interface TestedDatabase {
  database: DatabasePool;
  settings: PostgresSettings;
  policy: CompiledPolicy;
}

/**
 * Tests a connection: whether the server can be reached, the login, whether the configured schema may be used, and a
 * first row of a table that may be read.
 *
 * @throws the reason of `signal`, and nothing else.
 */
export async function* testPostgres(tested: TestedDatabase, signal: AbortSignal): AsyncGenerator<TestCheck> {
  const { database, settings, policy } = tested;
  yield* reach(policy, toDestination(settings), signal);
  const outcome = await database.run({ text: whoAndWhere, values: [settings.schema] }, signal);
  if (!outcome.ok) {
    yield* judgeCall(outcome.fault, outcome.isAnswer);
    return;
  }
  const { name, version, usable, table } = outcome.rows[0] ?? {};
  yield passed('auth', accepted);
  if (usable !== true) {
    const schema = quoteName(settings.schema);
    yield usable === false
      ? failed('permission', 'permission', `The user may not use the schema ${schema}.`)
      : failed('permission', 'config', `There is no schema ${schema}.`);
    return;
  }
  yield passed('permission', `Signed in as ${String(name)} to PostgreSQL ${String(version)}.`);
  if (typeof table === 'string') yield await readFirst(tested, table, signal);
}

function toDestination({ host, port, tls }: PostgresSettings): Destination {
  return { host, port, ...(tls === false ? {} : { tls, startTls }) };
}

/** Also a table that the user may read, if there is one: a connection that only writes needs none. */
const whoAndWhere = `
select current_user::text as name, pg_catalog.current_setting('server_version') as version,
  (select pg_catalog.has_schema_privilege(n.oid, 'usage') from pg_catalog.pg_namespace n where n.nspname = $1) as usable,
  (select c.relname::text from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where n.nspname = $1 and c.relkind in ('r', 'p') and pg_catalog.has_table_privilege(c.oid, 'select')
   order by c.oid limit 1) as table`;

async function readFirst(
  { database, settings: { schema } }: TestedDatabase,
  name: string,
  signal: AbortSignal,
): Promise<TestCheck> {
  const table = quoteTable({ schema, name });
  const outcome = await database.run({ text: `select 1 from ${table} limit 1`, values: [] }, signal);
  if (!outcome.ok) return failed('read', outcome.fault.kind, outcome.fault.message);
  return passed('read', outcome.rows.length > 0 ? `A first row of ${table} was read.` : `${table} holds no rows.`);
}
