import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isJsonObject } from '../../core/json.ts';
import { endOrphan, identifyProcess } from './processes.ts';

/** What a start leaves on disk about a child, so that the next start can end it should nobody else have. */
interface PidRecord {
  pid: number;
  identity: string;
}

/** Notes the child's id and identity. Synchronous: between spawn and note there must be no room for a crash. */
export function writePidFile(file: string, pid: number): void {
  const identity = identifyProcess(pid);
  if (identity === undefined) return;
  try {
    writeFileSync(file, JSON.stringify({ pid, identity }), { mode: 0o600 });
  } catch {
    // A full disk must not end what runs; the child is tethered besides.
  }
}

export function removePidFile(file: string): void {
  rmSync(file, { force: true });
}

/**
 * Ends the process that the file names, if it is still the one that was noted, and removes the file.
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
    // Absent, or half written by a crash: then there is nothing that could be believed.
    return undefined;
  }
}
