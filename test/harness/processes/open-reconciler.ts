import { Client, Connection } from '@temporalio/client';
import pino from 'pino';
import type { Tracer } from '../../../core/telemetry/tracing.ts';
import { openDatabase } from '../../../drizzle/index.ts';
import { reconcile } from '../../../worker/reconciler.ts';
import type { HubFacts } from './running-hub.ts';

/** A reconciler beside a hub's own, which looks at every run, however lately something happened to it. */
export interface Reconciler {
  client: Client;
  reconcile(): Promise<unknown>;
  close(): Promise<void>;
}

export async function openReconciler(
  { database_url: url, temporal_address: address }: HubFacts,
  tracer?: Tracer,
): Promise<Reconciler> {
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  const database = openDatabase(url, { role: 'hub_app', max: 2 });
  const relayDatabase = openDatabase(url, { role: 'hub_relay', max: 2 });
  const log = pino({ level: 'silent' });
  const deps = { database, relayDatabase, client, log, ...(tracer === undefined ? {} : { tracer }) };
  return {
    client,
    // Clocks of machine and database may differ by moments. One at a time, so that none hides another.
    reconcile: () => reconcile(deps, { quietForMs: -1000, batchSize: 1 }),
    close: async () => void (await Promise.all([connection.close(), database.close(), relayDatabase.close()])),
  };
}
