import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess } from '../../../start/processes/processes.ts';
import type { Rng } from '../../simulator/rng.ts';
import type { SeenStrike } from '../judge/evidence.ts';
import { childrenOf } from './find-processes.ts';
import type { HubKeeper } from './hub-keeper.ts';
import type { Strike, Victim } from './plan-strikes.ts';
import type { SpareWorker } from './spare-worker.ts';

/** Where victims are found. */
export interface Victims {
  hub: HubKeeper;
  spare: SpareWorker;
}

/** @returns nothing where there is no such victim now. */
export async function strike(
  { victim, frozenMs }: { victim: SingleVictim | 'everything'; frozenMs: Strike['frozenMs'] },
  victims: Victims,
  rng: Rng,
): Promise<SeenStrike | undefined> {
  const from = Date.now();
  const struck = { victim, from, at: from };
  if (victim === 'everything') return killEverything(victims) ? struck : undefined;
  const pid = findVictim(victim, victims, rng);
  if (pid === undefined) return undefined;
  if (frozenMs === 0) {
    return signal(pid, 'SIGKILL') ? struck : undefined;
  }
  const identity = identifyProcess(pid);
  if (!signal(pid, 'SIGSTOP')) return undefined;
  await sleep(frozenMs);
  if (identifyProcess(pid) === identity) signal(pid, 'SIGCONT');
  return { ...struck, at: Date.now() };
}

/** Those that are found by looking for one process, at any moment. */
type SingleVictim = Exclude<Victim, 'everything' | 'backend at a begin'>;

function findVictim(victim: SingleVictim, { hub, spare }: Victims, rng: Rng): number | undefined {
  const pids = hub.facts()?.pids ?? {};
  const workers = [pids['worker'], spare.pid()].filter((pid) => pid !== undefined);
  switch (victim) {
    case 'worker':
    case 'frozen worker':
      return workers.length === 0 ? undefined : rng.pick(workers);
    case 'api':
    case 'frozen api':
      return pids['api'];
    case 'temporal':
    case 'frozen temporal':
      return pids['temporal'];
    case 'postgres':
    case 'frozen postgres':
      return pids['postgres'];
    case 'backend': {
      const backends = findBackends(hub);
      return backends.length === 0 ? undefined : rng.pick(backends);
    }
    case 'script-runner':
      return workers.flatMap((pid) => childrenOf(pid)).find(({ command }) => command.includes('script-runner/main.ts'))
        ?.pid;
  }
}

/** Processes of PostgreSQL that serve one connection of the hub each. */
export function findBackends(hub: HubKeeper): number[] {
  const all = childrenOf(hub.facts()?.pids['postgres'] ?? -1);
  return all.filter(({ command }) => /postgres: hub_\w+ hub /.test(command)).map(({ pid }) => pid);
}

/**
 * As a power cut that spares the disk: no process of it has a moment left. What PostgreSQL forked ends by itself.
 *
 * @param before What happens to the disk before all of it is started again.
 */
export function killEverything({ hub, spare }: Victims, before: () => void = () => undefined): boolean {
  const supervisor = hub.pid();
  if (supervisor === undefined) return false;
  const all = [supervisor, ...Object.values(hub.facts()?.pids ?? {}), ...childrenOf(supervisor).map(({ pid }) => pid)];
  for (const pid of new Set([...all, spare.pid()])) {
    if (pid !== undefined) signal(pid, 'SIGKILL');
  }
  before();
  hub.startAgain();
  return true;
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
