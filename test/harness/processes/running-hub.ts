import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { projectRoot } from '../../../start/state/settings.ts';
import { bindLifetime } from '../../../start/processes/bind-lifetime.ts';

export const hubFacts = z.object({
  api_url: z.string(),
  api_key: z.string(),
  /** While nobody can sign in yet. */
  welcome_url: z.string().optional(),
  metrics_urls: z.object({ api: z.string(), worker: z.string() }),
  temporal_address: z.string(),
  database_url: z.string(),
  demo_database_url: z.string(),
  pids: z.record(z.string(), z.number()),
  main_job: z.object({ run_id: z.string(), status: z.string() }).optional(),
});

export type HubFacts = z.infer<typeof hubFacts>;

/** A hub started as `npm start` does, on a data folder of its own. */
export interface RunningHub {
  process: ChildProcess;
  /** What it has said so far, on both outputs. */
  output(): string;
  ended: Promise<number | null>;
}

/**
 * @param env Further variables; the port of the API is any free one unless told.
 * @param root The checkout that it is started of.
 */
export function startHub(
  dataDir: string,
  args: string[] = [],
  env: Record<string, string> = {},
  root = projectRoot,
): RunningHub {
  const child = spawn(process.execPath, ['start/main.ts', ...args], {
    cwd: root,
    env: { ...process.env, HUB_DATA_DIR: dataDir, PORT: '0', HUB_METRICS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // A test or a bench that is killed would leave it running for ever.
  const unbind = child.pid === undefined ? () => undefined : bindLifetime(child.pid, 'SIGTERM');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).finally(unbind);
  return { process: child, output: () => output, ended };
}

/** What the hub on a data folder tells scripts; `undefined` while it tells nothing. */
export function readHubFacts(dataDir: string): HubFacts | undefined {
  const file = join(dataDir, 'hub.json');
  return existsSync(file) ? hubFacts.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** Waits until the facts are as wanted. @throws {Error} with the hub's output when that takes too long, or it ended. */
export async function waitForFacts(
  hub: RunningHub,
  dataDir: string,
  isWanted: (facts: HubFacts) => boolean,
  timeoutMs = 60_000,
): Promise<HubFacts> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const facts = readHubFacts(dataDir);
    if (facts !== undefined && isWanted(facts)) return facts;
    if (Date.now() > deadline || hub.process.exitCode !== null) {
      throw new Error(`The hub is not as wanted. It said:\n${hub.output()}`);
    }
    await sleep(50);
  }
}

/** True when the API answers an authorised request. */
export async function answersRequests(facts: HubFacts): Promise<boolean> {
  try {
    const response = await fetch(`${facts.api_url}/v1/runs?per_page=1`, {
      headers: { authorization: `Bearer ${facts.api_key}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(2000),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
