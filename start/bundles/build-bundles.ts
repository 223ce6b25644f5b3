import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { toProcessOptions, toThreadOptions } from './bundle-options.ts';
import { bundledProcesses } from './entries.ts';
import { bundlesDir, nameBundles } from './find-bundles.ts';

/** More than one is kept for hubs that still run of older sources: they load some of their modules later. */
const keptBuilds = 5;
/** Older work belongs to a build that was killed. */
const buildTimeMaxMs = 3_600_000;

/**
 * Bundles the processes to where `findBundles` looks, unless these very sources are bundled already.
 *
 * A build becomes visible by a rename alone, so one that was killed counts as none.
 */
export async function buildBundles(root: string): Promise<void> {
  const folder = join(bundlesDir(root), nameBundles(root));
  if (existsSync(folder)) return;
  await buildInto(root, folder);
  await removeOld(bundlesDir(root));
}

/** Bundles the processes into a folder below the checkout, from where they find their packages. It must not exist. */
export async function buildInto(root: string, folder: string): Promise<void> {
  const work = join(dirname(folder), `.work-${process.pid}`);
  await mkdir(work, { recursive: true });
  try {
    for (const name of bundledProcesses) {
      const outDir = join(work, name);
      for (const options of [toProcessOptions(root, name, outDir), ...toThreadOptions(root, name, outDir)]) {
        await build(options);
      }
    }
    await publish(work, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Two processes may build the same sources at once; what the other one made is the same. */
async function publish(work: string, folder: string): Promise<void> {
  try {
    await rename(work, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

async function removeOld(folder: string): Promise<void> {
  const entries = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      // Another process may have removed it.
      const madeMs = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      );
      return { path, madeMs, isWork: name.startsWith('.work-') };
    }),
  );
  const builds = entries.filter(({ isWork }) => !isWork).toSorted((a, b) => b.madeMs - a.madeMs);
  const killed = entries.filter(({ isWork, madeMs }) => isWork && madeMs < Date.now() - buildTimeMaxMs);
  const old = [...builds.slice(keptBuilds), ...killed];
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })));
}
