import type { DatabaseServer, TemporalAddress } from './servers.ts';
import type { Settings } from '../state/settings.ts';

export interface ChildFacts {
  settings: Pick<Settings, 'root' | 'inherited'>;
  database: Pick<DatabaseServer, 'appUrl' | 'relayUrl'>;
  temporal: Pick<TemporalAddress, 'address' | 'namespace' | 'uiUrl'>;
  apiPort: number;
  metricsPorts: { api: number; worker: number };
  feedPort: number;
  keyFile: string;
  publicKeyFile: string;
  pepper: string;
}

type Environment = Record<string, string>;

/**
 * The environments of API and worker.
 *
 * The API can verify API keys and encrypt credentials, but not decrypt them; the worker the other way round.
 */
export function childEnvironments(facts: ChildFacts): { api: Environment & { HOST: string }; worker: Environment } {
  const { settings, database, temporal } = facts;
  const { inherited } = settings;
  const shared = {
    ...inherited,
    DATABASE_URL: database.appUrl,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    ...(temporal.uiUrl === undefined ? {} : { TEMPORAL_UI_URL: temporal.uiUrl }),
    // Where the API listens, and so what other systems call back: workers give them the address.
    HOST: inherited['HOST'] ?? '127.0.0.1',
    PORT: String(facts.apiPort),
    HUB_PUBLIC_KEY_FILE: facts.publicKeyFile,
    // The servers of the start itself: the feed, and the target of the main job.
    HUB_EGRESS_ALLOW: [inherited['HUB_EGRESS_ALLOW'], `127.0.0.1:${facts.feedPort}`, hostAndPort(database.appUrl)]
      .filter(Boolean)
      .join(','),
  };
  return {
    api: {
      ...shared,
      HUB_METRICS_PORT: String(facts.metricsPorts.api),
      HUB_PEPPER: facts.pepper,
    },
    worker: {
      ...shared,
      DATABASE_RELAY_URL: database.relayUrl,
      HUB_KEY_FILE: facts.keyFile,
      HUB_METRICS_PORT: String(facts.metricsPorts.worker),
    },
  };
}

function hostAndPort(databaseUrl: string): string {
  const { hostname, port } = new URL(databaseUrl);
  return `${hostname}:${port === '' ? 5432 : port}`;
}

/** An address that reaches a server listening on `host`. */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
