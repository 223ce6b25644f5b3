import { rmSync } from 'node:fs';
import { newFleet } from '../../start/processes/fleet.ts';
import { databaseUrl, type Login } from '../../start/servers/database-url.ts';
import { makeLayout } from '../../start/state/layout.ts';
import { startTestPostgres } from './servers.ts';
import { makeTestFolder } from './test-folders.ts';

/** A PostgreSQL with the hub's database and nothing beside it. */
export interface BarePostgres {
  url(login: Login): string;
  stop(): Promise<void>;
}

const startTimeoutMs = 120_000;

/** @param options.durable As `startTestPostgres`. */
export async function startBarePostgres(options: { durable?: boolean } = {}): Promise<BarePostgres> {
  const folder = makeTestFolder();
  const layout = makeLayout(folder);
  const fleet = newFleet({
    logDir: layout.logs,
    runDir: layout.run,
    say: (text) => process.stderr.write(`${text}\n`),
    onChange: () => undefined,
    onGivenUp: () => undefined,
  });
  const stop = async (): Promise<void> => {
    await fleet.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const signal = AbortSignal.timeout(startTimeoutMs);
    const { port, secrets, socketFolder } = await startTestPostgres({ fleet, layout, signal }, options.durable);
    return { url: (login) => databaseUrl(port, secrets, login, 'hub', socketFolder), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
