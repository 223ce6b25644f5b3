/**
 * A problem that stops the start and that the user can solve: what happened, and the remedy.
 *
 * Shown without a stack trace. Any other error is a bug, and is shown with one.
 */
export class StartProblem extends Error {
  /** What to do about it, as whole sentences. */
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartProblem';
    this.remedy = remedy;
  }
}

/** The reason of a failure as one line, for use inside a sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message.split('\n')[0] ?? ''}${cause}`;
}

/** Runs code that fails only because of user input. @throws {StartProblem} instead of its errors. */
export function foresee<T>(work: () => T, remedy: string): T {
  try {
    return work();
  } catch (error) {
    throw new StartProblem(reasonOf(error), remedy);
  }
}
