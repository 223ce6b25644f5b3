import type { Clock } from '../core/clock.ts';
import { ScriptRunnerError } from '../core/scripts.ts';
import { planLaunch } from './launch.ts';
import type { Job } from './protocol.ts';
import { type JobAnswer, type RunnerProcess, startRunnerProcess } from './runner-process.ts';

/** The sandbox process, started with the first job, started again after a loss, ended when nobody needs it. */
export interface SupervisedProcess {
  /** @throws {ProcessLostError} when it is lost with the job. @throws {ScriptRunnerError} when it does not start. */
  run(job: Omit<Job, 'id'>, body: Buffer): Promise<JobAnswer>;
  /** Of the process at work; `undefined` while there is none. */
  pid(): number | undefined;
  close(): Promise<void>;
}

export interface ProcessOptions {
  threads: number;
  clock: Clock;
  /** Without a job for so long, the process ends. */
  idleMs: number;
  /** The process ended by itself. */
  onLost: (how: string) => void;
}

const backoffFirstMs = 100;
const backoffMaxMs = 5000;

export function superviseProcess({ threads, clock, idleMs, onLost }: ProcessOptions): SupervisedProcess {
  let current: Promise<RunnerProcess> | undefined;
  let running: RunnerProcess | undefined;
  /** Losses in a row without a job that came back. */
  let losses = 0;
  let atWork = 0;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  const start = async (): Promise<RunnerProcess> => {
    if (losses > 0) await clock.sleep(Math.min(backoffFirstMs * 2 ** (losses - 1), backoffMaxMs));
    const started = startRunnerProcess(await planLaunch(threads));
    running = started;
    if (closed) started.close();
    void started.ended.then((how) => {
      // One that was let go of has another in its place, or none.
      if (running !== started) return;
      running = undefined;
      current = undefined;
      losses += 1;
      onLost(how);
    });
    try {
      await started.ready;
      return started;
    } catch (error) {
      throw new ScriptRunnerError(error instanceof Error ? error.message : 'The sandbox for scripts does not start.');
    }
  };
  const letGo = (): RunnerProcess | undefined => {
    const gone = running;
    running = undefined;
    current = undefined;
    gone?.close();
    return gone;
  };
  const take = (): Promise<RunnerProcess> => {
    if (closed) throw new ScriptRunnerError('The sandbox for scripts is closed.');
    if (current === undefined) {
      current = start();
      current.catch(() => undefined);
    }
    return current;
  };

  return {
    run: async (job, body) => {
      clearTimeout(idle);
      atWork += 1;
      try {
        const process = await take();
        const answer = await process.run(job, body);
        losses = 0;
        return answer;
      } finally {
        atWork -= 1;
        if (atWork === 0) idle = setTimeout(letGo, idleMs).unref();
      }
    },
    pid: () => running?.pid,
    close: async () => {
      closed = true;
      clearTimeout(idle);
      await letGo()?.ended;
    },
  };
}
