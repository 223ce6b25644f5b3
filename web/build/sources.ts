import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the dashboard is built of. `web/build` is among it: other options make other files. */
export const folders = ['web', 'client', 'as-code', 'core/pure', 'core/json'];
export const files = ['core/json.ts', 'package-lock.json'];

/** Where builds are kept, and the file that names the one to serve and the one before. */
export function toBuildPaths(root: string): { folder: string; current: string } {
  const folder = join(root, '.cache', 'web');
  return { folder, current: join(folder, 'current') };
}

/** Names a build by everything that it is made of: the same sources are never built twice. */
export function hashSources(root: string): string {
  const hash = createHash('sha256');
  for (const folder of folders) addFolder(hash, root, folder);
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** The build of these sources is there, and it is the one that is served. */
export function isBuilt(root: string): boolean {
  const { folder, current } = toBuildPaths(root);
  if (!existsSync(current)) return false;
  const [name = ''] = readFileSync(current, 'utf8').split('\n');
  return name === hashSources(root) && existsSync(join(folder, name));
}

function addFolder(hash: ReturnType<typeof createHash>, root: string, folder: string): void {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) addFolder(hash, root, path);
    else if (!entry.name.endsWith('.test.ts')) hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  }
}
