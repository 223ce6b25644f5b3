import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const notOurs = new Set(['node_modules', '.git', '.hub', '.cache', 'coverage']);

/** Paths of all TypeScript files below a folder, in the order of the file system. */
export function* listSources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !notOurs.has(entry.name)) yield* listSources(path);
    else if (entry.isFile() && entry.name.endsWith('.ts')) yield path;
  }
}
