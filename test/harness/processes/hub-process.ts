import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HubFacts, readHubFacts, startHub, waitForFacts } from './running-hub.ts';

/** A whole hub with a data folder of its own, its main job done. */
export interface HubProcess {
  dataDir: string;
  facts: HubFacts;
  /** Reads the facts anew: process ids change when children are started again. */
  refresh(): HubFacts;
  /** Stops everything and removes the data folder. */
  stop(): Promise<void>;
}

/** On a machine that is busy otherwise a start takes long. */
const startTimeoutMs = 120_000;

/** What is measured or shaken here is the hub, not the patience that it asks of its callers. */
export const unlimitedRates = Object.fromEntries(
  ['KEY', 'ORG', 'ADDRESS'].flatMap((whose) => [
    [`HUB_RATE_${whose}_PER_MINUTE`, '10000000'],
    [`HUB_RATE_${whose}_BURST`, '1000000'],
  ]),
);

/**
 * @param env Added to the environment; `HUB_EGRESS_ALLOW` opens the ports of local test servers.
 * @param root The checkout that it is started of. Default: this one.
 */
export async function startHubProcess(env: Record<string, string>, root?: string): Promise<HubProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-process-'));
  const hub = startHub(dataDir, [], { LOG_LEVEL: 'warn', ...unlimitedRates, ...env }, root);
  const stop = async (): Promise<void> => {
    hub.process.kill('SIGTERM');
    await hub.ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const facts = await waitForFacts(hub, dataDir, (known) => known.main_job !== undefined, startTimeoutMs);
    return { dataDir, facts, refresh: () => readHubFacts(dataDir) ?? facts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
