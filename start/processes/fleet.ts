import type { Say } from '../output.ts';
import type { StartProblem } from '../problem.ts';
import { signalGroup } from './processes.ts';
import { supervise, type Child, type ChildName, type ChildSpec } from './supervisor.ts';

/** All children of one start. */
export interface Fleet {
  add(spec: ChildSpec): Child;
  pids(): Partial<Record<ChildName, number>>;
  /** Ends them, dependents first. */
  stop(): Promise<void>;
  /** Kills what is left. */
  kill(): void;
}

/** The API answers open requests first, then the worker drains, then the servers stop. */
const stopOrder: readonly ChildName[] = ['api', 'worker', 'temporal', 'postgres'];

export function newFleet(options: {
  logDir: string;
  runDir: string;
  say: Say;
  onChange: () => void;
  onGivenUp: (problem: StartProblem) => void;
}): Fleet {
  const children = new Map<ChildName, Child>();
  let stopped = false;
  return {
    add: (spec) => {
      // A start step that was running when the stop was requested must not leave a child behind.
      if (stopped) throw new Error('The hub is stopping.');
      const child = supervise(spec, options);
      children.set(spec.name, child);
      return child;
    },
    pids: () => pidsOf(children),
    stop: async () => {
      stopped = true;
      for (const name of stopOrder) await children.get(name)?.stop();
    },
    kill: () => {
      for (const pid of Object.values(pidsOf(children))) signalGroup(pid, 'SIGKILL');
    },
  };
}

function pidsOf(children: ReadonlyMap<ChildName, Child>): Partial<Record<ChildName, number>> {
  const pids: Partial<Record<ChildName, number>> = {};
  for (const [name, child] of children) {
    const pid = child.pid();
    if (pid !== undefined) pids[name] = pid;
  }
  return pids;
}
