import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));

const hubFacts = z.object({
  api_url: z.string(),
  api_key: z.string(),
  temporal_address: z.string(),
  temporal_ui_url: z.string().optional(),
  /** The embedded server as its superuser. */
  database_url: z.string(),
  main_job: z.object({ run_id: z.string(), status: z.string() }).optional(),
  pids: z.record(z.string(), z.number()),
});

export type HubFacts = z.infer<typeof hubFacts>;

/** A whole hub in its own data folder, started as `npm start` starts it. */
export interface HubProcess {
  dataDir: string;
  facts: HubFacts;
  /** Reads the facts anew: process ids change when children are started again. */
  refresh(): Promise<HubFacts>;
  /** Stops everything and removes the data folder. */
  stop(): Promise<void>;
}

const startTimeoutMs = 120_000;

/** @param env Added to the environment; `HUB_EGRESS_ALLOW` opens the ports of local test servers. */
export async function startHubProcess(env: Record<string, string>): Promise<HubProcess> {
  const dataDir = await mkdtemp(join(root, '.hub-test-'));
  const child = spawn(process.execPath, ['start/main.ts'], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'warn', PORT: '0', HUB_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const stop = async (): Promise<void> => {
    await endProcess(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  const refresh = async (): Promise<HubFacts> =>
    hubFacts.parse(JSON.parse(await readFile(join(dataDir, 'hub.json'), 'utf8')));
  const deadline = Date.now() + startTimeoutMs;
  while (child.exitCode === null && Date.now() < deadline) {
    const facts = await refresh().catch(() => undefined);
    if (facts?.main_job !== undefined) return { dataDir, facts, refresh, stop };
    await sleep(100);
  }
  await stop();
  throw new Error(`The hub did not start:\n${output.join('').slice(-4000)}`);
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  await ended;
  clearTimeout(timer);
}
