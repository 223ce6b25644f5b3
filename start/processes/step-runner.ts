import { fork } from 'node:child_process';
import { join } from 'node:path';
import { StartProblem } from '../problem.ts';
import type { StepAnswer, StepFailure, StepRequest, Steps } from '../steps.ts';

/** Runs the steps of a start in a separate process. */
export interface StepRunner {
  /** @throws what the step threw; {Error} when the process ended before the step did. */
  run<Name extends keyof Steps>(name: Name, ...args: Parameters<Steps[Name]>): Promise<Result<Name>>;
  /** Ends the process. */
  close(): void;
}

type Result<Name extends keyof Steps> = Awaited<ReturnType<Steps[Name]>>;

interface Waiting {
  /** Handles the response. */
  settle(text: string): void;
  fail(error: Error): void;
}

/** Only `steps-process.ts` writes to the channel, and it writes answers. */
const readAnswer: (text: string) => StepAnswer = JSON.parse;

/**
 * Starts the process, which loads its modules while the caller continues.
 *
 * @param signal Kills it. Its unfinished work is repeated by the next start.
 */
export function openStepRunner(root: string, signal: AbortSignal): StepRunner {
  const child = fork(join(root, 'start/processes/steps-process.ts'), {
    cwd: root,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const endWaiting = (error: Error) => {
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
  };
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  child.on('message', (text) => {
    if (typeof text !== 'string') return;
    const { id } = readAnswer(text);
    waiting.get(id)?.settle(text);
    waiting.delete(id);
  });
  child.once('error', endWaiting);
  child.once('exit', (code, killedBy) => {
    signal.removeEventListener('abort', kill);
    endWaiting(new Error(`The process that does the steps of the start ended (${killedBy ?? `exit code ${code}`}).`));
  });
  return {
    run: <Name extends keyof Steps>(name: Name, ...args: Parameters<Steps[Name]>) => {
      const step = Promise.withResolvers<Result<Name>>();
      // It is the result of the step of this name.
      const read: (text: string) => StepAnswer<Result<Name>> = JSON.parse;
      lastId += 1;
      const request: StepRequest = { id: lastId, name, args };
      const settle = (text: string) => {
        const answer = read(text);
        if ('failure' in answer) step.reject(toError(answer.failure));
        else step.resolve(answer.result);
      };
      waiting.set(request.id, { settle, fail: step.reject });
      child.send(JSON.stringify(request), (error) => {
        if (error !== null) step.reject(error);
      });
      return step.promise;
    },
    close: () => {
      if (child.connected) child.disconnect();
    },
  };
}

/** Restores the error that was thrown in the process, so that it is shown the same way. */
function toError({ message, stack, cause, remedy }: StepFailure): Error {
  const options = cause === undefined ? undefined : { cause: new Error(cause) };
  if (remedy !== undefined) return new StartProblem(message, remedy, options);
  const error = new Error(message, options);
  return stack === undefined ? error : Object.assign(error, { stack });
}
