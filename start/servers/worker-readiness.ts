import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const readyLine = '"msg":"worker is ready"';
const readBytesMax = 256 * 1024;

/** A log level above `info` hides the line: then the worker counts as ready if it runs this long. */
const graceMs = 2500;

/** The worker has no port: its log shows when it accepts work. */
export function workerReadiness(logDir: string): (pid: number) => Promise<boolean> {
  const file = join(logDir, 'worker.log');
  let seenAt = -1;
  let asked = { pid: 0, sinceMs: 0 };
  return async (pid) => {
    if (asked.pid !== pid) asked = { pid, sinceMs: Date.now() };
    const at = findLast(file);
    // It stands further back where the log was cut meanwhile.
    const isNew = at !== -1 && at !== seenAt;
    if (isNew) seenAt = at;
    return isNew || Date.now() - asked.sinceMs > graceMs;
  };
}

/** @returns where in the file the line stands last, counted from its beginning; -1 when it is not among the newest. */
function findLast(file: string): number {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const start = Math.max(0, size - readBytesMax);
    const bytes = Buffer.alloc(size - start);
    readSync(descriptor, bytes, 0, bytes.length, start);
    const at = bytes.lastIndexOf(readyLine);
    return at === -1 ? -1 : start + at;
  } finally {
    closeSync(descriptor);
  }
}
