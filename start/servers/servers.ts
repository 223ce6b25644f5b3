import { join } from 'node:path';
import { databaseUrl, type Login } from './database-url.ts';
import type { Fleet } from '../processes/fleet.ts';
import type { Layout } from '../state/layout.ts';
import type { Say } from '../output.ts';
import { answers, findPort, probePort } from './ports.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { ensureCluster } from './postgres-cluster.ts';
import { findSocketFolder, postgresSpec } from './postgres.ts';
import { StartProblem, reasonOf } from '../problem.ts';
import type { Secrets } from '../state/secrets.ts';
import { cacheDir, type Settings } from '../state/settings.ts';
import type { StepRunner } from '../processes/step-runner.ts';
import type { Child } from '../processes/supervisor.ts';
import { findTemporalCli } from './temporal-cli.ts';
import { temporalSpec } from './temporal.ts';

export interface ServerContext {
  settings: Settings;
  layout: Layout;
  secrets: Secrets;
  fleet: Fleet;
  steps: StepRunner;
  say: Say;
  signal: AbortSignal;
}

/** A database that is ready and migrated. */
export interface DatabaseServer {
  appUrl: string;
  relayUrl: string;
  ownerUrl: string;
  /** The address for people and scripts. */
  adminUrl: string;
  /** Of the embedded one. */
  port: number | undefined;
  child: Child | undefined;
}

/** Starts the embedded PostgreSQL, or uses the user's, and migrates it. */
export async function provideDatabase(context: ServerContext, port: number): Promise<DatabaseServer> {
  const own = context.settings.database;
  const server =
    own === undefined
      ? await startPostgres(context, port)
      : { ...own, adminUrl: own.ownerUrl, port: undefined, child: undefined };
  context.signal.throwIfAborted();
  try {
    await context.steps.run('migrate', server.ownerUrl);
  } catch (error) {
    throw new StartProblem(
      `The database could not be migrated: ${reasonOf(error)}.`,
      own === undefined
        ? `Read ${join(context.layout.logs, 'postgres.log')}. To start over, move ${context.layout.postgres} away.`
        : 'Check that DATABASE_URL is correct and that its user (or that of DATABASE_OWNER_URL) owns the database.',
      { cause: error },
    );
  }
  return server;
}

/** @param wanted Was found to be free; another program may have it by the time that the server listens. */
async function startPostgres(context: ServerContext, wanted: number): Promise<DatabaseServer> {
  const { layout, secrets, settings, signal } = context;
  const binaries = await findPostgresBinaries();
  await ensureCluster(binaries, layout.postgres, { password: secrets.postgres, signal });
  signal.throwIfAborted();
  const socketFolder = findSocketFolder(layout.run);
  const options = { directory: layout.postgres, port: wanted, socketFolder, durable: true, env: settings.inherited };
  let isFirst = true;
  const child = context.fleet.add(
    postgresSpec(binaries, options, async () => {
      // Once addresses with the port are published, wait for it instead.
      if (isFirst && (await probePort(options.port)).kind !== 'free') options.port = await findPort(options.port + 1);
    }),
  );
  await child.whenReady();
  isFirst = false;
  const { port } = options;
  signal.throwIfAborted();
  await context.steps.run('ensureDatabases', port, secrets);
  const urlOf = (login: Login, folder?: string): string => databaseUrl(port, secrets, login, 'hub', folder);
  return {
    appUrl: urlOf('hub_app', socketFolder),
    relayUrl: urlOf('hub_relay', socketFolder),
    ownerUrl: urlOf('hub_owner'),
    adminUrl: urlOf('postgres'),
    port,
    child,
  };
}

export interface TemporalAddress {
  address: string;
  namespace: string;
  uiUrl: string | undefined;
  child: Child | undefined;
}

const temporalPort = 7233;
const temporalUiPort = 8233;

/** Starts the Temporal dev server, or uses the user's. */
export async function provideTemporal(context: ServerContext): Promise<TemporalAddress> {
  const { settings, layout, say, signal } = context;
  if (settings.temporal !== undefined) return checkTemporal(settings.temporal);
  const cli = await findTemporalCli({ named: settings.temporalCli, cacheDir: cacheDir(settings.root), say, signal });
  const port = await findPort(temporalPort);
  const uiPort = await findPort(temporalUiPort);
  if (port !== temporalPort) say(`Port ${temporalPort} is in use: the Temporal server listens on ${port}.`);
  if (uiPort !== temporalUiPort) say(`Port ${temporalUiPort} is in use: the Temporal UI is on ${uiPort}.`);
  signal.throwIfAborted();
  const child = context.fleet.add(
    temporalSpec({
      cli,
      databaseFile: layout.temporalDatabase,
      port,
      uiPort,
      httpPort: await findPort(0),
      ui: true,
      env: settings.inherited,
    }),
  );
  await child.whenReady();
  return { address: `127.0.0.1:${port}`, namespace: 'default', uiUrl: `http://127.0.0.1:${uiPort}`, child };
}

async function checkTemporal(temporal: NonNullable<Settings['temporal']>): Promise<TemporalAddress> {
  const colon = temporal.address.lastIndexOf(':');
  const [host, port] = [temporal.address.slice(0, colon), Number(temporal.address.slice(colon + 1))];
  if (colon > 0 && (await answers(port, host))) return { ...temporal, child: undefined };
  throw new StartProblem(
    `Nothing responds at TEMPORAL_ADDRESS=${temporal.address}.`,
    'Start that server, correct the address (host:port), or leave TEMPORAL_ADDRESS out to use the dev server.',
  );
}
