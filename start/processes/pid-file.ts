import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isJsonObject } from '../../core/json.ts';
import { endOrphan, identifyProcess } from './processes.ts';

/** The record of a child on disk, so that the next start can end it if nothing else did. */
interface PidRecord {
  pid: number;
  identity: string;
}

/** Records the child's id and identity. Synchronous, to minimize the window for a crash after the spawn. */
export function writePidFile(file: string, pid: number): void {
  const identity = identifyProcess(pid);
  if (identity === undefined) return;
  try {
    writeFileSync(file, JSON.stringify({ pid, identity }), { mode: 0o600 });
  } catch {
    // A full disk must not end running children; the child's lifetime is bound to this process anyway.
  }
}

export function removePidFile(file: string): void {
  rmSync(file, { force: true });
}

/**
 * Ends the process that the file names, if it is still the recorded one, and removes the file.
 *
 * @returns whether there was one to end.
 */
export async function endNotedProcess(file: string, signal: NodeJS.Signals, graceMs: number): Promise<boolean> {
  const record = readPidFile(file);
  const ended = record === undefined ? false : await endOrphan(record.pid, record.identity, signal, graceMs);
  removePidFile(file);
  return ended;
}

function readPidFile(file: string): PidRecord | undefined {
  try {
    const record: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isJsonObject(record)) return undefined;
    const { pid, identity } = record;
    const isWhole = typeof pid === 'number' && Number.isInteger(pid) && pid > 0 && typeof identity === 'string';
    return isWhole ? { pid, identity } : undefined;
  } catch {
    // Absent, or half written in a crash, so it cannot be trusted.
    return undefined;
  }
}
