import { ConnectorError } from '../../../core/connector-error.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Plan } from '../../../engine/plan.ts';
import type { SegmentStore } from '../../../engine/ports.ts';
import { runSegment } from '../../../engine/segment/run-segment.ts';
import type { SegmentPorts } from '../../../engine/segment/segment.ts';
import type { HubStore } from '../hub-store.ts';
import type { Rng } from '../rng.ts';

/** A world in virtual time in which nothing happens but segments, whose process may die around any call. */
export interface CrashingWorld {
  rng: Rng;
  now: number;
  store: HubStore;
  sabotage: Sabotage;
  /** Chance that a call ends the process. */
  crashes: number;
  crashed: number;
}

/** Puts something wrong in place of what the store does. */
export type Sabotage = (store: SegmentStore) => Partial<SegmentStore>;

export const honest: Sabotage = () => ({});

const leaseMs = 1000;
const attemptsMax = 500;

class Crash extends Error {}

/** A call of a process that may die before it is sent, or before its answer comes. */
export async function call<T>(world: CrashingWorld, effect: () => T): Promise<T> {
  await Promise.resolve();
  world.now += world.rng.int(0, 20);
  const dies = world.rng.chance(world.crashes);
  if (dies) world.crashed += 1;
  if (dies && world.rng.chance(0.5)) throw new Crash();
  const answer = effect();
  if (dies) throw new Crash();
  return answer;
}

function openStore(world: CrashingWorld, runId: string): SegmentStore {
  const { store } = world;
  const open: SegmentStore = {
    acquire: (ms) => call(world, () => store.acquire(runId, ms)),
    renew: (epoch, ms) => call(world, () => store.renew(runId, epoch, ms)),
    release: (epoch, doubt) => call(world, () => store.release(epoch, doubt)),
    diff: (query) => call(world, () => store.diff(runId, query)),
    owners: (of, targets) => call(world, () => store.ledger.owners(of, targets)),
    mark: (epoch, seq, marks) => call(world, () => store.mark(runId, 'target', epoch, seq, marks)),
    pending: (limit) => call(world, () => store.ledger.pending(runId, limit)),
    groups: (keys) => call(world, () => store.groupsOf(keys)),
    groupsAfter: (after, limit) => call(world, () => store.groupsAfter(after, limit)),
    judgeAfter: (of, after) => call(world, () => store.ledger.judgeAfter(of, after)),
    waitingAfter: (after, limit) => call(world, () => store.waitingAfter(after, limit)),
    missingAfter: (of, after, limit) => call(world, () => store.ledger.missingAfter(of, after, limit)),
    checkpoint: (epoch, seq, change, ms) => call(world, () => store.checkpoint(runId, epoch, seq, change, ms)),
  };
  return { ...open, ...world.sabotage(open) };
}

function makeClock(world: CrashingWorld): Clock {
  return {
    now: () => world.now,
    monotonic: () => world.now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        // Nothing waits in these worlds but the renewal of a lease, until its segment ends.
        if (ms <= 0) resolve();
        signal?.addEventListener('abort', () => reject(new Error('Enough slept.')), { once: true });
      }),
  };
}

/** What the segments of a run are made of. */
interface SimulatedRun {
  runId: string;
  plan: Plan;
  open: () => Pick<SegmentPorts, 'source' | 'target' | 'removals' | 'searched'>;
  /** Segments that may begin. Default: so many that it is done. */
  attempts?: number;
}

/** Lets segments work until one is done; each that dies leaves its lease to run out. @returns false where none was. */
export async function finish(
  world: CrashingWorld,
  { runId, plan, open, attempts = attemptsMax }: SimulatedRun,
): Promise<boolean> {
  const limits = {
    timeBoxMs: world.rng.pick([0, 30, 10_000]),
    leaseMs,
    renewEveryMs: 300,
    pageBytesMax: world.rng.pick([1, 1_000_000]),
    partMin: 1,
    waitMaxMs: 0,
  };
  const never = new AbortController().signal;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const ports = { ...open(), store: openStore(world, runId), clock: makeClock(world) };
    try {
      const result = await runSegment(plan, ports, limits, { cancel: never, shutdown: never });
      if (result.status === 'done') return true;
    } catch (error) {
      if (!(error instanceof Crash) && !(error instanceof ConnectorError)) throw error;
    }
    world.now += leaseMs + 1;
  }
  return false;
}
