import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Identifies this process among all that ever have the same number: the boot of the machine, the namespace that numbers
 * the process, its number, and when it was started.
 *
 * Containers of one machine share its boot and number their processes each for itself: only who is in the same namespace
 * can say of a process that it is gone.
 *
 * @returns `undefined` where the system does not provide it (not Linux).
 */
export function identifyThisProcess(): string | undefined {
  const place = findPlace();
  const startedAt = readStart(process.pid);
  return place === undefined || startedAt === undefined ? undefined : `${place} ${process.pid} ${startedAt}`;
}

/** @returns the id of a process of this machine that has exited; `undefined` for any other process. */
export function findGone(identity: string): number | undefined {
  const [boot, namespace, pid, startedAt] = identity.split(' ');
  if (startedAt === undefined || `${boot} ${namespace}` !== findPlace()) return undefined;
  return readStart(Number(pid)) === startedAt ? undefined : Number(pid);
}

function findPlace(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/** When a process was started, in ticks since the boot; `undefined` when none has that number. */
function readStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold anything; the numbered fields come after the last one.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // One that has ended and waits for its parent does nothing more.
    return state === 'Z' || state === 'X' ? undefined : fields[18];
  } catch {
    return undefined;
  }
}
