import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { inject } from 'vitest';
import { projectRoot } from '../../../start/state/settings.ts';
import { compileCacheDir } from '../../../start/servers/warm-up.ts';

/** A worker as it is deployed, a process of its own; without workflows, which take long to load. */
export interface WorkerProcess {
  child: ChildProcess;
  /** What it has said so far, on both outputs. */
  output(): string;
  ended: Promise<number | null>;
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a worker and waits until it is ready. @throws {Error} with its output when it ends before. */
export async function startWorkerProcess(
  api: { testDatabase: { appUrl: string; relayUrl: string }; keyFile: string },
  env: Record<string, string>,
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, ['worker/main.ts'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compileCacheDir(projectRoot),
      DATABASE_URL: api.testDatabase.appUrl,
      DATABASE_RELAY_URL: api.testDatabase.relayUrl,
      TEMPORAL_ADDRESS: inject('temporal').address,
      HUB_KEY_FILE: api.keyFile,
      HUB_PUBLIC_KEY_FILE: api.keyFile.replace(/\.json$/, '.pub.json'),
      HUB_WORKER_ROLE: 'io',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  while (!output.includes('worker is ready')) {
    await Promise.race([once(child.stdout, 'data'), ended]);
    if (child.exitCode !== null) throw new Error(output);
  }
  const end = (signal: 'SIGKILL' | 'SIGTERM') => async (): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return { child, output: () => output, ended, kill: end('SIGKILL'), stop: end('SIGTERM') };
}
