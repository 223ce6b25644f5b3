import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { compressFiles } from './compress-files.ts';
import { hashSources, isBuilt, toBuildPaths } from './sources.ts';
import { toViteOptions } from './vite-options.ts';

/**
 * Builds the dashboard into `.cache/web/HASH`, unless these very sources are built already.
 *
 * A build becomes visible by renames alone, so one that was killed counts as none. The build before is kept: pages that
 * are open go on asking for its files.
 *
 * @param smallest Compresses as far as it goes: about two seconds more.
 */
export async function buildWeb(root: string, smallest: boolean): Promise<void> {
  if (isBuilt(root)) return;
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const { folder, current } = toBuildPaths(root);
  const name = hashSources(root);
  const work = join(folder, `.work-${process.pid}`);
  await mkdir(folder, { recursive: true });
  try {
    await build(toViteOptions(root, work));
    await compressFiles(work, smallest);
    // Two processes may build the same sources at once; what the other one made is the same.
    if (!existsSync(join(folder, name))) await rename(work, join(folder, name));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  const before = existsSync(current) ? (readFileSync(current, 'utf8').split('\n')[0] ?? '') : '';
  const kept = before === name ? [name] : [name, before];
  await writeFile(`${current}.new`, `${kept.join('\n')}\n`);
  await rename(`${current}.new`, current);
  await removeOthers(folder, [...kept, 'current']);
}

/** Work of builds that were killed is older than any build takes; the others belong to nobody any more. */
async function removeOthers(folder: string, kept: readonly string[]): Promise<void> {
  const others = (await readdir(folder)).filter((entry) => !kept.includes(entry) && !entry.startsWith('.work-'));
  await Promise.all(others.map((entry) => rm(join(folder, entry), { recursive: true, force: true })));
}
