import postgres from 'postgres';
import { readAddress } from './address.ts';
import { isUnavailable } from './failures.ts';

/**
 * The roles that a process may act as; neither owns the tables nor bypasses row-level security.
 *
 * `hub_app` sees the rows of the tenant set in its transaction. `hub_relay` sees orders and runs of every tenant, to
 * carry them to Temporal and to repair what was lost.
 */
export type DatabaseRole = 'hub_app' | 'hub_relay';

export interface Database {
  /** For statements outside any tenant: `hub_app` sees no row of a tenant here. */
  readonly sql: postgres.Sql;
  readonly pool: PoolUse;
  close(): Promise<void>;
}

/** How much of a pool is taken by transactions of tenants. */
export interface PoolUse {
  /** Connections that there may be. */
  readonly max: number;
  /** Those in a transaction. */
  busy: number;
  /** Transactions that wait for one. */
  waiting: number;
}

/** For whom a transaction acts: row-level security hides everything else from it. */
export interface TenantSettings {
  /** UUID of the organization. Default: none, so that its tables show nothing. */
  readonly orgId?: string | undefined;
  /** UUID of the person who signed in. Default: none, so that what belongs to people shows nothing. */
  readonly userId?: string | undefined;
  /** UUIDs of the accounts that it is limited to, at least one. Default: all, and what belongs to none. */
  readonly accounts?: readonly string[] | undefined;
}

/** A transaction in which the tenant is set. */
export interface Transaction {
  readonly sql: postgres.ISql;
}

/**
 * Opens a pool. Connects on first use, so a database that is down does not stop a process from starting.
 *
 * @param options.max Connections. Default 10.
 * @param options.statementTimeoutMs A statement that takes longer is cancelled by the server. Default 15,000.
 * @param options.plans `by index`: no table is scanned that an index leads to, so that an organization's statements are not
 *   slowed by the rows of others; nothing is compiled for a statement, either. For small statements of many organizations.
 */
export function openDatabase(
  address: string,
  options: { role: DatabaseRole; max?: number; statementTimeoutMs?: number; plans?: 'by index' },
): Database {
  const { url, ...socket } = readAddress(address);
  const max = options.max ?? 10;
  const sql = postgres(url, {
    ...socket,
    max,
    connect_timeout: 5,
    // An idle connection is a process of the server, of some 4 MB; opening one again takes 10 ms.
    // Our patch of the driver uses the connection used last first, so the others do become idle.
    // The relay, for whom nobody waits, asks in short turns all the time: what a busy moment opened is soon closed.
    idle_timeout: options.role === 'hub_relay' ? 10 : 30,
    max_lifetime: 3600,
    backoff: (attempt: number) => Math.min(0.1 * 2 ** attempt, 2),
    onnotice: () => undefined,
    connection: {
      application_name: 'integration-hub',
      statement_timeout: options.statementTimeoutMs ?? 15_000,
      idle_in_transaction_session_timeout: 30_000,
      // The login may be allowed more than the process needs: it acts as this role only.
      role: options.role,
      ...(options.plans === 'by index' ? { enable_seqscan: 'off', jit: 'off' } : {}),
      // What was answered, or is remembered elsewhere, must not be forgotten, whatever the server's own setting is. What
      // the relay writes down may be done twice, so it need not wait for the disk.
      synchronous_commit: options.role === 'hub_relay' ? 'off' : 'on',
    },
    types: { bigint: countType },
  });
  leaveAsText(sql);
  return { sql, pool: { max, busy: 0, waiting: 0 }, close: () => sql.end({ timeout: 5 }) };
}

/**
 * Switches the client's own conversion of times and of JSON parameters off, as Drizzle's driver does: times arrive as
 * text, whose microseconds a `Date` would lose, and JSON parameters are given as text.
 */
function leaveAsText({ options }: postgres.Sql): void {
  const asItIs = (value: unknown): unknown => value;
  for (const type of timeTypes) {
    options.parsers[type] = asItIs;
    options.serializers[type] = asItIs;
  }
  for (const type of jsonTypes) options.serializers[type] = asItIs;
}

/** Ids of `date`, `timestamp`, `timestamptz` and of lists of them. @see https://www.postgresql.org/docs/18/catalog-pg-type.html */
const timeTypes = [1082, 1114, 1184, 1182, 1115, 1185];
/** `json` and `jsonb`. */
const jsonTypes = [114, 3802];

/** `bigint` columns count things and stay far below 2^53. */
const countType: postgres.PostgresType<number> = {
  to: 20,
  from: [20],
  serialize: (value: number) => String(value),
  parse: (text: string) => Number(text),
};

