import { unlimitedRates } from '../../harness/processes/hub-process.ts';
import {
  type HubFacts,
  readHubFacts,
  type RunningHub,
  startHub,
  waitForFacts,
} from '../../harness/processes/running-hub.ts';

/** A hub as `npm start` runs it, started again when it ended, as an operator would. */
export interface HubKeeper {
  facts(): HubFacts | undefined;
  /** Process id of the supervisor. */
  pid(): number | undefined;
  /** Starts the hub again after everything of it was killed. */
  startAgain(): void;
  /** Starts that ended without being asked to. */
  failedStarts: string[];
  stop(): Promise<void>;
}

const startTimeoutMs = 180_000;
const failedStartsMax = 5;

/** Starts a hub on an empty data folder, and waits until its main job is done. */
export async function keepHub(dataDir: string, env: Record<string, string>): Promise<HubKeeper> {
  const failedStarts: string[] = [];
  let stopping = false;
  const start = (): RunningHub => {
    const started = startHub(dataDir, [], { LOG_LEVEL: 'info', ...unlimitedRates, ...env });
    void started.ended.then((code) => {
      if (stopping || hub !== started) return;
      // Ended by itself: an operator reads why, and starts it again.
      failedStarts.push(`npm start ended with ${code}: ${started.output().slice(-1500)}`);
      if (failedStarts.length < failedStartsMax) hub = start();
    });
    return started;
  };
  let hub = start();
  const stop = async (): Promise<void> => {
    stopping = true;
    hub.process.kill('SIGTERM');
    await hub.ended;
  };
  try {
    await waitForFacts(hub, dataDir, (known) => known.main_job !== undefined, startTimeoutMs);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    facts: () => readFacts(dataDir),
    pid: () => hub.process.pid,
    startAgain: () => {
      hub = start();
    },
    failedStarts,
    stop,
  };
}

/** Nothing also while the file is being replaced. */
function readFacts(dataDir: string): HubFacts | undefined {
  try {
    return readHubFacts(dataDir);
  } catch {
    return undefined;
  }
}
