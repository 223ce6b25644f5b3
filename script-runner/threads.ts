import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { BreakReason, Job } from './protocol.ts';
import type { Order, Outcome } from './thread.ts';

/** The threads of the sandbox process: always as many, warm, replaced when one is killed or dies. */
export interface Threads {
  /** Never rejects. Whoever calls has no more jobs at work than there are threads. */
  run(job: Job, body: Buffer): Promise<Outcome>;
  /** Resolves when all are warm. */
  ready: Promise<void>;
}

export async function startThreads(count: number): Promise<Threads> {
  const file = new URL(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'));
  const wasm = await WebAssembly.compile(await readFile(file));
  const idle = Array.from({ length: count }, () => startThread(wasm));
  const waiting: ((thread: Promise<Thread>) => void)[] = [];

  const release = (thread: Promise<Thread>): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(thread);
    else next(thread);
  };
  return {
    ready: Promise.all(idle).then(() => undefined),
    run: async (job, body) => {
      const thread = await (idle.shift() ?? new Promise<Thread>((resolve) => waiting.push(resolve)));
      const outcome = await runOn(thread, job, body);
      release(thread.alive ? Promise.resolve(thread) : startThread(wasm));
      return outcome;
    },
  };
}

interface Thread {
  worker: Worker;
  alive: boolean;
}

/** Heap of the thread's own JavaScript; WebAssembly memory is beside it, and limited where it is made. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** Where a thread cannot start, the process cannot do its work: it ends, and whoever started it hears of it. */
function startThread(wasm: WebAssembly.Module): Promise<Thread> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: wasm,
    env: {},
    argv: [],
    resourceLimits,
  });
  const thread = { worker, alive: true };
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(thread));
    worker.once('error', reject);
    worker.once('exit', () => {
      thread.alive = false;
      reject(new Error('A thread ended while it started.'));
    });
  });
}

function runOn(thread: Thread, job: Job, body: Buffer): Promise<Outcome> {
  const { worker } = thread;
  return new Promise((resolve) => {
    const end = (outcome: Outcome): void => {
      watch.stop();
      worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
      // Without a listener, an error of a dying thread would end the process.
      worker.on('error', () => undefined);
      resolve(outcome);
    };
    const fail = (reason: BreakReason): void => {
      thread.alive = false;
      end(toBroken(reason));
    };
    const watch = watchTime(worker, job.hardLimitMs, () => {
      fail('time');
      void worker.terminate();
    });
    worker.once('message', (outcome: Outcome) => end(outcome));
    worker.once('error', (error: Error & { code?: unknown }) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash'),
    );
    worker.once('exit', () => fail('crash'));
    const bytes = new Uint8Array(body);
    worker.postMessage({ job, body: bytes } satisfies Order, [bytes.buffer]);
  });
}

function toBroken(reason: BreakReason): Outcome {
  return { result: { status: 'broken', reason }, body: new Uint8Array() };
}

/** A thread that the machine has no time for is not killed before this many times its limit has passed. */
const latenessMax = 10;

/** Calls back when the thread has used up its time: by its own CPU clock where there is one, in the end by ours. */
function watchTime(worker: Worker, limitMs: number, onLate: () => void): { stop: () => void } {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const usage = async (): Promise<number> => {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  };
  const before = usage();
  before.catch(() => undefined);
  const check = async (rounds: number): Promise<void> => {
    const used = await Promise.all([before, usage()]).then(
      ([then, now]) => now - then,
      () => Infinity,
    );
    if (stopped) return;
    if (used >= limitMs || rounds >= latenessMax) onLate();
    else timer = setTimeout(() => void check(rounds + 1), limitMs);
  };
  timer = setTimeout(() => void check(1), limitMs);
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
