import { join } from 'node:path';
import { sandboxEnvironment } from './environment.ts';
import { findNetworkless } from './network.ts';

/** How the sandbox process is started: the program, its arguments and its whole environment. */
export interface Launch {
  file: string;
  args: string[];
  env: Record<string, string>;
}

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
  return { file, args, env: sandboxEnvironment };
}
