import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../../start/state/settings.ts';
import { ensureKeyFiles } from '../../../vault/key-files.ts';
import { unlimitedRates } from './hub-process.ts';

export const pepper = 'a pepper of thirty-two characters or more';

/** What an API process needs besides a database; one set may serve several processes. */
export interface ApiSettings {
  env: Record<string, string>;
  /** Private keys, for workers. */
  keyFile: string;
  remove(): Promise<void>;
}

export async function makeApiSettings(databaseUrl: string): Promise<ApiSettings> {
  const directory = await mkdtemp(join(tmpdir(), 'hub-api-'));
  const files = { keyFile: join(directory, 'keys.json'), publicKeyFile: join(directory, 'keys.pub.json') };
  await ensureKeyFiles(files);
  return {
    keyFile: files.keyFile,
    env: {
      ...unlimitedRates,
      DATABASE_URL: databaseUrl,
      HUB_PEPPER: pepper,
      HUB_PUBLIC_KEY_FILE: files.publicKeyFile,
      PORT: '0',
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** The API as it is deployed: a process of its own that listens on a port. */
export interface ApiProcess {
  child: ChildProcess;
  pid: number;
  /** What it has said so far, on both outputs. */
  output(): string;
  /** Waits until it listens. @throws {Error} with its output when it ends before. */
  findPort(): Promise<number>;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

const outputMax = 1_000_000;

/** @param flags For Node itself. */
export function startApiProcess(env: Record<string, string>, flags: readonly string[] = []): ApiProcess {
  const child = spawn(process.execPath, [...flags, 'api/main.ts'], {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      // Enough to read what went wrong; a long attack logs a line for each request.
      if (output.length > 2 * outputMax) output = output.slice(-outputMax);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    child,
    pid: child.pid ?? 0,
    output: () => output,
    findPort: async () => {
      for (;;) {
        const port = /"port":(\d+)/.exec(output)?.[1];
        if (port !== undefined) return Number(port);
        await Promise.race([once(child.stdout, 'data'), ended]);
        if (child.exitCode !== null) throw new Error(output);
      }
    },
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
