import { flushCompileCache } from 'node:module';
import { findBundles } from './bundles/find-bundles.ts';

/** Set in the environment of the second execution only. */
const mark = 'HUB_START_COMPILED';

/**
 * Executes this process again in its own place, once, when there are no bundles of the sources, as they have changed since the last start: the compiler
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
  if (process.env['NODE_COMPILE_CACHE'] === undefined || findBundles(root) !== undefined) return;
  flushCompileCache();
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, [mark]: '1' });
}
