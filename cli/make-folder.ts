import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are missing. One that is there stays as it is.
 *
 * Node's own recursive `mkdir` never ends where nothing can be made in a folder that is there, and the system says "no such
 * file": below `/proc`, for one. Here each folder is tried twice at most.
 *
 * @param mode Of the folders that are made. Default: what the process's mask leaves.
 * @throws {Error} of the system, when it cannot be made.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await makeOne(path, mode);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
    await makeFolder(dirname(path), mode);
    await makeOne(path, mode);
  }
}

async function makeOne(path: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const isThere = hasCode(error, 'EEXIST') && (await stat(path)).isDirectory();
    if (!isThere) throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
