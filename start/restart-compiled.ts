import { mkdirSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { nameBundles } from './bundles/find-bundles.ts';
import { readTextFile } from './state/private-file.ts';

/** Set in the environment of the second execution only. */
const mark = 'HUB_START_COMPILED';

/**
 * Executes this process again in its own place, once, when sources have changed since it did so last: the compiler
 * that strips types stays loaded in the process that needed it, 20 MB for as long as the hub runs. The second time, all
 * modules come from the compile cache.
 *
 * Does nothing without a cache (`NODE_COMPILE_CACHE`), and where the system cannot replace a process.
 *
 * @see https://nodejs.org/docs/latest-v24.x/api/process.html#processexecvefile-args-env
 */
export function restartCompiled(root: string): void {
  const isRestarted = process.env[mark] !== undefined;
  delete process.env[mark];
  if (isRestarted || process.execve === undefined || process.platform === 'win32') return;
  const { NODE_COMPILE_CACHE: folder } = process.env;
  if (folder === undefined || isCompiled(folder, root)) return;
  flushCompileCache();
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, [mark]: '1' });
}

/** Whether these very sources were compiled into the folder; from now on they are. */
function isCompiled(folder: string, root: string): boolean {
  const stamp = join(folder, 'sources');
  try {
    const sources = nameBundles(root);
    if (readTextFile(stamp) === sources) return true;
    mkdirSync(folder, { recursive: true });
    writeFileSync(stamp, sources);
  } catch {
    // A source was deleted meanwhile, or the disk is full: the next start tries again.
  }
  return false;
}
