import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endNotedProcess } from '../../start/processes/pid-file.ts';
import { identifyProcess } from '../../start/processes/processes.ts';

const prefix = 'hub-test-';

/** Makes a temporary folder for this run; its name tells whose it is. */
export function makeTestFolder(): string {
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}

/** Ends the servers and removes the folders of earlier runs that were killed. */
export async function removeOldTestFolders(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || identifyProcess(Number(owner)) !== undefined) continue;
    await endAndRemove(join(tmpdir(), name)).catch(() => {
      // Another user's; it is not ours to remove.
    });
  }
}

async function endAndRemove(folder: string): Promise<void> {
  await endNotedProcess(join(folder, 'run', 'temporal.pid'), 'SIGKILL', 0);
  await endNotedProcess(join(folder, 'run', 'postgres.pid'), 'SIGKILL', 0);
  rmSync(folder, { recursive: true, force: true });
}
