import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const library = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const own = import.meta.dirname;

/** Every file that is served: no address leads to another one. */
const files = [
  { name: 'swagger-ui-bundle.js', folder: library, type: 'text/javascript; charset=utf-8' },
  { name: 'swagger-ui-bundle.js.LICENSE.txt', folder: library, type: 'text/plain; charset=utf-8' },
  { name: 'swagger-ui.css', folder: library, type: 'text/css; charset=utf-8' },
  { name: 'reference.js', folder: own, type: 'text/javascript; charset=utf-8' },
  { name: 'style.css', folder: own, type: 'text/css; charset=utf-8' },
] as const;

type AssetName = (typeof files)[number]['name'];

/** The files that the pages use. */
export interface Assets {
  /** Changes whenever one of the files does, so that each address can be cached permanently. */
  readonly version: string;
  toPath(name: AssetName): string;
  find(version: string, name: string): { type: string; body: string } | undefined;
}

/** Reads the files; they do not change while a process runs. */
export async function readAssets(): Promise<Assets> {
  const loaded = await Promise.all(
    files.map(async (file) => ({ ...file, body: await readFile(join(file.folder, file.name), 'utf8') })),
  );
  const hash = createHash('sha256');
  for (const { body } of loaded) hash.update(body);
  const version = hash.digest('hex').slice(0, 16);
  return {
    version,
    toPath: (name) => `/docs/assets/${version}/${name}`,
    find: (wanted, name) => (wanted === version ? loaded.find((file) => file.name === name) : undefined),
  };
}
