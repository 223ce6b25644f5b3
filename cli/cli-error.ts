import type { Ending } from './exit-codes.ts';

/** What ends a command early: a sentence for a person, and what helps. */
export class CliError extends Error {
  readonly ending: Ending;
  readonly remedy: string | undefined;

  constructor(ending: Ending, message: string, remedy?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CliError';
    this.ending = ending;
    this.remedy = remedy;
  }
}

/** Something that was typed or written in a file is not right. */
export function misuse(message: string, remedy?: string): CliError {
  return new CliError('usage', message, remedy);
}
