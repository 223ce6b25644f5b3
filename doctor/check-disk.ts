import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../core/errors.ts';
import { codeOf, type Finding, ok, problem, warning } from './finding.ts';

const probeBytes = 65_536;
/** PostgreSQL writes its log of changes in files of 16 MiB, several at a time. */
const scarceBytes = 256 * 2 ** 20;
const lowShare = 0.05;

/** Sees whether a folder takes a file, and how much more it would take. */
export async function checkDisk(folder: string): Promise<Finding> {
  const failure = await tryToWrite(folder);
  if (failure !== undefined) return failure;
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
  const free = bavail * bsize;
  const space = `${toSize(free)} of ${toSize(blocks * bsize)} are free at ${folder}.`;
  const remedy = `Make room there: databases and logs need it. \`du -xh ${folder} | sort -h | tail\` shows what takes it.`;
  if (free < scarceBytes) return problem('disk', `The disk is almost full: ${space}`, remedy);
  if (files > 0 && ffree / files < lowShare) {
    return warning('disk', `There is room for few more files at ${folder}: ${ffree} of ${files}.`, remedy);
  }
  return free < blocks * bsize * lowShare ? warning('disk', space, remedy) : ok('disk', space);
}

async function tryToWrite(folder: string): Promise<Finding | undefined> {
  const file = join(folder, `.hub-doctor-${randomUUID()}`);
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(Buffer.alloc(probeBytes));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return undefined;
  } catch (error) {
    return describeFailure(codeOf(error), folder, error);
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

/** @see https://man7.org/linux/man-pages/man2/write.2.html */
function describeFailure(code: string | undefined, folder: string, error: unknown): Finding {
  switch (code) {
    case 'ENOSPC':
      return problem(
        'disk',
        `The disk is full: ${folder} takes no more.`,
        'Make room there, then start the hub again.',
      );
    case 'EDQUOT':
      return problem('disk', `The quota of this user is used up at ${folder}.`, 'Make room there, or raise the quota.');
    case 'EROFS':
      return problem(
        'disk',
        `${folder} can only be read.`,
        'Mount it for writing; after a fault of the disk, check that first.',
      );
    case 'EACCES':
    case 'EPERM':
      return problem(
        'disk',
        `This user may not write to ${folder}.`,
        'Run this as the user that runs the services, or give it the folder.',
      );
    case 'ENOENT':
      return problem('disk', `There is no folder ${folder}.`, 'Make it, or correct HUB_DATA_DIR.');
    default:
      return problem('disk', `${folder} cannot be written to: ${errorMessage(error)}.`, 'Check the disk.');
  }
}

function toSize(bytes: number): string {
  const gib = bytes / 2 ** 30;
  return gib >= 1 ? `${gib.toFixed(1)} GiB` : `${Math.round(bytes / 2 ** 20)} MiB`;
}
