import { createHash } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile } from '../state/private-file.ts';
import { apiFlags, workerFlags } from '../processes/node-children.ts';
import { runCommand } from '../processes/run-command.ts';
import { cacheDir } from '../state/settings.ts';

const notOurs = new Set(['node_modules', '.git', '.hub', '.cache', 'coverage']);
const timeoutMs = 60_000;

/**
 * Work to do once, in processes that end: the memory for it would otherwise stay in the worker and the API permanently.
 *
 * The bundler of workflows takes 80 MB. A process that finds its modules compiled does not load the compiler that
 * strips types, which is another 25 MB in each, and starts in half the time. Without configuration, worker and API load
 * all of their modules, say what they lack, and end.
 */
const programs = [
  [...workerFlags, 'worker/main.ts'],
  [...apiFlags, 'api/main.ts'],
  [...workerFlags, 'connectors/load-all.ts'],
];

/** Where Node keeps compiled modules. */
export function compileCacheDir(root: string): string {
  return join(cacheDir(root), 'node-compile');
}

/** Whether the cache is up to date with the sources; also false when that cannot be determined. */
export function isWarm(root: string): boolean {
  try {
    return readTextFile(stampFile(root)) === describeSources(root);
  } catch {
    return false;
  }
}

function stampFile(root: string): string {
  return join(compileCacheDir(root), 'sources');
}

/**
 * Bundles the workflows and compiles our modules if the sources have changed.
 *
 * Never fails: otherwise the processes do this work themselves, and need more memory.
 */
export async function warmUp(root: string, signal: AbortSignal): Promise<void> {
  try {
    const folder = compileCacheDir(root);
    if (isWarm(root)) return;
    const sources = describeSources(root);
    const env = { PATH: process.env['PATH'] };
    await runCommand(process.execPath, [join(root, 'worker/bundle.ts')], { env, cwd: root, timeoutMs, signal });
    const cached = { ...env, NODE_COMPILE_CACHE: folder };
    // With the flags that they run with: V8 takes no code that was compiled under others.
    for (const args of programs) {
      await runCommand(process.execPath, args, { env: cached, cwd: root, timeoutMs, signal });
    }
    if (!signal.aborted) writeFileSync(stampFile(root), sources);
  } catch {
    // A deleted source, or a full disk: the next start tries again.
  }
}

/** Changes with every change of a source, of the dependencies, and of Node. */
function describeSources(root: string): string {
  const hash = createHash('sha256').update(process.version).update(root);
  const add = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !notOurs.has(entry.name)) add(path);
      if (!entry.isFile() || !/\.ts$|^package-lock\.json$/.test(entry.name)) continue;
      const { size, mtimeMs } = statSync(path);
      hash.update(`${path} ${size} ${mtimeMs}\n`);
    }
  };
  add(root);
  return hash.digest('hex');
}
