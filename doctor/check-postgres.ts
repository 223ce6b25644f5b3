import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import type { Clock } from '../core/clock.ts';
import { errorMessage } from '../core/errors.ts';
import { readAddress } from '../drizzle/address.ts';
import type { ClockReading } from './check-clock.ts';
import { checkCertificates } from './check-certificates.ts';
import { checkStoredKeys, type KeyCheck } from './check-keys.ts';
import { codeOf, type Finding, ok, problem, skipped, warning } from './finding.ts';

export interface DatabaseCheck {
  findings: Finding[];
  clock: ClockReading | undefined;
}

export interface DatabaseCheckDeps {
  url: string;
  clock: Clock;
  keys: Omit<KeyCheck, 'findings'>;
}

const connectSeconds = 5;
const statementMs = 10_000;

/** Connects as the services do, and looks at server, schema and stored keys. */
export async function checkPostgres({ url, clock, keys }: DatabaseCheckDeps): Promise<DatabaseCheck> {
  const { url: address, ...socket } = readAddress(url);
  const sql = postgres(address, {
    ...socket,
    max: 1,
    connect_timeout: connectSeconds,
    idle_timeout: 1,
    onnotice: () => undefined,
    connection: { application_name: 'hub doctor', statement_timeout: statementMs },
  });
  try {
    const begun = clock.now();
    const [server] = await sql<{ now: number; version: string; recovery: boolean; max: number; used: number }[]>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as now, current_setting('server_version') as version,
             pg_is_in_recovery() as recovery, current_setting('max_connections')::int as max,
             (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`;
    const ended = clock.now();
    if (server === undefined) throw new Error('The server gave no answer.');
    const schema = await checkSchema(sql);
    const found = [describeServer(server, url), schema];
    if (schema.status === 'ok')
      found.push(...(await checkStoredKeys(sql, keys)), ...(await checkCertificates(sql, clock)));
    return {
      findings: found,
      clock: { whose: 'PostgreSQL', aheadMs: (begun + ended) / 2 - server.now, withinMs: (ended - begun) / 2 },
    };
  } catch (error) {
    return { findings: [describeFailure(error, url)], clock: undefined };
  } finally {
    await sql.end({ timeout: 1 }).catch(() => undefined);
  }
}

function describeServer(
  server: { version: string; recovery: boolean; max: number; used: number },
  url: string,
): Finding {
  const { version, recovery, max, used } = server;
  const [number = version] = version.split(' ');
  if (recovery) {
    return problem(
      'postgres',
      `The server at ${toPlace(url)} is a replica, which can only be read.`,
      'Point DATABASE_URL at the primary, or promote this one.',
    );
  }
  if (used > max * 0.9) {
    return warning(
      'postgres',
      `${used} of ${max} connections of the server are taken.`,
      'Lower DATABASE_POOL_MAX of the services, or raise max_connections of the server.',
    );
  }
  return ok('postgres', `PostgreSQL ${number} answers at ${toPlace(url)}.`);
}

const journal = new URL('../drizzle/migrations/meta/_journal.json', import.meta.url);

/** Compares the migrations that were made with those of this version. */
async function checkSchema(sql: postgres.Sql): Promise<Finding> {
  const text = await readFile(journal, 'utf8');
  const known = [...text.matchAll(/"when":\s*(\d+)/g)].map(([, when]) => Number(when));
  try {
    const rows = await sql<{ at: number }[]>`select created_at::float8 as at from drizzle.__drizzle_migrations`;
    const made = new Set(rows.map(({ at }) => at));
    const missing = known.filter((when) => !made.has(when)).length;
    const newer = [...made].filter((when) => when > Math.max(...known)).length;
    if (missing > 0) {
      return problem('schema', `The database lacks ${missing} of ${known.length} migrations.`, 'Run: npm run migrate');
    }
    if (newer === 0) return ok('schema', 'The database has the newest schema.');
    return warning(
      'schema',
      `The database has ${newer} migrations that this version does not know.`,
      'Run the newest version here, too.',
    );
  } catch (error) {
    if (codeOf(error) === '42501') return skipped('schema', 'This login may not see which migrations were made.');
    if (codeOf(error) === '42P01' || codeOf(error) === '3F000') {
      return problem('schema', 'The database is empty: no migration was made.', 'Run: npm run migrate');
    }
    throw error;
  }
}

/** @see https://www.postgresql.org/docs/18/errcodes-appendix.html */
function describeFailure(error: unknown, url: string): Finding {
  const place = toPlace(url);
  const code = codeOf(error) ?? '';
  const known = failures.find(({ codes }) => codes.includes(code));
  if (known !== undefined) return problem('postgres', known.message(place), known.remedy);
  return problem('postgres', `PostgreSQL at ${place} failed: ${errorMessage(error)}.`, 'Read the log of the server.');
}

const failures: readonly { codes: string[]; message: (place: string) => string; remedy: string }[] = [
  {
    codes: ['ECONNREFUSED', 'ENOENT'],
    message: (place) => `PostgreSQL is down: nothing listens at ${place}.`,
    remedy: 'Start it; where it runs elsewhere, correct host and port in DATABASE_URL. `npm start` starts its own.',
  },
  {
    codes: ['ENOTFOUND', 'EAI_AGAIN'],
    message: (place) => `The host of PostgreSQL at ${place} has no address.`,
    remedy: 'Correct the host in DATABASE_URL, or the resolver of this machine.',
  },
  {
    codes: ['CONNECT_TIMEOUT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
    message: (place) => `PostgreSQL at ${place} does not answer.`,
    remedy: 'See that the server is up, and that no firewall stands in between.',
  },
  {
    codes: ['28P01', '28000'],
    message: (place) => `PostgreSQL at ${place} refuses this login.`,
    remedy: 'Correct user and password in DATABASE_URL, or what pg_hba.conf of the server allows.',
  },
  {
    codes: ['3D000'],
    message: (place) => `The server at ${place} has no such database.`,
    remedy: 'Correct the name in DATABASE_URL, or create the database and run: npm run migrate',
  },
  {
    codes: ['53300'],
    message: (place) => `PostgreSQL at ${place} has no connection left.`,
    remedy: 'Lower DATABASE_POOL_MAX of the services, or raise max_connections of the server.',
  },
  {
    codes: ['57P03', '57P01', '57P02'],
    message: (place) => `PostgreSQL at ${place} is starting or stopping.`,
    remedy: 'Wait a moment and look again; when it does not end, read the log of the server.',
  },
  {
    codes: ['53100', '58030'],
    message: (place) => `The disk of PostgreSQL at ${place} is full or broken.`,
    remedy: 'Make room where its data is, then start it again.',
  },
  {
    codes: ['CONNECTION_CLOSED', 'ECONNRESET', 'CONNECTION_ENDED', 'EPIPE'],
    message: (place) => `What listens at ${place} hangs up: it is no PostgreSQL, or it is about to stop.`,
    remedy: 'Correct host and port in DATABASE_URL, or read the log of the server.',
  },
];

/** Host and port, or the socket, with the database; nothing secret. */
function toPlace(url: string): string {
  if (!URL.canParse(url)) return 'the address of DATABASE_URL';
  const { hostname, port, pathname } = new URL(url);
  const { path } = readAddress(url);
  if (path !== undefined) return `${path} (database ${pathname.slice(1)})`;
  return `${hostname}:${port === '' ? '5432' : port}${pathname}`;
}
