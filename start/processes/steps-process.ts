import { surviveClosedOutput } from '../output.ts';
import { StartProblem } from '../problem.ts';
import { type StepAnswer, type StepFailure, type StepRequest, steps } from '../steps.ts';

/**
 * The process that does the steps of a start, one message each; `step-runner.ts` starts it. It ends with its parent.
 */
surviveClosedOutput();
/** Only the parent writes to this channel, and it writes requests. */
const readRequest: (text: string) => StepRequest = JSON.parse;
// Signals from the terminal reach this process, too; the parent decides when a step is aborted.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (text) => {
  if (typeof text === 'string') void answer(readRequest(text));
});

async function answer(request: StepRequest): Promise<void> {
  const { id } = request;
  const done = await perform(request).then(
    (result): StepAnswer => ({ id, result }),
    (error: unknown): StepAnswer => ({ id, failure: toFailure(error) }),
  );
  if (process.connected) process.send?.(JSON.stringify(done));
}

async function perform({ name, args }: StepRequest): Promise<unknown> {
  return Reflect.apply(steps[name], undefined, args);
}

function toFailure(error: unknown): StepFailure {
  if (!(error instanceof Error))
    return { message: String(error), stack: undefined, cause: undefined, remedy: undefined };
  return {
    message: error.message,
    stack: error.stack,
    cause: error.cause instanceof Error ? error.cause.message : undefined,
    remedy: error instanceof StartProblem ? error.remedy : undefined,
  };
}
