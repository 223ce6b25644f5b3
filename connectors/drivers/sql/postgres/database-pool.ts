import type { Fault } from '../../../kit/fault.ts';
import type { Database, Statement, StatementOutcome } from './database.ts';
import { connectionsMax, turnTimeoutMs } from '../../../kit/sql/postgres-settings.ts';

/**
 * A small pool of connections for all sources and targets of a session.
 *
 * Each statement has its own connection while it runs: canceling one, which closes its connection, does not affect
 * others.
 */
export class DatabasePool {
  readonly #connect: () => Database;
  readonly #idle: Database[] = [];
  readonly #all = new Set<Database>();
  readonly #waiting: ((database: Database) => void)[] = [];

  constructor(connect: () => Database) {
    this.#connect = connect;
  }

  /** Runs a statement when a connection is free. @throws the reason of `signal`, and nothing else. */
  async run(statement: Statement, signal?: AbortSignal): Promise<StatementOutcome> {
    const database = await this.#take();
    if (database === undefined) return { ok: false, fault: noTurn, sent: false, isDataFault: false, isAnswer: false };
    try {
      return await database.run(statement, signal);
    } finally {
      const next = this.#waiting.shift();
      // The most recently used connection is used next: its statements are prepared.
      if (next === undefined) this.#idle.push(database);
      else next(database);
    }
  }

  /** Closes every connection, and with it all statements in progress. Never throws. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((database) => database.close()));
  }

  async #take(): Promise<Database | undefined> {
    const free = this.#idle.pop() ?? this.#add();
    if (free !== undefined) return free;
    return new Promise((resolve) => {
      const turn = (database: Database | undefined): void => {
        clearTimeout(timer);
        resolve(database);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        turn(undefined);
      }, turnTimeoutMs);
      this.#waiting.push(turn);
    });
  }

  #add(): Database | undefined {
    if (this.#all.size >= connectionsMax) return undefined;
    const database = this.#connect();
    this.#all.add(database);
    return database;
  }
}

const noTurn: Fault = { kind: 'transient', message: 'All connections of this session to the database are busy.' };
