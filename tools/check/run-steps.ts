import { availableParallelism } from 'node:os';
import { errorMessage } from '../../core/errors.ts';

/** One part of `npm run check`. */
export interface Step {
  name: string;
  /** Gives what is wrong, one text each; nothing when all is well. A step that throws has failed. */
  run(): Promise<string[]>;
}

/**
 * Runs the steps side by side, as many as the machine has cores, and prints what is wrong beneath each.
 *
 * @returns true when nothing is wrong.
 */
export async function runSteps(steps: readonly Step[], print: (line: string) => void = console.log): Promise<boolean> {
  const started = performance.now();
  const waiting = [...steps];
  let failed = 0;
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const problems = await runStep(step, print);
      if (problems > 0) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  const verdict = failed === 0 ? `All ${steps.length} steps passed` : `${failed} of ${steps.length} steps failed`;
  print(`${verdict} in ${toSeconds(performance.now() - started)}.`);
  return failed === 0;
}

async function runStep(step: Step, print: (line: string) => void): Promise<number> {
  const started = performance.now();
  const problems = await step.run().catch((error: unknown) => [errorMessage(error)]);
  const time = toSeconds(performance.now() - started);
  print(`${problems.length === 0 ? '✓' : '✗'} ${step.name.padEnd(16)} ${time}`);
  for (const problem of problems) print(problem.replaceAll(/^/gm, '    '));
  return problems.length;
}

function toSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
