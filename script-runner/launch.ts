import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** How the sandbox process is started: the program, its arguments and its whole environment. */
export interface Launch {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/** Time zone of scripts: the only thing that the sandbox is told of the machine. */
const env = { TZ: 'UTC' };

const root = join(import.meta.dirname, '..');

/** All that the process reads: its own code, and the packages that it runs. Data, keys and settings stand elsewhere. */
const readable = ['script-runner/*', 'core/*', 'node_modules/*', 'package.json'];

/**
 * Takes away what Node and V8 can take away.
 *
 * Node's permission model knows no network before version 25; for that there is `findNetworkless`. The process is guarded
 * by all this only against a script that has broken out of WebAssembly.
 *
 * @see https://nodejs.org/docs/latest-v24.x/api/permissions.html
 */
const nodeArgs = [
  '--permission',
  ...readable.map((path) => `--allow-fs-read=${join(root, path)}`),
  '--allow-worker',
  '--no-addons',
  '--disallow-code-generation-from-strings',
  '--disable-proto=throw',
  '--no-warnings',
  '--max-old-space-size=128',
];

export async function planLaunch(threads: number): Promise<Launch> {
  const command = [process.execPath, ...nodeArgs, join(import.meta.dirname, 'main.ts'), String(threads)];
  const [file = '', ...args] = [...(await findNetworkless()), ...command];
  return { file, args, env };
}

/** Ways to start a program in a network of its own, without any interface: as anybody, and as root. */
const ways = [
  ['/usr/bin/unshare', '--user', '--map-current-user', '--net', '--'],
  ['/usr/bin/unshare', '--net', '--'],
];

/** @returns the first way that this machine allows; none at all in many containers, and on other systems than Linux. */
async function findNetworkless(): Promise<readonly string[]> {
  for (const way of ways) if (await works([...way, '/bin/true'])) return way;
  return [];
}

function works([file = '', ...args]: string[]): Promise<boolean> {
  return new Promise((resolve) => execFile(file, args, { env, timeout: 5000 }, (error) => resolve(error === null)));
}
