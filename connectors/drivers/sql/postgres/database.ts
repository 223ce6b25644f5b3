import type { Socket } from 'node:net';
import postgres from 'postgres';
import { ofFault } from '../../shared/call-outcome.ts';
import { connectChecked, encrypt } from '../../shared/egress/connect.ts';
import { limitAnswers } from '../../shared/egress/limit-answers.ts';
import type { CompiledPolicy } from '../../shared/egress/policy.ts';
import { FaultError } from '../../../kit/fault.ts';
import type { ObserveCall } from '../../shared/session.ts';
import { type DatabaseFault, toDatabaseFault } from './database-fault.ts';
import { answerTimeoutMs, type PostgresSettings, statementTimeoutMs } from '../../../kit/sql/postgres-settings.ts';
import { startTls } from './start-tls.ts';
import { weighMessages } from './weigh-messages.ts';
import { messages } from '../../../../core/messages.ts';

export type StatementOutcome = { ok: true; rows: readonly Record<string, unknown>[] } | ({ ok: false } & DatabaseFault);

/** A statement whose text is the same for every call, so that the server prepares it once. */
export interface Statement {
  text: string;
  values: (string | number)[];
}

/**
 * One connection to a database, opened on first use and again after it failed.
 *
 * Statements run one by one, each a transaction of its own; none is left open.
 */
export class Database {
  readonly #settings: PostgresSettings;
  readonly #policy: CompiledPolicy;
  readonly #observe: ObserveCall | undefined;
  #pool: Pool | undefined;

  constructor(settings: PostgresSettings, policy: CompiledPolicy, observe?: ObserveCall) {
    this.#settings = settings;
    this.#policy = policy;
    this.#observe = observe;
  }

  /**
   * Runs a statement. When it returns, the statement is no longer under way here; on the server it has ended, too, or
   * ends within a second, when the server notices that nobody waits for it.
   *
   * @throws the reason of `signal`, and nothing else.
   */
  async run(statement: Statement, signal?: AbortSignal): Promise<StatementOutcome> {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(answerTimeoutMs);
    const stop = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
    const giveUp = (): void => void this.close();
    stop.addEventListener('abort', giveUp, { once: true });
    const tell = this.#observe?.();
    try {
      const { text, values } = statement;
      const sql = await this.#connect();
      const rows = await sql.unsafe<Record<string, unknown>[]>(text, values, { prepare: true });
      tell?.('ok');
      return { ok: true, rows };
    } catch (error) {
      const fault = timeout.aborted ? toDatabaseFault(timeout.reason) : this.#toFault(error);
      if (!fault.isAnswer) await this.close();
      signal?.throwIfAborted();
      tell?.(ofFault(fault));
      return { ok: false, ...fault };
    } finally {
      stop.removeEventListener('abort', giveUp);
    }
  }

  /** Closes the connection, and with it the statement in progress. Never throws. A later statement connects again. */
  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    pool?.life.abort();
    await pool?.sql.end({ timeout: 0 }).catch(() => undefined);
  }

  /** Reports the cause instead of the closed connection, if `limitAnswers` closed it. */
  #toFault(error: unknown): DatabaseFault {
    const reason: unknown = this.#pool?.life.signal.reason;
    return reason instanceof FaultError ? { ...toDatabaseFault(reason), sent: true } : toDatabaseFault(error);
  }

  async #connect(): Promise<postgres.Sql> {
    if (this.#pool === undefined) {
      this.#pool = openPool(this.#settings, this.#policy);
      const { sql } = this.#pool;
      await sql.unsafe(noticeBrokenConnections);
      return sql;
    }
    return this.#pool.sql;
  }
}

/**
 * Servers before version 14 do not have the setting; they notice at the end of the statement.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-connection.html#GUC-CLIENT-CONNECTION-CHECK-INTERVAL
 */
const noticeBrokenConnections = `select set_config(name, '1000', false) from pg_catalog.pg_settings
where name = 'client_connection_check_interval'`;

interface Pool {
  sql: postgres.Sql;
  /** Aborted when the pool is closed, also while it is connecting. */
  life: AbortController;
}

function openPool(settings: PostgresSettings, policy: CompiledPolicy): Pool {
  const life = new AbortController();
  const { host, port, database } = settings;
  const { user, password } = settings.login.reveal();
  const options = {
    host,
    port,
    database,
    user,
    password,
    // TLS is set up below: inside the library, the received bytes could not be counted.
    ssl: false,
    max: 1,
    prepare: true,
    fetch_types: false,
    backoff: false as const,
    connect_timeout: 10,
    max_lifetime: null,
    onnotice: () => undefined,
    connection: {
      application_name: 'integration-hub',
      statement_timeout: statementTimeoutMs,
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      IntervalStyle: 'iso_8601',
      extra_float_digits: 1,
    },
    // Not in the library's types: creates the socket, here to a checked address.
    socket: async () => {
      const socket = await open(settings, policy, life);
      limitAnswers(socket, life, weighMessages());
      return socket;
    },
  };
  return { sql: postgres(options), life };
}

async function open(
  { host, port, tls }: PostgresSettings,
  policy: CompiledPolicy,
  life: AbortController,
): Promise<Socket> {
  const socket = await connectChecked(policy, host, port);
  life.signal.addEventListener('abort', () => socket.destroy(), { once: true });
  if (life.signal.aborted) socket.destroy();
  if (tls === false) return socket;
  if (await startTls(socket)) return encrypt(socket, tls);
  socket.destroy();
  throw new FaultError({ kind: 'config', message: messages.encryptionNotOffered({ system: 'database' }) });
}
