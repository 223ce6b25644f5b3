import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { bindLifetime } from '../../../start/processes/bind-lifetime.ts';
import { projectRoot } from '../../../start/state/settings.ts';
import type { HubFacts } from '../../harness/processes/running-hub.ts';

/** A second worker beside the hub's own, as deployments have it: what one leaves undone, the other takes over. */
export interface SpareWorker {
  pid(): number | undefined;
  stop(): Promise<void>;
}

const pauseMs = 500;

/** Runs it as the hub runs its own, and starts it again whenever it ended. */
export function keepSpareWorker(findFacts: () => HubFacts | undefined): SpareWorker {
  let child: ChildProcess | undefined;
  let stopping = false;
  const kept = keep();
  return {
    pid: () => child?.pid,
    stop: async () => {
      stopping = true;
      child?.kill('SIGKILL');
      await kept;
    },
  };

  async function keep(): Promise<void> {
    while (!stopping) {
      const started = startLike(findFacts()?.pids['worker']);
      child = started;
      if (started !== undefined) await new Promise((resolve) => started.once('exit', resolve));
      child = undefined;
      await sleep(pauseMs);
    }
  }
}

/** Starts a process with the arguments and the environment of another, but for the port of its metrics. */
function startLike(pid: number | undefined): ChildProcess | undefined {
  if (pid === undefined) return undefined;
  try {
    const [file = '', ...args] = readWords(pid, 'cmdline');
    const environment = readWords(pid, 'environ').map((word): [string, string] => {
      const end = word.indexOf('=');
      return [word.slice(0, end), word.slice(end + 1)];
    });
    const { HUB_METRICS_PORT: _, ...env } = Object.fromEntries(environment);
    const child = spawn(file, args, { cwd: projectRoot, env, stdio: 'ignore', detached: true });
    if (child.pid !== undefined) child.once('exit', bindLifetime(child.pid, 'SIGKILL'));
    return child;
  } catch {
    // It ended while it was looked at.
    return undefined;
  }
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_environ.5.html */
function readWords(pid: number, file: 'cmdline' | 'environ'): string[] {
  return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').slice(0, -1);
}
