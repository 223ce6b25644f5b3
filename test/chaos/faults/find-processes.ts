import { readdirSync, readFileSync } from 'node:fs';

/** A process as the kernel tells of it. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
interface ProcessFacts {
  pid: number;
  parent: number;
  command: string;
}

function listProcesses(): ProcessFacts[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name, in parentheses, may hold anything; the parent is the second field behind it.
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z') return [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return [{ pid: Number(name), parent: Number(parent), command }];
    } catch {
      return [];
    }
  });
}

export function childrenOf(pid: number): ProcessFacts[] {
  return listProcesses().filter(({ parent }) => parent === pid);
}
