import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../drizzle/index.ts';
import { type ApiClient, connectApi } from '../../start/main-job/api-client.ts';
import type { Fleet } from '../../start/processes/fleet.ts';
import type { Layout } from '../../start/state/layout.ts';
import { apiSpec, workerSpec } from '../../start/processes/node-children.ts';
import { findPort } from '../../start/servers/ports.ts';
import { projectRoot, readSettings } from '../../start/state/settings.ts';
import { workerReadiness } from '../../start/servers/worker-readiness.ts';
import { createOrganization } from '../../services/access/organizations/create-organization.ts';
import { ensureKeyFiles } from '../../vault/key-files.ts';
import { pepper } from '../harness/processes/api-process.ts';
import { unlimitedRates } from '../harness/processes/hub-process.ts';

export interface PartsContext {
  /** What is started goes with it; a worker that dies is started again. */
  fleet: Fleet;
  layout: Layout;
  database: { appUrl: string; relayUrl: string };
  temporalAddress: string;
  /** Where the worker finds all hosts. */
  vendorPort: number;
  /** Addresses that are open besides. */
  allow: string;
}

/** Starts API and worker on servers that run, with an organization of their own. @returns a client with its key. */
export async function startParts(context: PartsContext): Promise<ApiClient> {
  const { fleet, layout, database, temporalAddress, vendorPort, allow } = context;
  const { keyFile, publicKeyFile } = layout;
  await ensureKeyFiles({ keyFile, publicKeyFile });
  const port = await findPort(0);
  const url = `http://127.0.0.1:${port}`;
  const shared = {
    ...readSettings([], process.env).inherited,
    ...unlimitedRates,
    DATABASE_URL: database.appUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_TASK_QUEUE: `okta-ldap-${port}`,
    HUB_PUBLIC_KEY_FILE: publicKeyFile,
    HUB_EGRESS_ALLOW: allow,
  };
  const apiEnv = { ...shared, PORT: String(port), HUB_PEPPER: pepper };
  const workerEnv = { ...shared, DATABASE_RELAY_URL: database.relayUrl, HUB_KEY_FILE: keyFile };
  const spec = workerSpec({ root: projectRoot, env: workerEnv, needs: [] }, workerReadiness(layout.logs));
  const script = fileURLToPath(new URL('./worker.ts', import.meta.url));
  const args = [...spec.command.args.slice(0, -1), script, String(vendorPort)];
  const worker = fleet.add({ ...spec, command: { ...spec.command, args } });
  const api = fleet.add(apiSpec({ root: projectRoot, env: apiEnv, needs: [] }, url));
  await Promise.all([worker.whenReady(), api.whenReady()]);
  const tables = openDatabase(database.appUrl, { role: 'hub_app', max: 1 });
  try {
    const { api_key: key } = await createOrganization({ database: tables, pepper, name: 'Acme' });
    return connectApi(url, key, new AbortController().signal);
  } finally {
    await tables.close();
  }
}
