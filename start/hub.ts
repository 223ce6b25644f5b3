import { ensureKeyFiles } from '../vault/key-files.ts';
import { doBoth } from './both.ts';
import type { FeedServer } from './feed-server.ts';
import { serveFeed } from './feed-server.ts';
import { apiSpec, workerSpec } from './node-children.ts';
import { findPort } from './ports.ts';
import { findRememberedPorts } from './remembered-ports.ts';
import { provideDatabase, provideTemporal } from './servers.ts';
import type { DatabaseServer, ServerContext, TemporalAddress } from './servers.ts';
import { workerReadiness } from './worker-readiness.ts';

/** Everything runs. */
export interface Hub {
  apiUrl: string;
  database: DatabaseServer;
  temporal: TemporalAddress;
  feed: FeedServer;
  pepper: string;
  /** Port of the embedded PostgreSQL; `undefined` where the user's database is used. */
  postgresPort: number | undefined;
}

/** Starts the servers, then worker and API on them. The caller stops the fleet, also when this throws. */
export async function startHub(context: ServerContext): Promise<Hub> {
  const { settings, layout, secrets, say, signal } = context;
  const ports = await findRememberedPorts(layout.ports);
  const apiPort = await findPort(settings.port, new Set([ports.postgres, ports.feed]));
  if (settings.port !== 0 && apiPort !== settings.port) {
    say(`Port ${settings.port} is in use: the API listens on ${apiPort}.`);
  }
  const keyFile = settings.keys.keyFile ?? layout.keyFile;
  const publicKeyFile = settings.keys.publicKeyFile ?? layout.publicKeyFile;
  await ensureKeyFiles({ keyFile, publicKeyFile });
  const feed = await serveFeed(settings.root, ports.feed);

  say('Starting PostgreSQL and Temporal …');
  const taken = new Set([...Object.values(ports), apiPort]);
  const [database, temporal] = await doBoth(
    signal,
    (either) => provideDatabase({ ...context, signal: either }, ports.postgres),
    (either) => provideTemporal({ ...context, signal: either }, taken),
  );

  say('Starting the worker and the API …');
  const host = settings.inherited['HOST'] ?? '127.0.0.1';
  const apiUrl = `http://${reachable(host)}:${apiPort}`;
  const shared = {
    ...settings.inherited,
    DATABASE_URL: database.appUrl,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    ...(temporal.uiUrl === undefined ? {} : { TEMPORAL_UI_URL: temporal.uiUrl }),
    HUB_PUBLIC_KEY_FILE: publicKeyFile,
    HUB_EGRESS_ALLOW: [settings.inherited['HUB_EGRESS_ALLOW'], `127.0.0.1:${ports.feed}`, hostAndPort(database.appUrl)]
      .filter(Boolean)
      .join(','),
  };
  const pepper = settings.keys.pepper ?? secrets.pepper;
  const servers = [database.child, temporal.child].filter((child) => child !== undefined);
  const worker = context.fleet.add(
    workerSpec(
      {
        root: settings.root,
        env: { ...shared, DATABASE_RELAY_URL: database.relayUrl, HUB_KEY_FILE: keyFile },
        needs: servers,
      },
      workerReadiness(layout.logs),
    ),
  );
  // The API can do without the servers for a while, so it does not wait for them when it is started again.
  const env = { ...shared, HOST: host, PORT: String(apiPort), HUB_PEPPER: pepper };
  const api = context.fleet.add(apiSpec({ root: settings.root, env, needs: [] }, apiUrl));
  await Promise.all([worker.whenReady(), api.whenReady()]);
  signal.throwIfAborted();
  return {
    apiUrl,
    database,
    temporal,
    feed,
    pepper,
    postgresPort: settings.database === undefined ? ports.postgres : undefined,
  };
}

/** An address to reach a server that listens on all addresses. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** The target of the main job is a database of the same server, so connectors must be allowed to reach it. */
function hostAndPort(databaseUrl: string): string {
  const { hostname, port } = new URL(databaseUrl);
  return `${hostname}:${port === '' ? 5432 : port}`;
}
