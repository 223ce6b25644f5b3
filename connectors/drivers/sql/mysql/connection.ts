import { type Connection, createConnection, type ExecuteValues, type ResultSetHeader } from 'mysql2/promise';
import { connectChecked } from '../../shared/egress/connect.ts';
import { limitAnswers, socketWithin } from '../../shared/egress/limit-answers.ts';
import type { CompiledPolicy } from '../../shared/egress/policy.ts';
import { LiveConnection, type OperationOutcome } from '../../shared/live-connection.ts';
import type { PostgresSettings } from '../../../kit/sql/postgres-settings.ts';
import type { ObserveCall } from '../../shared/session.ts';
import { markJson } from './json-text.ts';
import { type MysqlFault, toMysqlFault } from './mysql-fault.ts';
import { statementTimeoutMs } from '../../../kit/sql/mysql-settings.ts';
import { weighPackets } from './weigh-packets.ts';

/** The address of the database, and the login: as for PostgreSQL, but without a schema. */
export type MysqlSettings = Omit<PostgresSettings, 'schema'>;

export type MysqlOutcome<Value> = OperationOutcome<Value, MysqlFault>;
export type Row = Readonly<Record<string, unknown>>;

/** A statement and its values, each a `?` in the text. */
export interface Statement {
  text: string;
  values: (string | number | Buffer | null)[];
}

/** What a statement that writes did. */
export interface Changed {
  /** Rows that it met, and those of them that are different now. */
  met: number;
  changed: number;
  /** What `auto_increment` gave the row; `0` where nothing was given. */
  insertId: string;
}

/** One connection of a session: statements follow each other on it. */
export class MysqlDatabase {
  readonly #live: LiveConnection<Connection, MysqlFault>;

  constructor(settings: MysqlSettings, policy: CompiledPolicy, observe?: ObserveCall) {
    this.#live = new LiveConnection({ open: (life) => open(settings, policy, life), toFault: toMysqlFault, observe });
  }

  /** Reads rows. @throws the reason of `signal`, and nothing else. */
  query(statement: Statement, signal?: AbortSignal): Promise<MysqlOutcome<readonly Row[]>> {
    return this.#live.run(
      async (connection) => {
        const [rows, fields] = await connection.execute(statement.text, toParameters(statement));
        const found: unknown[] = Array.isArray(rows) ? rows : [];
        return found.filter(isRow).map((row) => markJson(row, fields));
      },
      { signal, timeoutMs: statementTimeoutMs },
    );
  }

  /** Changes rows. @returns how many the statement met, and how many of them it changed. */
  change(statement: Statement, timeoutMs: number): Promise<MysqlOutcome<Changed>> {
    return this.#live.run(
      async (connection) => {
        const [result] = await connection.execute<ResultSetHeader>(statement.text, toParameters(statement));
        const changed = /Changed: (\d+)/.exec(result.info)?.[1];
        return {
          met: result.affectedRows,
          changed: changed === undefined ? result.affectedRows : Number(changed),
          // A text where it is too large for a number.
          insertId: String(result.insertId),
        };
      },
      { timeoutMs },
    );
  }

  /** Aborts all statements in progress. */
  close(): void {
    this.#live.close();
  }
}

function toParameters({ values }: Statement): ExecuteValues {
  return values;
}

function isRow(row: unknown): row is Row {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}

async function open(settings: MysqlSettings, policy: CompiledPolicy, life: AbortController): Promise<Connection> {
  const { host, port, database, tls } = settings;
  const { user, password } = settings.login.reveal();
  const socket = await connectChecked(policy, host, port, tls === false);
  life.signal.addEventListener('abort', () => socket.destroy(), { once: true });
  socket.once('close', () => life.abort());
  if (life.signal.aborted) socket.destroy();
  limitAnswers(socket, life, tls === false ? weighPackets() : undefined);
  const verifies = tls !== false && tls.rejectUnauthorized;
  const connection = await createConnection({
    stream: socket,
    host,
    user,
    password,
    database,
    ...(tls === false
      ? {}
      : {
          ssl: {
            rejectUnauthorized: verifies,
            verifyIdentity: verifies,
            ...(tls.ca === undefined ? {} : { ca: tls.ca }),
          },
        }),
    // Returns as text what JSON cannot represent, and ignores the time zone of this machine.
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    // See `JsonText`.
    jsonStrings: true,
    charset: 'utf8mb4',
    maxPreparedStatements: 100,
    // Parses rows without generating code from column names that the server sends.
    disableEval: true,
    // Prevents the server from requesting files of this machine (LOAD DATA LOCAL).
    flags: ['-LOCAL_FILES'],
    connectTimeout: statementTimeoutMs,
  });
  const stream = socketWithin(connection, 'connection', 'stream');
  // TLS begins inside the protocol, on a socket that the library makes.
  if (stream !== socket) limitAnswers(stream, life, weighPackets());
  // Each operation reports its own error.
  connection.on('error', () => undefined);
  await connection.query(`set session time_zone = '+00:00', innodb_lock_wait_timeout = 5,
    sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'`);
  return connection;
}
