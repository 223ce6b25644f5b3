import { type Clock, systemClock } from '../core/clock.ts';
import type { ScriptAnswer, ScriptEntry, ScriptExecutor, ScriptOutcome, Scripts } from '../core/scripts.ts';
import { toAbortError } from './abort-error.ts';
import { readResults, toBatches, toBody, writeEntry, type WrittenEntry } from './batches.ts';
import { type Attempt, isolate, newFailureCounts, UnfitScriptError } from './isolate.ts';
import { toHardLimitMs, toSoftLimitMs } from './limits.ts';
import type { Job, JobResult } from './protocol.ts';
import { describeFault, readConsole } from './read-guest.ts';
import { type JobAnswer, ProcessLostError } from './runner-process.ts';
import { superviseProcess } from './supervised-process.ts';
import { createSlotQueue } from './slot-queue.ts';

/** The sandbox for custom scripts, as the process that owns it holds it. */
export interface ScriptRunner extends Scripts {
  /** Of the sandbox process; `undefined` while there is none. */
  pid(): number | undefined;
  close(): Promise<void>;
}

export interface ScriptRunnerOptions {
  /** Batches at work at once. */
  threads: number;
  /** The sandbox process ended by itself. */
  onLost?: (how: string) => void;
  clock?: Clock;
  /** Without a job for so long, the sandbox process ends. Default: 5 minutes. */
  idleMs?: number;
}

const idleDefaultMs = 5 * 60_000;

/** Batches that may wait for a thread: more than the segments of a worker can have under way. */
const waitingMax = 256;

type JobContent = Pick<Job, 'kind' | 'source' | 'nowMs' | 'seed'>;

/** Nothing is started before the first script is met. */
export function createScriptRunner(options: ScriptRunnerOptions): ScriptRunner {
  const { threads, onLost = ignore, clock = systemClock, idleMs = idleDefaultMs } = options;
  const supervised = superviseProcess({ threads, clock, idleMs, onLost });
  const slots = createSlotQueue(threads, waitingMax);

  const run = async (
    owner: string,
    content: JobContent,
    softLimitMs: number,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<JobAnswer> => {
    const release = await slots.take(owner, signal);
    const job = { ...content, owner, softLimitMs, hardLimitMs: toHardLimitMs(softLimitMs) };
    // Whoever gives up goes at once; the place stays taken while the thread is.
    const answer = supervised.run(job, body).finally(release);
    return unlessAborted(answer, signal);
  };

  return {
    open: (scope): ScriptExecutor => ({
      run: (script, entries, signal) =>
        runPage(entries, (batch) =>
          tryJob(async () => {
            const content = { kind: 'run', source: script.source, nowMs: scope.nowMs, seed: scope.seed } as const;
            const limitMs = toSoftLimitMs(batch.length, script.timeout_ms);
            const { result, body } = await run(scope.orgId, content, limitMs, toBody(batch), signal);
            if (result.status !== 'done') return toAttempt(result);
            const outcomes = readResults(body, batch.length);
            if (outcomes === undefined) return { status: 'broken', reason: 'crash' };
            for (const line of readConsole(result.console)) scope.onConsole?.(line);
            return { status: 'done', outcomes };
          }),
        ),
    }),
    check: async (orgId, { source }) => {
      const content = { kind: 'check', source, nowMs: clock.now(), seed: '' } as const;
      const attempt = async (): Promise<Attempt> => {
        const { result } = await run(orgId, content, toSoftLimitMs(1), nothing, neverAborted);
        return toAttempt(result);
      };
      try {
        const [outcome] = await isolate([source], () => tryJob(attempt), newFailureCounts());
        return outcome?.outcome === 'failed' ? { ok: false, message: outcome.message } : { ok: true };
      } catch (error) {
        if (error instanceof UnfitScriptError) return { ok: false, message: error.message };
        throw error;
      }
    },
    pid: supervised.pid,
    close: supervised.close,
  };
}

const nothing = Buffer.alloc(0);
const neverAborted = new AbortController().signal;

function ignore(): void {}

async function tryJob(attempt: () => Promise<Attempt>): Promise<Attempt> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ProcessLostError) return { status: 'lost' };
    throw error;
  }
}

function toAttempt(result: JobResult): Attempt {
  if (result.status === 'unfit') return { status: 'unfit', message: describeFault(result.fault) };
  return result.status === 'broken' ? result : { status: 'done', outcomes: [] };
}

/** Runs the batches of a page one after the other; records that no script can be given fail beside them. */
async function runPage(
  entries: readonly ScriptEntry[],
  attempt: (batch: readonly WrittenEntry[]) => Promise<Attempt>,
): Promise<ScriptAnswer> {
  const outcomes: ScriptOutcome[] = [];
  const written: WrittenEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    const text = writeEntry(entry);
    if (typeof text === 'string') written.push({ index, text });
    else outcomes[index] = text;
  }
  const failures = newFailureCounts();
  try {
    for (const batch of toBatches(written)) {
      const results = await isolate(batch, attempt, failures);
      for (const [place, { index }] of batch.entries()) {
        const result = results[place];
        if (result !== undefined) outcomes[index] = result;
      }
    }
  } catch (error) {
    if (error instanceof UnfitScriptError) return { ok: false, message: error.message };
    throw error;
  }
  return { ok: true, outcomes };
}

/** Rejects with the signal's reason as soon as it aborts. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(toAbortError(signal));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
