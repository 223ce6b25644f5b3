import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that hold no source: installed, generated at run time, or git's own. */
const skipped = new Set(['node_modules', '.git', '.hub', '.cache', 'coverage']);

/** Lists every file of the repository, as paths from its root. */
export async function listFiles(root: string, folder = ''): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const nested = entries
    .filter(({ name }) => !skipped.has(name))
    .map((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(root, path) : Promise.resolve([path]);
    });
  return (await Promise.all(nested)).flat().toSorted();
}
