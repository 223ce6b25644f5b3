import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Identifies a process even if its id is reused: by the boot, and its start time.
 *
 * @returns `undefined` when no such process runs (one that has ended and waits for its parent counts as ended).
 */
export function identifyProcess(pid: number): string | undefined {
  return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid);
}

function identifyByProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold anything; the numbered fields come after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${fields[19] ?? ''}`;
  } catch {
    return undefined;
  }
}

function identifyByPs(pid: number): string | undefined {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' });
    return started.trim() === '' ? undefined : started.trim();
  } catch {
    return undefined;
  }
}

/** Sends a signal to the process group that a child leads; nothing happens when it is gone. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Already gone, as the caller wants.
  }
}

/**
 * Ends a process that an earlier start left behind, with its group.
 *
 * @param identity What `identifyProcess` said when it was started; a process with another identity is not touched.
 * @returns whether there was one.
 */
export async function endOrphan(
  pid: number,
  identity: string,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<boolean> {
  if (identifyProcess(pid) !== identity) return false;
  signalGroup(pid, signal);
  const deadline = Date.now() + graceMs;
  while (identifyProcess(pid) === identity) {
    if (Date.now() > deadline) signalGroup(pid, 'SIGKILL');
    await sleep(50);
  }
  return true;
}
