/**
 * Something that stops the start and that the person at the terminal can put right: what happened, and the way out.
 *
 * Shown without a stack trace. Anything else that is thrown is a fault of ours and is shown with one.
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

/** Does what fails only by what the person wrote or set. @throws {StartProblem} instead of what it throws. */
export function foresee<T>(work: () => T, remedy: string): T {
  try {
    return work();
  } catch (error) {
    throw new StartProblem(reasonOf(error), remedy);
  }
}
