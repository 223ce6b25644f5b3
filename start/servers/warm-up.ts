import { join } from 'node:path';
import { findBundles } from '../bundles/find-bundles.ts';
import { runCommand } from '../processes/run-command.ts';
import { cacheDir } from '../state/settings.ts';

/** Of each builder. A machine that is busy otherwise takes many times the seconds that one needs. */
const timeoutMs = 180_000;

/** Where Node keeps modules that it compiled: for processes that end soon, and for the supervisor. */
export function compileCacheDir(root: string): string {
  return join(cacheDir(root), 'node-compile');
}

/**
 * Bundles the workflows, the API and the worker, if sources have changed: once, in processes that end. The bundler of workflows
 * takes 80 MB and the compiler that strips types 25 MB, which would otherwise stay in the worker and the API.
 *
 * Where this fails, worker and API do the work themselves.
 */
export async function warmUp(root: string, signal: AbortSignal): Promise<void> {
  if (findBundles(root) !== undefined) return;
  const options = { env: { PATH: process.env['PATH'] }, cwd: root, timeoutMs, signal };
  // Bundles last: while there are none, this is tried again.
  for (const script of ['worker/bundle.ts', 'start/bundles/main.ts']) {
    await runCommand(process.execPath, [join(root, script)], options).catch(() => undefined);
  }
}
