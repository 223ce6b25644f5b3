import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file system in memory that Linux has. In a container it may be small, and may start no programs. */
export const memoryRoot = '/dev/shm';

/** Tests have 400 MB there at once, and leave the rest of the memory to processes. */
const roomNeeded = 6 * 2 ** 30;

/**
 * Makes a folder in memory for the temporary files of tests; its name tells whose it is, as those of `test/harness/test-folders.ts`.
 *
 * Each test has a database of its own, more than a thousand files that come and go. Before ext4 takes an inode it looks at
 * all that were freed within the last minutes, which took 18 % of the processor's time in a sample (ADR 73).
 *
 * @returns `undefined` where the machine has no such room: files are where they usually are then.
 * @see https://github.com/torvalds/linux/blob/master/fs/ext4/ialloc.c `recently_deleted`
 */
export function makeMemoryFolder(root = memoryRoot, needed = roomNeeded): string | undefined {
  if (process.platform !== 'linux' || !hasRoom(root, needed)) return undefined;
  const folder = mkdtempSync(join(root, `hub-test-${process.pid}-`));
  // Servers that change to a user of their own go through it, to what they are given of it.
  chmodSync(folder, 0o711);
  if (startsPrograms(folder)) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

function hasRoom(root: string, needed: number): boolean {
  try {
    accessSync(root, constants.W_OK);
    const { bavail, bsize } = statfsSync(root);
    return Math.min(bavail * bsize, process.availableMemory()) >= needed;
  } catch {
    return false;
  }
}

function startsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  try {
    writeFileSync(program, '', { mode: 0o700 });
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program, { force: true });
  }
}
