import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** In a checkout, what no process of the hub is made of. */
const notOurs = new Set([
  'node_modules',
  '.git',
  '.hub',
  '.cache',
  'coverage',
  'bench',
  'docs',
  'examples',
  'test',
  'web',
]);

/** Paths of the TypeScript files of a checkout that the hub may be made of, in the order of the file system. */
export function* listSources(root: string): Generator<string> {
  yield* list(root, notOurs);
}

function* list(folder: string, left: ReadonlySet<string>): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!left.has(entry.name)) yield* list(path, new Set());
    } else if (entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts')) yield path;
  }
}
