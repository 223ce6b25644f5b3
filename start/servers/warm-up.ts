import { createHash } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readTextFile } from '../state/private-file.ts';
import { runCommand } from '../processes/run-command.ts';
import { listSources } from '../sources/list-sources.ts';
import { cacheDir } from '../state/settings.ts';

const timeoutMs = 60_000;

/** Where Node keeps modules that it compiled: for processes that end soon, and for the supervisor. */
export function compileCacheDir(root: string): string {
  return join(cacheDir(root), 'node-compile');
}

/** Arguments of Node with which a process takes sources from where `warmUp` has left them without types. */
export function strippedSources(root: string): string[] {
  return ['--import', pathToFileURL(join(strippedDir(root), 'start/sources/load-stripped.ts.js')).href];
}

/** Whether the sources are those of the last `warmUp`; also false when that cannot be determined. */
export function isWarm(root: string): boolean {
  try {
    return readTextFile(stampFile(root)) === describeSources(root);
  } catch {
    return false;
  }
}

/**
 * Bundles the workflows and strips our sources of their types, if they have changed: once, in processes that end. The bundler
 * takes 80 MB and the compiler that strips types 25 MB, which would otherwise stay in the worker and the API.
 *
 * @returns arguments of Node for API and worker: none when this failed, and they do the work themselves.
 */
export async function warmUp(root: string, signal: AbortSignal): Promise<string[]> {
  try {
    if (isWarm(root)) return strippedSources(root);
    const sources = describeSources(root);
    const options = { env: { PATH: process.env['PATH'] }, cwd: root, timeoutMs, signal };
    await runCommand(process.execPath, [join(root, 'worker/bundle.ts')], options);
    const strip = [join(root, 'start/sources/strip-sources.ts'), root, strippedDir(root)];
    const { code } = await runCommand(process.execPath, strip, options);
    if (code !== 0) return [];
    writeFileSync(stampFile(root), sources);
    return strippedSources(root);
  } catch {
    // A deleted source, or a full disk: the next start tries again.
    return [];
  }
}

function strippedDir(root: string): string {
  return join(cacheDir(root), 'stripped');
}

function stampFile(root: string): string {
  return join(strippedDir(root), 'sources');
}

/** Changes with every change of a source, of the dependencies, and of Node. */
function describeSources(root: string): string {
  const hash = createHash('sha256').update(process.version).update(root);
  for (const path of [...listSources(root), join(root, 'package-lock.json')]) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}
