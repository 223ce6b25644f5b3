import { migrate } from '../../drizzle/migrate.ts';
import { databaseUrl } from '../../start/servers/database-url.ts';
import { ensureDatabases } from '../../start/servers/databases.ts';
import type { Fleet } from '../../start/processes/fleet.ts';
import type { Layout } from '../../start/state/layout.ts';
import { findPort } from '../../start/servers/ports.ts';
import { findPostgresBinaries } from '../../start/servers/postgres-binaries.ts';
import { ensureCluster } from '../../start/servers/postgres-cluster.ts';
import { findSocketFolder, postgresSpec } from '../../start/servers/postgres.ts';
import { ensureSecrets, type Secrets } from '../../start/state/secrets.ts';
import { cacheDir, projectRoot, readSettings } from '../../start/state/settings.ts';
import { findTemporalCli } from '../../start/servers/temporal-cli.ts';
import { temporalSpec } from '../../start/servers/temporal.ts';

export interface ServerContext {
  fleet: Fleet;
  layout: Layout;
  signal: AbortSignal;
}

const settings = readSettings([], process.env);

export interface TestPostgres {
  port: number;
  secrets: Secrets;
  socketFolder: string | undefined;
}

/**
 * Starts an embedded PostgreSQL that forgets everything with its machine, with the database `hub` migrated once: the
 * template of every test's own.
 *
 * @param durable Commits outlive the machine, as they do where the hub is used. Default: they need not.
 */
export async function startTestPostgres(context: ServerContext, durable = false): Promise<TestPostgres> {
  const { fleet, layout, signal } = context;
  const secrets = ensureSecrets(layout.secrets, layout.postgres);
  const binaries = await findPostgresBinaries();
  await ensureCluster(binaries, layout.postgres, { password: secrets.postgres, signal });
  const port = await findPort(0);
  const socketFolder = findSocketFolder(layout.run);
  const child = fleet.add(
    postgresSpec(binaries, { directory: layout.postgres, port, socketFolder, durable, env: settings.inherited }),
  );
  await child.whenReady();
  await ensureDatabases(port, secrets);
  await migrate(databaseUrl(port, secrets, 'hub_owner', 'hub'));
  return { port, secrets, socketFolder };
}

export async function startTestTemporal(context: ServerContext): Promise<{ address: string; cli: string }> {
  const { fleet, layout, signal } = context;
  const cli = await findTemporalCli({
    named: settings.temporalCli,
    cacheDir: cacheDir(projectRoot),
    say: (text) => process.stderr.write(`${text}\n`),
    signal,
  });
  const port = await findPort(0);
  const httpPort = await findPort(0);
  const child = fleet.add(
    temporalSpec({
      cli,
      databaseFile: layout.temporalDatabase,
      port,
      uiPort: 0,
      httpPort,
      ui: false,
      env: settings.inherited,
    }),
  );
  await child.whenReady();
  return { address: `127.0.0.1:${port}`, cli };
}