/**
 * Runs `work` in one transaction of one tenant: the UUID of an organization, or that with a person and accounts.
 *
 * Its beginning is sent along with the first statements of `work`, without waiting for an answer; row-level security
 * hides everything of other tenants. Statements that do not need each other's results should be started together: they
 * share a round trip.
 *
 * @param onOpen Called when the database has answered for the first time. What it throws takes everything back.
 */
export async function withTenant<T>(
  database: Database,
  tenant: string | TenantSettings,
  work: (tx: Transaction) => PromiseLike<T>,
  onOpen?: () => void,
): Promise<T> {
  const { connection, release } = await reserve(database);
  let lost = false;
  const opening = [connection`begin`.execute().then(onOpen), setTenant(connection, tenant)];
  // Begins at once, and turns also what is thrown at once into an answer.
  const working = (async () => work({ sql: connection }))();
  try {
    const [value] = await Promise.all([working, ...opening]);
    const { command } = await connection`commit`.execute();
    if (command !== 'COMMIT') throw new Error('A statement of a transaction failed and nobody looked.');
    return value;
  } catch (error) {
    // What is still on its way is answered before the rollback is.
    await connection`rollback`.execute().catch((problem: unknown) => {
      lost = isUnavailable(problem);
    });
    throw error;
  } finally {
    release({ lost });
  }
}

interface Reserved {
  connection: postgres.ReservedSql;
  /** A lost connection is not released: the pool opens another one. */
  release(end: { lost: boolean }): void;
}

/** Waits for a connection of the pool, and counts it. */
async function reserve({ sql, pool }: Database): Promise<Reserved> {
  pool.waiting += 1;
  const connection = await sql.reserve().finally(() => (pool.waiting -= 1));
  pool.busy += 1;
  return {
    connection,
    release: ({ lost }) => {
      pool.busy -= 1;
      if (!lost) connection.release();
    },
  };
}

function setTenant(connection: postgres.ISql, tenant: string | TenantSettings): PromiseLike<unknown> {
  if (typeof tenant === 'string') return connection`select set_config('hub.org', ${tenant}, true)`.execute();
  const { orgId = '', userId = '', accounts } = tenant;
  // An empty list would mean all of them.
  if (accounts?.length === 0) throw new TypeError('A transaction is limited to at least one account.');
  return connection`
    select set_config('hub.org', ${orgId}, true), set_config('hub.user', ${userId}, true),
           set_config('hub.accounts', ${accounts?.join(',') ?? ''}, true)`.execute();
}

/** Lets a transaction of a person act for another of their organizations from here on. */
export async function enterTenant({ sql }: Transaction, orgId: string): Promise<void> {
  await sql`select set_config('hub.org', ${orgId}, true)`;
}

/** A transaction that is sent whole: statements only, all of them started before the first answer. */
export type Pipeline = Transaction;

/**
 * Runs a transaction of one tenant whose statements do not depend on each other's answers, in a single round trip.
 *
 * `work` starts every statement (`.execute()`) before it waits for anything. One that fails makes the rest fail, and the
 * commit at the end a rollback; what `work` itself throws before it waits takes everything back. Three times fewer packets than `withTenant`, for the paths where they count.
 *
 * @throws {Error} when `work` starts a statement too late: it would stand outside of the transaction.
 */
export async function withTenantPipelined<T>(
  database: Database,
  tenant: string | TenantSettings,
  work: (tx: Pipeline) => PromiseLike<T>,
): Promise<T> {
  const { connection, release } = await reserve(database);
  let sent = false;
  const tx: Pipeline = {
    get sql() {
      if (sent) throw new Error('A statement of a pipelined transaction was started after the others were sent.');
      return connection;
    },
  };
  const begin = connection`begin`.execute();
  const setting = setTenant(connection, tenant);
  // Begins at once, and turns also what is thrown at once into an answer.
  const working = (async () => work(tx))();
  sent = true;
  let broken = false;
  working.catch(() => (broken = true));
  // Whatever was thrown on the way is known by then, and nothing was sent yet: that takes until the next turn of the loop.
  await new Promise((resolve) => process.nextTick(resolve));
  const commit = (broken ? connection`rollback` : connection`commit`).execute();
  // The connection is released when the last response has arrived, whatever it is: it must not carry the transaction along.
  const [worked, begun, set, committed] = await Promise.allSettled([working, begin, setting, commit]);
  release({ lost: committed.status === 'rejected' && isUnavailable(committed.reason) });
  if (worked.status === 'rejected') throw worked.reason;
  for (const answer of [begun, set, committed]) if (answer.status === 'rejected') throw answer.reason;
  return worked.value;
}
