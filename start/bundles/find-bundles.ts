import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from '../state/settings.ts';
import { listSources } from './list-sources.ts';

/** Where bundles are kept, a folder for each state of the sources. */
export function bundlesDir(root: string): string {
  return join(cacheDir(root), 'bundles');
}

/**
 * The bundles of these very sources; `undefined` where there are none, or that cannot be determined. A change of any source
 * has another name, so that what it made old is never run.
 */
export function findBundles(root: string): string | undefined {
  try {
    const folder = join(bundlesDir(root), nameBundles(root));
    return existsSync(folder) ? folder : undefined;
  } catch {
    // A source was deleted meanwhile.
    return undefined;
  }
}

/** Changes with every change of a source, of the dependencies and our patches of them, and of Node. */
export function nameBundles(root: string): string {
  const hash = createHash('sha256').update(process.version).update(root);
  for (const path of [...listSources(root), join(root, 'package-lock.json'), ...listPatches(root)]) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

function listPatches(root: string): string[] {
  const folder = join(root, 'patches');
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}
