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

/** @param env Added to the environment; `HUB_EGRESS_ALLOW` opens the ports of local test servers. */
export async function startHubProcess(env: Record<string, string>): Promise<HubProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-process-'));
  const hub = startHub(dataDir, [], { LOG_LEVEL: 'warn', ...env });
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
