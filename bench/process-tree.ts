import { readdirSync, readFileSync } from 'node:fs';

/** One process, as Linux counts it. @see proc(5) */
export interface ProcessUse {
  pid: number;
  command: string;
  /** Its own memory, and its share of what it has in common with others. */
  pssMb: number;
  /** Since it was started. */
  cpuMs: number;
}

/** Of clock ticks, in which Linux counts, there are 100 a second on every platform of Node. */
const tickMs = 10;

/** A process and all that descend from it; those that end meanwhile are left out. */
export function readProcessTree(root: number): ProcessUse[] {
  const parents = new Map<number, number>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const parent = Number(readStat(pid)?.[1] ?? Number.NaN);
    if (Number.isInteger(parent)) parents.set(pid, parent);
  }
  const isOfTree = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isOfTree(parents.get(pid)));
  return [...parents.keys()].filter(isOfTree).flatMap((pid) => readUse(pid) ?? []);
}

function readUse(pid: number): ProcessUse | undefined {
  const stat = readStat(pid);
  const memory = read(pid, 'smaps_rollup');
  if (stat === undefined || memory === undefined) return undefined;
  return {
    pid,
    command: (read(pid, 'cmdline') ?? '').replaceAll('\0', ' ').trim(),
    pssMb: Number(/^Pss:\s+(\d+) kB/m.exec(memory)?.[1] ?? 0) / 1024,
    cpuMs: (Number(stat[11]) + Number(stat[12])) * tickMs,
  };
}

/** The fields behind the name, which may hold anything: state first. */
function readStat(pid: number): string[] | undefined {
  const text = read(pid, 'stat');
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
