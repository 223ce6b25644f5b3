import { StartProblem } from './problem.ts';

/** Tells the person at the terminal one thing. */
export type Say = (text: string) => void;

/** Prints one line on standard output. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A reader that goes away (`npm start | head`) must not take the servers down with an unhandled error. */
export function surviveClosedOutput(): void {
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}

/** Prints what went wrong on standard error: a problem with its way out, anything else with its stack. */
export function showProblem(problem: unknown): void {
  const text =
    problem instanceof StartProblem
      ? `\n✗ ${problem.message}\n\n  What to do: ${problem.remedy}\n`
      : `\n✗ An error that start did not foresee:\n${problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)}\n`;
  process.stderr.write(text);
}

/** Says every few seconds that a long step is still at work, until the returned function is called. */
export function showProgress(out: Say, what: string, everyMs = 5000): () => void {
  const began = Date.now();
  const timer = setInterval(() => out(`  … ${what} (${Math.round((Date.now() - began) / 1000)} s)`), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
