import type { Clock } from '../core/clock.ts';
import { errorMessage } from '../core/errors.ts';
import { checkClock } from './check-clock.ts';
import { checkDisk } from './check-disk.ts';
import { checkApi, checkEgress } from './check-http.ts';
import { checkKeyFiles } from './check-keys.ts';
import { checkMetrics } from './check-metrics.ts';
import { checkPostgres } from './check-postgres.ts';
import { checkScripts } from './check-scripts.ts';
import { checkTemporal } from './check-temporal.ts';
import { checkNode } from './check-versions.ts';
import { type Finding, problem } from './finding.ts';
import { readSetup } from './read-setup.ts';

export interface Examination {
  env: Readonly<Record<string, string | undefined>>;
  /** Folder of `npm start`. */
  dataDir: string;
  /** Folder whose disk counts where the services are not those of `npm start`. */
  cwd: string;
  /** Address of the outside that is asked for the way out and the time. */
  reference: string;
  clock: Clock;
  nodeVersion: string;
}

/** Looks at everything that a hub needs, one thing after the other, and goes on whatever it finds. */
export async function* examine(examination: Examination): AsyncGenerator<Finding, void> {
  const { env, clock, reference } = examination;
  const { config, apiUrl, metrics, dataDir, findings } = await readSetup(env, examination.dataDir);
  yield* findings;
  yield checkNode(examination.nodeVersion);
  yield* await guard('disk', async () => [await checkDisk(dataDir ?? examination.cwd)]);
  const egress = await checkEgress(reference, clock);
  const readings = [egress.clock];
  if (config !== undefined) {
    const keys = await checkKeyFiles(config);
    yield* keys.findings;
    const database = await checkPostgres({ url: config.DATABASE_URL, clock, keys });
    yield* database.findings;
    readings.unshift(database.clock);
    yield* await guard('temporal', () => checkTemporal(config));
    yield* await guard('scripts', async () => [await checkScripts(config)]);
  }
  yield* egress.findings;
  if (apiUrl !== undefined) {
    const api = await checkApi(apiUrl, clock);
    yield* api.findings;
    readings.push(api.clock);
  }
  if (config !== undefined) yield* await guard('metrics', () => checkMetrics(metrics));
  yield* checkClock(readings.filter((reading) => reading !== undefined));
}

/** What nobody thought of is a finding, too. */
async function guard(check: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    return [problem(check, `It could not be looked at: ${errorMessage(error)}.`, 'Please report this.')];
  }
}
