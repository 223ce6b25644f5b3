import { runBoth } from '../processes/run-both.ts';
import { childEnvironments, reachable } from './child-environments.ts';
import { buildDashboard } from './dashboard.ts';
import { warmUp } from './warm-up.ts';
import { type FeedServer, serveFeed } from './feed-server.ts';
import { apiSpec, workerSpec } from '../processes/node-children.ts';
import { findPort, findWantedPort } from './ports.ts';
import { StartProblem, reasonOf } from '../problem.ts';
import { findRememberedPorts } from './remembered-ports.ts';
import {
  type DatabaseServer,
  provideDatabase,
  provideTemporal,
  type ServerContext,
  type TemporalAddress,
} from './servers.ts';
import type { WantedPort } from '../state/settings.ts';
import { workerReadiness } from './worker-readiness.ts';

/** Everything runs. */
export interface Hub {
  apiUrl: string;
  /** Where Prometheus finds the metrics of each process. */
  metricsUrls: { api: string; worker: string };
  database: DatabaseServer;
  temporal: TemporalAddress;
  feed: FeedServer;
  pepper: string;
  /** Port of the embedded PostgreSQL; `undefined` where the user's database is used. */
  postgresPort: number | undefined;
}

/** Starts the servers, then worker and API on them. The caller stops the fleet, also when this throws. */
export async function startHub(context: ServerContext): Promise<Hub> {
  const { settings, layout, secrets, steps, say, signal } = context;
  const ports = await findRememberedPorts(layout.ports);
  const apiPort = await findWantedPort(settings.port);
  if (settings.port.number !== 0 && apiPort !== settings.port.number) {
    say(`Port ${settings.port.number} is in use: the API listens on ${apiPort}.`);
  }
  const metricsPorts = await findMetricsPorts(settings.metricsPort);
  const keyFile = settings.keys.keyFile ?? layout.keyFile;
  const publicKeyFile = settings.keys.publicKeyFile ?? layout.publicKeyFile;
  const ensureKeys = () =>
    steps.run('ensureKeyFiles', { keyFile, publicKeyFile }).catch((error: unknown) => {
      throw new StartProblem(
        reasonOf(error),
        `Put ${keyFile} from the backup in its place: only it decrypts the stored credentials. To start over, move ${settings.dataDir} away.`,
      );
    });
  const feed = await serveFeed(settings.root, ports.feed);

  say('Starting PostgreSQL and Temporal …');
  const warming = warmUp(settings.root, signal);
  // Whoever runs the main job only looks at no page.
  if (!settings.once) void buildDashboard(settings.root, say, signal);
  const [, [database, temporal]] = await runBoth(signal, ensureKeys, (servers) =>
    runBoth(
      servers,
      (either) => provideDatabase({ ...context, signal: either }, ports.postgres),
      (either) => provideTemporal({ ...context, signal: either }),
    ),
  );
  await warming;
  const { port, adminUrl } = database;
  const remembered = ports.remembered.postgres;
  if (port !== undefined && port !== remembered) await steps.run('tellOfMovedPort', { adminUrl, port, remembered });

  say('Starting the worker and the API …');
  const pepper = settings.keys.pepper ?? secrets.pepper;
  const env = childEnvironments({
    settings,
    database,
    temporal,
    apiPort,
    metricsPorts,
    feedPort: ports.feed,
    keyFile,
    publicKeyFile,
    pepper,
  });
  const host = reachable(env.api.HOST);
  const apiUrl = `http://${host}:${apiPort}`;
  const metricsUrls = {
    api: `http://${host}:${metricsPorts.api}/metrics`,
    worker: `http://${host}:${metricsPorts.worker}/metrics`,
  };
  const servers = [database.child, temporal.child].filter((child) => child !== undefined);
  const worker = context.fleet.add(
    workerSpec({ root: settings.root, env: env.worker, needs: servers }, workerReadiness(layout.logs)),
  );
  // The API tolerates missing servers for a while, so it does not wait for them on a restart.
  const api = context.fleet.add(apiSpec({ root: settings.root, env: env.api, needs: [] }, apiUrl));
  await Promise.all([worker.whenReady(), api.whenReady()]);
  signal.throwIfAborted();
  return { apiUrl, metricsUrls, database, temporal, feed, pepper, postgresPort: port };
}

async function findMetricsPorts(wanted: WantedPort): Promise<{ api: number; worker: number }> {
  const api = await findWantedPort(wanted);
  return { api, worker: await findPort(wanted.number === 0 ? 0 : api + 1) };
}
