import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import type { EffectResult, RecordTarget, WriteOperation } from '../../../core/records.ts';
import { createForeignDatabase } from '../database.ts';
import { openTestSession, toEffects } from '../http-session.ts';
import type { ConnectorSession } from '../../../connectors/drivers/shared/session.ts';
import { connector } from '../../../connectors/postgres/index.ts';

/** A database that is not the hub's, empty before each test, and a session with it. */
export interface ForeignTables {
  /** As its owner, past the connector. */
  readonly sql: postgres.Sql;
  readonly url: string;
  readonly session: ConnectorSession;
  /** Another session, with other parameters or credentials. */
  openSession(change?: JsonObject, credentials?: JsonObject): ConnectorSession;
  /** Default: records of `people`, matched by `id`. */
  openTarget(operation: WriteOperation, matchOn?: string[], object?: string): RecordTarget;
}

/** Writes bodies and tells what became of each. */
export async function write(target: RecordTarget, ...bodies: JsonObject[]): Promise<EffectResult['outcome'][]> {
  const report = await target.write(toEffects(bodies));
  if (report.error !== undefined) throw report.error;
  return report.results.map(({ outcome }) => outcome);
}

/** Called at the top of a test file. */
export function useForeignTables(): ForeignTables {
  let database: Awaited<ReturnType<typeof createForeignDatabase>>;
  let sql: postgres.Sql;
  let session: ConnectorSession;

  const openSession = (change: JsonObject = {}, credentials: JsonObject = {}): ConnectorSession => {
    const url = new URL(database.url);
    return openTestSession(connector, {
      config: { host: '127.0.0.1', port: Number(url.port), database: url.pathname.slice(1), ssl: 'disable', ...change },
      credentials: { user: url.username, password: url.password, ...credentials },
      allow: [`127.0.0.1:${url.port}`],
    });
  };

  beforeAll(async () => {
    database = await createForeignDatabase();
    sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });
  beforeEach(async () => {
    await sql`drop schema public cascade`;
    await sql`create schema public`;
    session = openSession();
  });
  afterEach(() => session.close());

  return {
    get sql() {
      return sql;
    },
    get url() {
      return database.url;
    },
    get session() {
      return session;
    },
    openSession,
    openTarget: (operation, matchOn = ['id'], object = 'people') =>
      session.openTarget({ object, operation, matchOn, options: {} }),
  };
}
