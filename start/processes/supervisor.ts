import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { planRestart } from './backoff.ts';
import { openChildLog, type ChildLog } from './child-log.ts';
import type { Say } from '../output.ts';
import { removePidFile, writePidFile } from './pid-file.ts';
import { reasonOf, StartProblem } from '../problem.ts';
import { signalGroup } from './processes.ts';
import { bindLifetime } from './bind-lifetime.ts';

export type ChildName = 'postgres' | 'temporal' | 'api' | 'worker';

export interface Command {
  file: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
}

/** How to run one child. */
export interface ChildSpec {
  name: ChildName;
  /** Its display name: "The API". */
  title: string;
  /** Runs before each start. */
  prepare?: () => Promise<void>;
  /** Read before each start. */
  readonly command: Command;
  /** Polled during the start, until it returns true. */
  isReady: (pid: number) => Promise<boolean>;
  /** Children without which it cannot start. */
  needs: readonly Child[];
  stopSignal: NodeJS.Signals;
  /** How long it may take to end before it is killed. */
  stopTimeoutMs: number;
  /** Whether it ended for a temporary reason, by the last lines of its log. Default: no. */
  passes?: (lastLines: readonly string[]) => boolean;
  /** What a user can do if it does not start. */
  remedy: string;
}

/** A child that is kept running. */
export interface Child {
  readonly name: ChildName;
  /** Waits until it is ready, also after a restart. Rejects if the supervisor gave up. */
  whenReady(): Promise<void>;
  pid(): number | undefined;
  /** Ends it, and waits. */
  stop(): Promise<void>;
}

export interface SupervisorDeps {
  logDir: string;
  runDir: string;
  say: Say;
  /** The child has another process id, or none. */
  onChange: () => void;
  /** The child is not restarted any more. */
  onGivenUp: (problem: StartProblem) => void;
}

/** Log lines that show why a child ended. */
const passingLines = 8;
const readyPollMs = 50;
const readyTimeoutMs = 90_000;

/** Starts a child and keeps it running: if it ends unexpectedly, it is restarted after a bounded delay. */
export function supervise(spec: ChildSpec, deps: SupervisorDeps): Child {
  const log = openChildLog(deps.logDir, spec.name);
  const stopping = new AbortController();
  let current: Running | undefined;
  let ready = newGate();

  const kept = keepRunning().finally(() => {
    ready.fail(new Error(`${spec.title} was stopped.`));
    log.close();
  });
  return {
    name: spec.name,
    whenReady: () => ready.promise,
    pid: () => current?.pid,
    stop: async () => {
      stopping.abort();
      current?.end();
      await kept;
    },
  };

  async function keepRunning(): Promise<void> {
    const history = { endedAtMs: new Array<number>(), failedStarts: 0, everReady: false };
    while (!stopping.signal.aborted) {
      const needed = await waitForNeeds();
      if (!needed || stopping.signal.aborted) return;
      await prepare(spec, deps.say);
      const running = startOnce(spec, deps, log);
      current = running;
      deps.onChange();
      const wasReady = await waitUntilReady(running, spec);
      if (wasReady) {
        history.failedStarts = 0;
        history.everReady = true;
        ready.open();
      }
      const end = await running.ended;
      current = undefined;
      if (wasReady) ready = newGate();
      deps.onChange();
      if (stopping.signal.aborted) return;

      history.endedAtMs.push(Date.now());
      if (history.endedAtMs.length > 100) history.endedAtMs.shift();
      if (!wasReady) history.failedStarts += 1;
      const passes = !wasReady && spec.passes?.(log.tail(passingLines)) === true;
      const plan = planRestart({ ...history, passes }, Date.now());
      if (plan.kind === 'give_up') return giveUp(end, history.failedStarts);
      deps.say(`${spec.title} ended (${end}); starting it again in ${plan.delayMs} ms. Log: ${log.file}`);
      await sleep(plan.delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** Without the servers it needs a child would only fail, and such failures would count against it. */
  async function waitForNeeds(): Promise<boolean> {
    const stopped = new Promise<'stopped'>((resolve) => {
      stopping.signal.addEventListener('abort', () => resolve('stopped'), { once: true });
    });
    try {
      await Promise.race([Promise.all(spec.needs.map((need) => need.whenReady())), stopped]);
      return true;
    } catch (problem) {
      ready.fail(problem);
      return false;
    }
  }

  function giveUp(end: string, failedStarts: number): void {
    // Stack traces do not help the user at the terminal; the log has them.
    const lines = log
      .tail(40)
      .filter((line) => !/^\s+at /.test(line) && line.trim() !== '')
      .slice(-10)
      .map((line) => `    ${line.slice(0, 500)}`);
    const problem = new StartProblem(
      `${spec.title} ended ${failedStarts} times without becoming ready (the last time: ${end}).\n  The end of ${log.file}:\n${lines.join('\n')}`,
      spec.remedy,
    );
    ready.fail(problem);
    deps.onGivenUp(problem);
  }
}

/** Failures show when the child starts. */
async function prepare(spec: ChildSpec, say: Say): Promise<void> {
  try {
    await spec.prepare?.();
  } catch (error) {
    say(`${spec.title} could not be prepared: ${reasonOf(error)}.`);
  }
}

interface Running {
  pid: number | undefined;
  /** How it ended, in words. */
  ended: Promise<string>;
  hasEnded(): boolean;
  /** Asks it to end, and kills it if it does not. */
  end(): void;
}

function startOnce(spec: ChildSpec, deps: SupervisorDeps, log: ChildLog): Running {
  const pidFile = join(deps.runDir, `${spec.name}.pid`);
  // Detached: a Ctrl-C reaches only this process, so that children end in order and can finish their work.
  const { command } = spec;
  const child = spawn(command.file, command.args, {
    cwd: command.cwd,
    env: command.env,
    detached: true,
    stdio: ['ignore', log.descriptor, log.descriptor],
  });
  const { pid } = child;
  if (pid !== undefined) writePidFile(pidFile, pid);
  const unbind = pid === undefined ? () => undefined : bindLifetime(pid, spec.stopSignal);
  const ended = endOf(child).then((how) => {
    unbind();
    removePidFile(pidFile);
    return how;
  });
  return {
    pid,
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null || pid === undefined,
    end: () => {
      if (pid === undefined) return;
      signalGroup(pid, spec.stopSignal);
      const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), spec.stopTimeoutMs);
      void ended.then(() => clearTimeout(timer));
    },
  };
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
}

/** @returns false when it ended first, or did not become ready in time and was ended. */
async function waitUntilReady(running: Running, spec: ChildSpec): Promise<boolean> {
  const deadline = Date.now() + readyTimeoutMs;
  while (!running.hasEnded()) {
    const ready = running.pid !== undefined && (await spec.isReady(running.pid).catch(() => false));
    if (ready) return !running.hasEnded();
    if (Date.now() > deadline) {
      running.end();
      await running.ended;
      return false;
    }
    await sleep(readyPollMs);
  }
  return false;
}

interface Gate {
  promise: Promise<void>;
  open: () => void;
  fail: (problem: unknown) => void;
}

function newGate(): Gate {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Not every gate is awaited; a failure is reported by the supervisor that gives up.
  promise.catch(() => undefined);
  return { promise, open: resolve, fail: reject };
}
