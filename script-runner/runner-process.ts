import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { errorMessage } from '../core/errors.ts';
import { createFrameReader, encodeFrame, type Frame } from './frames.ts';
import type { Launch } from './launch.ts';
import { type Job, type JobResult, message } from './protocol.ts';

/** One life of the sandbox process. */
export interface RunnerProcess {
  readonly pid: number | undefined;
  /** Rejects when it ends before it is ready. */
  readonly ready: Promise<void>;
  /** How it ended, in words. Never rejects. */
  readonly ended: Promise<string>;
  readonly alive: boolean;
  /** @throws {ProcessLostError} when it ended, or had to be ended, before the job did. */
  run(job: Omit<Job, 'id'>, body: Buffer): Promise<JobAnswer>;
  /** Lets it end. */
  close(): void;
}

export interface JobAnswer {
  result: JobResult;
  body: Buffer;
}

/** The process is gone, and what it had at work with it. Repeating is harmless: scripts have no effects. */
export class ProcessLostError extends Error {}

/** It is to say something once in each of these; it beats once a second. */
const listenMs = 5000;
/** Silent for so many in a row, it hangs. Counted, so that a pause of our own process is not taken for one of its own. */
const silencesMax = 4;
const stderrMax = 2000;

export function startRunnerProcess({ file, args, env }: Launch): RunnerProcess {
  const child = spawn(file, args, { env, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] });
  const jobs = new Map<number, { resolve: (answer: JobAnswer) => void; reject: (error: Error) => void }>();
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  let lastId = 0;
  let alive = true;
  let silences = 0;

  const watch = setInterval(() => {
    silences += 1;
    if (silences > silencesMax) child.kill('SIGKILL');
  }, listenMs);
  watch.unref();
  const read = createFrameReader(({ header, body }: Frame) => {
    silences = 0;
    const said = message.parse(header);
    if (said.kind === 'ready') ready.resolve();
    if (said.kind !== 'result') return;
    jobs.get(said.id)?.resolve({ result: said.result, body });
    jobs.delete(said.id);
  });
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch {
      // What breaks the protocol is not to be trusted with another job.
      child.kill('SIGKILL');
    }
  });
  child.stdin.on('error', () => undefined);
  const lastWords = keepLastWords(child.stderr);
  const ended = waitForEnd(child).then((how) => {
    alive = false;
    clearInterval(watch);
    const lost = new ProcessLostError(`The sandbox for scripts ended (${how}). ${lastWords()}`.trim());
    ready.reject(lost);
    for (const { reject } of jobs.values()) reject(lost);
    jobs.clear();
    return how;
  });

  return {
    pid: child.pid,
    ready: ready.promise,
    ended,
    get alive() {
      return alive;
    },
    run: async (job, body) => {
      await ready.promise;
      if (!alive) throw new ProcessLostError('The sandbox for scripts has ended.');
      lastId += 1;
      const answer = Promise.withResolvers<JobAnswer>();
      jobs.set(lastId, answer);
      for (const part of encodeFrame({ ...job, id: lastId }, body)) child.stdin.write(part);
      return answer.promise;
    },
    close: () => {
      child.stdin.end();
    },
  };
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

function waitForEnd(child: Child): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(errorMessage(error)));
    child.once('close', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
}

function keepLastWords(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text = `${text}${chunk}`.slice(-stderrMax);
  });
  return () => text.trim();
}
