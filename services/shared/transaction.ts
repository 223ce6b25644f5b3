import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import { codeOf, isUnavailable } from '../../drizzle/failures.ts';
import {
  type Database,
  type TenantSettings,
  type Transaction,
  withTenant,
  withTenantPipelined,
} from '../../drizzle/client.ts';

/** Whose rows are read and changed, and in which transaction. */
export interface TenantContext extends TenantSettings {
  readonly database: Database;
  /** The transaction that the whole request is part of. Default: one is begun. */
  readonly transaction?: Transaction | undefined;
}

/** How long a request waits for a connection of the pool before it is answered `service_unavailable`. */
const acquireTimeoutMs = 5000;

/**
 * How long it waits for the database altogether: longer than the server lets a statement take, so this ends only what
 * a dead network would leave hanging.
 */
const answerTimeoutMs = 20_000;

/** What a client is asked to wait when the database cannot be reached. */
const retryAfterSeconds = 2;

/**
 * Runs a verb's work in one transaction of the caller's organization: the request's own where it has one.
 *
 * A request that waited too long for a connection is answered, and its work is not started when a connection becomes free:
 * nothing happens after the answer.
 *
 * @throws {HubError} `service_unavailable` when the database cannot be reached, is going down or does not answer in time.
 */
export function inTenant<T>(ctx: TenantContext, work: (tx: Transaction) => PromiseLike<T>): Promise<T> {
  if (ctx.transaction !== undefined) return Promise.resolve(work(ctx.transaction));
  return askDatabase((progress) => withTenant(ctx.database, toSettings(ctx), work, () => progress.begin()));
}

/**
 * Reads with statements that do not need each other's answers, in one transaction and one round trip, its end included.
 * For reads only: a statement that was sent is executed, even if the caller got an error meanwhile.
 *
 * `work` starts every statement (`.execute()`) before it waits for anything.
 *
 * @throws {HubError} as `inTenant`.
 */
export function readTenant<T>(ctx: TenantContext, work: (tx: Transaction) => PromiseLike<T>): Promise<T> {
  if (ctx.transaction !== undefined) return Promise.resolve(work(ctx.transaction));
  return askDatabase((progress) =>
    withTenantPipelined(ctx.database, toSettings(ctx), (tx) => {
      progress.begin();
      return work(tx);
    }),
  );
}

/** Programs act for their whole organization and for no person, which takes one setting. */
function toSettings({ orgId, userId, accounts }: TenantSettings): string | TenantSettings {
  return orgId !== undefined && userId === undefined && accounts === undefined ? orgId : { orgId, userId, accounts };
}

/** How far a question to the database has come. */
interface Progress {
  /** A connection was found. @throws {HubError} `service_unavailable` when the question was given up before. */
  begin(): void;
}

/** Asks the database something, and gives up in time. @throws {HubError} `service_unavailable` */
export async function askDatabase<T>(ask: (progress: Progress) => Promise<T>): Promise<T> {
  let state: 'waiting' | 'begun' | 'given up' = 'waiting';
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const giveUp = (): void => {
      state = 'given up';
      reject(databaseUnavailable());
    };
    timer = setTimeout(() => {
      if (state === 'waiting') giveUp();
      else timer = setTimeout(giveUp, answerTimeoutMs - acquireTimeoutMs);
    }, acquireTimeoutMs);
  });
  const begin = (): void => {
    if (state === 'given up') throw databaseUnavailable();
    state = 'begun';
  };
  try {
    return await Promise.race([ask({ begin }), timeout]);
  } catch (error) {
    throw toUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Turns failures of the database itself into `service_unavailable`; gives every other error back as it is. */
function toUnavailable(error: unknown): unknown {
  const unavailable = isUnavailable(error) || transientStates.has(codeOf(error) ?? '');
  return unavailable ? databaseUnavailable(error) : error;
}

/** @see https://www.postgresql.org/docs/18/errcodes-appendix.html */
const transientStates = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
  '57014', // query_canceled, by statement_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25006', // read_only_sql_transaction: a standby, during a failover
  '53100', // disk_full
  '53200', // out_of_memory
]);

function databaseUnavailable(cause?: unknown): HubError {
  return new HubError('service_unavailable', messages.databaseUnavailable, {
    cause,
    retryAfterSeconds,
  });
}
