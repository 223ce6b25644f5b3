import { databaseUrl } from '../servers/database-url.ts';
import type { Hub } from '../servers/hub.ts';
import type { Secrets } from '../state/secrets.ts';
import type { DemoTarget, Encryption } from './demo-database.ts';

/**
 * Where the main job writes to: the embedded server's database `hub_demo`; where the user brought a PostgreSQL, a schema
 * of that name in the user's database, so that nothing but it needs to be reachable.
 */
export function demoTarget(hub: Hub, secrets: Secrets): DemoTarget {
  if (hub.postgresPort !== undefined) return describe(databaseUrl(hub.postgresPort, secrets, 'hub_demo', 'hub_demo'));
  const { config, ...target } = describe(hub.database.appUrl);
  return { ...target, config: { ...config, schema: 'hub_demo' }, ownerUrl: hub.database.ownerUrl };
}

function describe(address: string): DemoTarget {
  const url = new URL(address);
  return {
    config: {
      host: url.hostname,
      port: Number(url.port || 5432),
      database: decodeURIComponent(url.pathname.slice(1)),
      ssl: encryptionOf(url),
    },
    credentials: { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    url: address,
  };
}

/** As the hub's own client reads the address: without a word about it, there is no encryption. */
function encryptionOf(url: URL): Encryption {
  const mode = url.searchParams.get('sslmode') ?? url.searchParams.get('ssl') ?? 'disable';
  if (mode === 'verify-full') return 'verify_full';
  return mode === 'disable' || mode === 'false' ? 'disable' : 'require';
}
