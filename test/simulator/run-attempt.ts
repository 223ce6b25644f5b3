import { RunFailedError } from '../../engine/errors.ts';
import { runSegment } from '../../engine/segment/run-segment.ts';
import type { SegmentResult } from '../../engine/segment/segment.ts';
import { Attempt } from './attempt.ts';
import { makePlan } from './plan-under-test.ts';
import type { RunLog } from './run-log.ts';
import type { SegmentCall } from './faults/saboteur.ts';
import { openFinder } from './ports/finder-port.ts';
import { openScripts } from './ports/script-port.ts';
import { currentVendor, type Sim } from './sim.ts';
import { openSource } from './ports/source-port.ts';
import { openStore } from './ports/store-port.ts';
import { openTarget } from './ports/target-port.ts';

/** What the driver sees of an attempt, in the way Temporal does. */
export type AttemptEnd =
  | { kind: 'result'; result: SegmentResult }
  | { kind: 'error'; error: unknown }
  /** No heartbeat for too long: dead, frozen, or cut off and still at work. */
  | { kind: 'silent' }
  | { kind: 'terminated' };

export interface StartedAttempt {
  attempt: Attempt;
  ended: Promise<AttemptEnd>;
  /** Stops waiting for it; the process goes on. */
  abandon: () => void;
}

const heartbeatTimeoutMs = 10_000;

export function startAttempt(sim: Sim, name: string, log: RunLog, canceledBefore: boolean): StartedAttempt {
  const { scheduler, nemesis } = sim;
  const attempt = new Attempt(sim, name, log, makePlan(sim.config, sim.definition), currentVendor(sim));
  let settle: (end: AttemptEnd) => void = () => undefined;
  const ended = new Promise<AttemptEnd>((resolve) => {
    settle = (end) => {
      scheduler.wake();
      resolve(end);
    };
  });
  attempt.process.onSilence = (dead) => {
    scheduler.at(heartbeatTimeoutMs, () => {
      if (dead || attempt.process.frozen) settle({ kind: 'silent' });
    });
  };
  attempt.process.onSleep = (ms) => checkSleep(sim, attempt, ms);
  scheduleFault(sim, attempt, settle);
  if (canceledBefore) {
    attempt.sawCancel();
    attempt.cancel.abort(new Error('Canceled.'));
  }
  attempt.say(() => `starts a segment of ${log.runId}`);
  const finish = (end: AttemptEnd): void => {
    attempt.over = true;
    checkEnd(sim, attempt, end);
    scheduler.at(nemesis.latencyMs(), () => settle(end));
  };
  callSegment(sim, attempt).then(
    (result) => finish({ kind: 'result', result }),
    (error: unknown) => finish({ kind: 'error', error }),
  );
  return { attempt, ended, abandon: () => settle({ kind: 'terminated' }) };
}

function callSegment(sim: Sim, attempt: Attempt): Promise<SegmentResult> {
  const honest: SegmentCall = {
    plan: attempt.plan,
    ports: {
      source: openSource(sim, attempt),
      target: openTarget(sim, attempt),
      store: openStore(sim, attempt),
      scripts: openScripts(sim, attempt),
      searched: [openFinder(sim, attempt)],
      clock: attempt.process.clock,
    },
    limits: sim.config.limits,
    signals: { cancel: attempt.cancel.signal, shutdown: attempt.shutdown.signal },
    steps: {},
  };
  const { plan, ports, limits, signals, steps } = sim.saboteur?.sabotage(honest) ?? honest;
  return runSegment(plan, ports, limits, signals, { steps });
}

/** Trouble that comes by the clock, not with a call. */
function scheduleFault(sim: Sim, attempt: Attempt, settle: (end: AttemptEnd) => void): void {
  const { nemesis, scheduler, config } = sim;
  const { rng } = nemesis;
  const { process } = attempt;
  const soon = (action: () => void): void => {
    scheduler.at(rng.longTail(60_000), () => {
      if (attempt.over || process.dead) return;
      attempt.disturb();
      action();
    });
  };
  if (nemesis.strikes(config.faultRates.crash / 2)) {
    soon(() => {
      attempt.say(() => 'CRASHES');
      process.crash();
    });
  }
  if (nemesis.strikes(config.faultRates.freeze / 2)) {
    soon(() => {
      attempt.say(() => 'FREEZES');
      process.freeze(nemesis.freezeMs());
    });
  }
  if (nemesis.strikes(config.faultRates.partition)) {
    soon(() => {
      attempt.say(() => 'IS CUT OFF from the driver, and works on');
      settle({ kind: 'silent' });
    });
  }
  if (rng.chance(0.2)) soon(() => process.jumpWallClock(rng.int(-3_600_000, 3_600_000)));
  if (sim.rng.chance(config.shutDown / 3)) {
    scheduler.at(sim.rng.longTail(20_000), () => {
      process.deliver(() => {
        attempt.shutdownSeenAtMs = scheduler.now;
        attempt.shutdown.abort(new Error('The worker goes down.'));
      });
    });
  }
}

function checkSleep(sim: Sim, attempt: Attempt, ms: number): void {
  attempt.calls('sleep');
  const { waitMaxMs, renewEveryMs } = sim.config.limits;
  if (ms <= Math.max(waitMaxMs, renewEveryMs)) return;
  sim.verdict.fail('waits', `${attempt.process.name} waits ${ms} ms in a segment where ${waitMaxMs} are allowed.`);
}

function checkEnd(sim: Sim, attempt: Attempt, end: AttemptEnd): void {
  attempt.say(
    () =>
      `ends its segment: ${end.kind === 'result' ? JSON.stringify(end.result) : end.kind === 'error' ? String(end.error) : end.kind}`,
  );
  // Where the store failed as well, the marks stand for what could not be written down; and a write that met the
  // record of somebody else is reported when its page is done.
  const regular = end.kind === 'result' || (end.kind === 'error' && end.error instanceof RunFailedError);
  if (regular && attempt.answered.size > 0 && attempt.disturbedAtMs === undefined && !sim.config.sharedRefs) {
    const keys = [...attempt.answered.keys()].join(' ');
    sim.verdict.fail('drained', `${attempt.process.name} returns, and no checkpoint holds that ${keys} was written.`);
  }
  if (end.kind === 'result' && end.result.status === 'waiting' && !(end.result.retryAfterMs >= 0)) {
    sim.verdict.fail('contract', `${attempt.process.name} asks to wait for ${end.result.retryAfterMs} ms.`);
  }
  if (attempt.cancelSeenAtMs === undefined || (attempt.disturbedAtMs ?? -1) >= attempt.cancelSeenAtMs) return;
  const tookMs = sim.scheduler.now - attempt.cancelSeenAtMs;
  const boundMs = drainBoundMs(sim);
  if (tookMs > boundMs) {
    sim.verdict.fail(
      'cancel',
      `${attempt.process.name} ends ${tookMs} ms after the cancel; ${boundMs} ms drain a page.`,
    );
  }
}

/** Longest that the writes of a page take, with what is checkpointed around them. */
function drainBoundMs({ config }: Sim): number {
  const batches = Math.ceil((config.pageSize * 2) / config.batchMax) + 1;
  return 2 * batches * config.writeTimeoutMs + 20 * (config.latencyMaxMs + 1);
}
