import { z } from 'zod';
import { type FieldError, invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import { FormulaError, type FormulaProblem } from '../../formula/index.ts';

/** A place in the text of a formula. */
export const textPosition = z
  .object({
    line: z.number().int().min(1),
    column: z.number().int().min(1),
    offset: z.number().int().min(0).meta({ description: 'In UTF-16 code units, from the beginning of the text.' }),
  })
  .meta({ id: 'TextPosition', description: 'Lines and columns count from 1.' });

/** What is probably a mistake in a formula, and works nevertheless. */
export const formulaWarning = z
  .object({
    code: z.string(),
    message: z.string(),
    position: textPosition,
    suggestion: z.string().optional().meta({ description: 'What was probably meant.' }),
  })
  .meta({ id: 'FormulaWarning' });

export function toWarning({ code, message, position, suggestion }: FormulaProblem): z.infer<typeof formulaWarning> {
  return { code, message, position, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** @throws {HubError} `invalid_request` with everything that is wrong with the formula, each at its place. */
export function refuseFormula(problems: readonly FormulaProblem[]): never {
  throw invalidRequest(
    messages.formulaInvalid,
    problems.map((problem): FieldError => ({ path: 'formula', ...toWarning(problem) })),
  );
}

/** Lets a formula that fails for its input be answered. Anything else is thrown on. */
export function refuseEvaluation(error: unknown): never {
  if (!(error instanceof FormulaError)) throw error;
  const { code, message, position } = error;
  // What a budget ends has no place, nor the end of its sentence, which the place brings.
  const placed = position === undefined ? { message: `${message}.` } : { message, position };
  throw invalidRequest(messages.formulaFailed, [{ path: 'formula', code, ...placed }]);
}
