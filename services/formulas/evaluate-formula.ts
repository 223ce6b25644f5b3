import { z } from 'zod';
import { compileFormula, formulaLengthMax } from '../../transforms/formula/index.ts';
import { typeOfRecord } from '../../transforms/json-schema-type.ts';
import { describeType } from '../../transforms/value-type.ts';
import type { ServiceContext } from '../context.ts';
import { requireScope } from '../scopes.ts';
import { formulaWarning, refuseEvaluation, refuseFormula, toWarning } from './formula-problem.ts';

const object = z.record(z.string(), z.json());

export const evaluateFormulaInput = z
  .strictObject({
    formula: z
      .string()
      .min(1)
      .max(formulaLengthMax)
      .meta({ examples: ['title(job.title ?? "Employee")'] }),
    input: object.meta({ description: 'The record whose fields are the names of the formula.' }),
    schema: object.optional().meta({
      description:
        'JSON Schema of such records. The formula is checked against it; without one, any field may be there.',
    }),
  })
  .meta({ id: 'EvaluateFormulaInput' });

/** What a formula gives for one record. */
export const evaluationRecord = z
  .object({
    value: z.json().meta({ description: 'null also where a path leads nowhere.' }),
    type: z.string().meta({
      description: 'What the value is known to be before any record is read.',
      examples: ['text', 'list of number', 'any value'],
    }),
    fuel: z.number().int().min(0).meta({ description: 'Steps that the evaluation took, of 100,000.' }),
    warnings: z.array(formulaWarning),
  })
  .meta({ id: 'FormulaEvaluation' });

export type EvaluationRecord = z.infer<typeof evaluationRecord>;

/**
 * Evaluates a formula over one record, as a mapping does. Stores nothing; `now()` is the present.
 *
 * @throws {HubError} `invalid_request` with the place of everything that is wrong, also where the formula fails for this
 *   record or takes more steps than a record may.
 */
export function evaluateFormula({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof evaluateFormulaInput>;
}): EvaluationRecord {
  requireScope(ctx, 'integrations:read');
  const compiled = compileFormula(input.formula, { record: typeOfRecord(input.schema) });
  if (!compiled.ok) return refuseFormula(compiled.problems);
  const { formula } = compiled;
  try {
    const { value, fuel } = formula.measure(input.input, { now: ctx.clock.now() });
    return { value: value ?? null, type: describeType(formula.type), fuel, warnings: formula.warnings.map(toWarning) };
  } catch (error) {
    return refuseEvaluation(error);
  }
}
