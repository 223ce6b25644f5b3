import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { connector } from '../../../connectors/mysql/index.ts';
import type { ConnectorSession } from '../../../connectors/drivers/shared/session.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { RecordTarget, WriteOperation } from '../../../core/records.ts';
import { type DatabaseServer, password, startMariadb } from '../../lab/mariadb.ts';
import { openTestSession } from '../http-session.ts';

export interface Mariadb {
  /** This machine cannot have the server: skip the tests. */
  readonly isAbsent: boolean;
  readonly server: DatabaseServer;
  /** A session of the test's own. */
  readonly session: ConnectorSession;
  openSession(config?: JsonObject, credentials?: JsonObject): ConnectorSession;
  /** Of the table `people`. */
  openTarget(operation: WriteOperation, matchOn?: string[]): RecordTarget;
}

/** Starts MariaDB for the tests of a file, which may each make a table `people`. */
export function useMariadb(): Mariadb {
  const { mariadb: root = '' } = inject('lab');
  const isAbsent = root === '';
  let server: DatabaseServer;
  let session: ConnectorSession;
  const openSession: Mariadb['openSession'] = (config = {}, credentials = {}) =>
    openTestSession(connector, {
      config: { host: '127.0.0.1', port: server.port, database: 'hr', ssl: 'disable', ...config },
      credentials: { user: 'hub', password, ...credentials },
      allow: [`127.0.0.1:${server.port}`, `localhost:${server.port}`],
    });
  if (!isAbsent) {
    beforeAll(async () => {
      server = await startMariadb(root);
    });
    afterAll(() => server.stop());
    beforeEach(() => {
      session = openSession();
    });
    afterEach(async () => {
      await session.close();
      await server.admin.query('drop table if exists people');
    });
  }
  return {
    isAbsent,
    get server() {
      return server;
    },
    get session() {
      return session;
    },
    openSession,
    openTarget: (operation, matchOn = ['id']) =>
      session.openTarget({ object: 'people', operation, matchOn, options: {} }),
  };
}
