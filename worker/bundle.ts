import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { toAscii } from '../core/code/to-ascii.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Everything that the bundle is made of: the workflows, and the only room they may import. */
const sourceFolders = ['workflows', 'core/pure'];

/**
 * Bundles the workflows, unless a bundle of the very same sources lies in the cache.
 *
 * Production mode without minification: smaller instances, and workflow types keep the names of their functions.
 *
 * @param cacheFolder Default: `.cache` in the project.
 * @returns path of the bundle.
 */
export async function buildBundle(cacheFolder = join(root, '.cache')): Promise<string> {
  const file = join(cacheFolder, `workflows-${await hashSources()}.js`);
  const present = await stat(file).then(
    () => true,
    () => false,
  );
  if (present) return file;
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(root, 'workflows/index.ts'),
    webpackConfigHook: (config) => ({
      ...config,
      mode: 'production',
      // Every worker holds the map twice: lines say where an error was, sources and columns are five sixths of it.
      devtool: 'inline-nosources-cheap-module-source-map',
      optimization: { ...config.optimization, minimize: false },
    }),
    // Shared by all instances instead of evaluated for each: a tenth of the time that a short run takes.
    preloadModules: ['@temporalio/workflow'],
    logger: quietLogger,
  });
  await mkdir(dirname(file), { recursive: true });
  // Written beside and renamed: a reader never sees half a bundle.
  const beside = `${file}.${process.pid}`;
  await writeFile(beside, toAscii(code));
  await rename(beside, file);
  return file;
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
  hash.update(await readFile(import.meta.filename));
  for (const folder of sourceFolders) {
    for (const file of await listFiles(join(root, folder)))
      hash.update(file.slice(root.length)).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

async function listFiles(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

const ignore = (): void => undefined;
const quietLogger = { log: ignore, trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

if (import.meta.main) process.stdout.write(`${await buildBundle()}\n`);
