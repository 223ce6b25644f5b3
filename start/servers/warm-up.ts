import { createHash } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile } from '../state/private-file.ts';
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
const programs = ['worker/bundle.ts', 'worker/main.ts', 'api/main.ts', 'connectors/load-all.ts'];

/** Where Node keeps compiled modules. */
export function compileCacheDir(root: string): string {
  return join(cacheDir(root), 'node-compile');
}

/**
 * Bundles the workflows and compiles our modules if the sources have changed.
 *
 * Never fails: otherwise the processes do this work themselves, and need more memory.
 */
export async function warmUp(root: string, signal: AbortSignal): Promise<void> {
  try {
    const folder = compileCacheDir(root);
    const stamp = join(folder, 'sources');
    const sources = describeSources(root);
    if (readTextFile(stamp) === sources) return;
    const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: folder };
    for (const program of programs) {
      await runCommand(process.execPath, [join(root, program)], { env, cwd: root, timeoutMs, signal });
    }
    if (!signal.aborted) writeFileSync(stamp, sources);
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
