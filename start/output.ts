import { StartProblem } from './problem.ts';

/** Prints a message for the user at the terminal. */
export type Say = (text: string) => void;

/** Prints one line on standard output. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A closed pipe (`npm start | head`) must not end the servers with an unhandled error. */
export function surviveClosedOutput(): void {
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}

/** Prints a failure on standard error: a `StartProblem` with its remedy, anything else with its stack. */
export function showProblem(problem: unknown): void {
  const text =
    problem instanceof StartProblem
      ? `\n✗ ${problem.message}\n\n  What to do: ${problem.remedy}\n`
      : `\n✗ An error that start did not foresee:\n${problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)}\n`;
  process.stderr.write(text);
}

/** Reports every few seconds that a long step is still running, until the returned function is called. */
export function showProgress(out: Say, what: string, everyMs = 5000): () => void {
  const began = Date.now();
  const timer = setInterval(() => out(`  … ${what} (${Math.round((Date.now() - began) / 1000)} s)`), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
