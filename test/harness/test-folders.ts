import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryRoot } from '../../start/memory-folder.ts';
import { endNotedProcess } from '../../start/processes/pid-file.ts';
import { identifyProcess } from '../../start/processes/processes.ts';

const prefix = 'hub-test-';

/** Makes a temporary folder for this run; its name tells whose it is. */
export function makeTestFolder(): string {
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}

/** Ends the servers and removes the folders of earlier runs that were killed, those in memory as well. */
export async function removeOldTestFolders(): Promise<void> {
  for (const folder of [...listTestFolders(tmpdir()), ...listTestFolders(memoryRoot)]) {
    if (identifyProcess(folder.owner) !== undefined) continue;
    await endAndRemove(folder.path).catch(() => {
      // Another user's; it is not ours to remove.
    });
  }
}

function listTestFolders(root: string): { path: string; owner: number }[] {
  const names = existsSync(root) ? readdirSync(root) : [];
  return names.flatMap((name) => {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    return owner === undefined ? [] : [{ path: join(root, name), owner: Number(owner) }];
  });
}

async function endAndRemove(folder: string): Promise<void> {
  // A folder in memory holds the others of its run.
  for (const { path } of listTestFolders(folder)) await endAndRemove(path);
  await endNotedProcess(join(folder, 'run', 'temporal.pid'), 'SIGKILL', 0);
  await endNotedProcess(join(folder, 'run', 'postgres.pid'), 'SIGKILL', 0);
  rmSync(folder, { recursive: true, force: true });
}
