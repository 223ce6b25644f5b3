import { SessionCache } from '../../sessions/session-cache.ts';
import { LookupCache } from '../../runs/load/lookup-cache.ts';
import { DefinitionCache } from '../../runs/load/definition-cache.ts';
import { pino } from 'pino';
import { systemClock } from '../../core/clock.ts';
import { logOptions } from '../../core/telemetry/log-fields.ts';
import { openDatabase } from '../../drizzle/client.ts';
import { createScriptRunner } from '../../script-runner/index.ts';
import { createOpener } from '../../vault/open.ts';
import { readPrivateKeys, readPublicKeys } from '../../vault/key-files.ts';
import { startConnectionRequests } from '../../worker/connection-requests.ts';
import { startOperations } from '../../worker/operations.ts';
import type { TestApi } from './harness.ts';

/** The part of a worker that answers questions about connections, and carries out single operations. */
export interface ConnectionWorker {
  /** Lines that were logged. */
  logged: string[];
  stop(): Promise<void>;
}

/** @param allow As `HUB_EGRESS_ALLOW`. */
export async function startConnectionWorker(api: TestApi, allow: readonly string[]): Promise<ConnectionWorker> {
  const database = openDatabase(api.testDatabase.appUrl, { role: 'hub_app', max: 6 });
  const relayDatabase = openDatabase(api.testDatabase.relayUrl, { role: 'hub_relay', max: 2 });
  const opener = createOpener(await readPrivateKeys(api.keyFile), systemClock);
  const publicKeys = await readPublicKeys(api.keyFile.replace(/\.json$/, '.pub.json'));
  const logged: string[] = [];
  const log = pino({ level: 'trace', ...logOptions }, { write: (line: string) => void logged.push(line) });
  const sessions = new SessionCache({ database, clock: systemClock, opener, publicKeys, egress: { allow }, log });
  const scripts = createScriptRunner({ threads: 1 });
  const shared = { database, relayDatabase, sessions, opener, log };
  const operations = startOperations({ ...shared, clock: systemClock });
  const loop = startConnectionRequests({
    ...shared,
    scripts,
    definitions: new DefinitionCache(),
    lookups: new LookupCache(database),
  });
  return {
    logged,
    stop: async () => {
      await Promise.all([loop.stop(), operations.stop()]);
      await sessions.closeAll();
      await scripts.close();
      await Promise.all([database.close(), relayDatabase.close()]);
    },
  };
}
