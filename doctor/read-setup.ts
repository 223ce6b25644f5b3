import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '../core/config.ts';
import { errorMessage } from '../core/errors.ts';
import { isJsonObject } from '../core/json.ts';
import type { MetricsAddress } from './check-metrics.ts';
import { type Finding, ok, problem } from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What is to be examined. */
export interface Setup {
  /** Absent where the configuration cannot be read: much can be looked at without. */
  config: Config | undefined;
  /** Where the API should answer. */
  apiUrl: string | undefined;
  /** Where metrics should be; none where the configuration asks for none. */
  metrics: readonly MetricsAddress[];
  /** Folder of `npm start`, where it is one of that. */
  dataDir: string | undefined;
  findings: readonly Finding[];
}

/**
 * Reads the configuration of the services: from the variables that they read, or else from what `npm start` tells of the
 * hub that it runs here, also when that hub is no longer well.
 */
export async function readSetup(env: Environment, dataDir: string): Promise<Setup> {
  const isConfigured = (env['DATABASE_URL'] ?? '') !== '';
  const configured = isConfigured ? { env, metrics: undefined } : await readHubFile(env, dataDir);
  if (configured === undefined) return { ...nothing, dataDir, findings: [noConfiguration(dataDir)] };
  const found = configured.env;
  const source = isConfigured ? 'the environment' : join(dataDir, 'hub.json');
  try {
    const config = readConfig(found);
    const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? '127.0.0.1' : config.HOST;
    return {
      config,
      apiUrl: found['HUB_API_URL'] ?? config.PUBLIC_URL ?? `http://${host}:${config.PORT}`,
      metrics: configured.metrics ?? toOwnMetrics(config, host),
      dataDir: isConfigured ? undefined : dataDir,
      findings: [ok('configuration', `Read from ${source}.`)],
    };
  } catch (error) {
    const remedy = `Correct it in ${source}, and start the services again.`;
    const finding = problem('configuration', errorMessage(error), remedy);
    return { ...nothing, dataDir: isConfigured ? undefined : dataDir, findings: [finding] };
  }
}

const nothing = { config: undefined, apiUrl: undefined, metrics: [] };

/** The variables are those of one process, and do not say of which. Any free port (0) cannot be known. */
function toOwnMetrics({ HUB_METRICS_PORT: port = 0 }: Config, host: string): MetricsAddress[] {
  return port === 0 ? [] : [{ process: 'process with this configuration', url: `http://${host}:${port}/metrics` }];
}

function noConfiguration(dataDir: string): Finding {
  return problem(
    'configuration',
    `DATABASE_URL is not set, and ${dataDir} tells of no hub that runs.`,
    'Start one with `npm start`, or run this with the variables that the services have (docs/configuration.md lists them).',
  );
}

/** What is told of a hub that `npm start` runs. */
interface Configured {
  env: Environment;
  metrics: readonly MetricsAddress[];
}

async function readHubFile(env: Environment, dataDir: string): Promise<Configured | undefined> {
  const text = await readFile(join(dataDir, 'hub.json'), 'utf8').catch(() => undefined);
  const facts: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isJsonObject(facts)) return undefined;
  const { database_url: databaseUrl, temporal_address: temporal, api_url: apiUrl, metrics_urls: urls } = facts;
  const { api, worker } = isJsonObject(urls) ? urls : {};
  return {
    env: {
      HUB_KEY_FILE: join(dataDir, 'keys', 'private.json'),
      HUB_PUBLIC_KEY_FILE: join(dataDir, 'keys', 'public.json'),
      ...env,
      ...(typeof databaseUrl === 'string' ? { DATABASE_URL: databaseUrl } : {}),
      ...(typeof temporal === 'string' ? { TEMPORAL_ADDRESS: temporal } : {}),
      ...(typeof apiUrl === 'string' ? { HUB_API_URL: apiUrl } : {}),
    },
    metrics: [
      ...(typeof api === 'string' ? [{ process: 'API', url: api }] : []),
      ...(typeof worker === 'string' ? [{ process: 'worker', url: worker }] : []),
    ],
  };
}
