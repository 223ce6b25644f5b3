import postgres from 'postgres';
import { expect } from 'vitest';
import type { Counters } from '../../core/pure/counters.ts';
import { type ConnectionWorker, startConnectionWorker } from '../api/connection-worker.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { openActivities, type TestActivities } from '../harness/activities.ts';
import { createForeignDatabase } from '../harness/database.ts';

/** A hub beside a server that others wrote, with tables that flows read from and write to. */
export interface PeerHub {
  api: TestApi;
  activities: TestActivities;
  /** A database that is not the hub's. */
  sql: postgres.Sql;
  /** A connection to that database. */
  tables: string;
  /** @returns the id of the connection. */
  connect(service: string, credentials: object, config: object): Promise<string>;
  /** Saves an integration that maps fields of the same names. @returns its id. */
  copy(source: object, target: object, fields: readonly string[]): Promise<string>;
  /** Runs an integration to its end. */
  run(integrationId: string): Promise<Counters>;
  close(): Promise<void>;
}

export async function startPeerHub(): Promise<PeerHub> {
  const api = await startTestApi();
  const worker: ConnectionWorker = await startConnectionWorker(api, ['127.0.0.0/8']);
  const activities = await openActivities(api);
  const database = await createForeignDatabase();
  const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  const url = new URL(database.url);
  const connect = async (service: string, credentials: object, config: object): Promise<string> => {
    const body = { name: service, service_type: service, credentials, config };
    const made = await api.request('POST', '/v1/connections', { body });
    expect(made.error?.details.errors).toBeUndefined();
    return made.data.id;
  };
  return {
    api,
    activities,
    sql,
    tables: await connect(
      'postgres',
      { user: url.username, password: url.password },
      { host: '127.0.0.1', port: Number(url.port), database: url.pathname.slice(1), ssl: 'disable' },
    ),
    connect,
    copy: async (source, target, fields) => {
      const mapping = fields.map((name) => ({ to: name, from: name }));
      const made = await api.request('POST', '/v1/integrations', { body: { name: 'Copy', source, target, mapping } });
      expect(made.error?.details.errors).toBeUndefined();
      return made.data.id;
    },
    run: async (integrationId) => {
      const input = await activities.begin(integrationId);
      for (;;) {
        const report = await activities.runSegment(input);
        if (report.status !== 'done') continue;
        await activities.finishRun({ ...input, outcome: 'succeeded' });
        return report.counters;
      }
    },
    close: async () => {
      await Promise.all([worker.stop(), activities.close(), sql.end()]);
      await Promise.all([api.close(), database.drop()]);
    },
  };
}
