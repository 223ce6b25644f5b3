import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { type FieldError, invalidRequest } from '../../core/errors.ts';
import { checkZone } from '../../engine/schedule/check-schedule.ts';
import { compileFormula, formulaLengthMax } from '../../formula/index.ts';
import { typeOfRecord } from '../../formula/json-schema-type.ts';
import { describeType } from '../../formula/value-type.ts';
import type { LookupTables } from '../../formula/lookup-tables.ts';
import type { ServiceContext } from '../shared/context.ts';
import { findLookupTables } from '../lookup-tables/find-lookup-tables.ts';
import { readLookupTables } from '../lookup-tables/read-lookup-tables.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { formulaWarning, refuseEvaluation, refuseFormula, toWarning } from './formula-problem.ts';
import { messages } from '../../core/messages.ts';

const object = z.record(z.string(), freeJson);

export const evaluateFormulaInput = z
  .strictObject({
    formula: z
      .string()
      .min(1)
      .max(formulaLengthMax)
      .meta({ examples: ['title(job.title ?? "Employee")'] }),
    input: object.meta({
      description:
        'The record whose fields are the names of the formula. Numbers with more digits than JSON numbers keep become texts.',
    }),
    schema: object.optional().meta({
      description:
        'JSON Schema of such records. The formula is checked against it; without one, any field may be there.',
    }),
    timezone: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .meta({
        description: 'IANA name of the zone of dates and clock times that name none. Default: UTC.',
        examples: ['Europe/Berlin'],
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
 * Evaluates a formula over one record, as a mapping does. Stores nothing; `now()` is the present, lookup tables have their
 * newest versions.
 *
 * @throws {HubError} `invalid_request` with the place of everything that is wrong, also where the formula fails for this
 *   record or takes more steps than a record may.
 */
export async function evaluateFormula({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof evaluateFormulaInput>;
}): Promise<EvaluationRecord> {
  requireScope(ctx, 'integrations:read');
  const zone = input.timezone;
  const wrong = zone === undefined ? [] : checkZone(zone);
  if (wrong.length > 0) throw invalidRequest(messages.formulaInvalid, wrong);
  const compiled = compileFormula(input.formula, { record: typeOfRecord(input.schema) });
  if (!compiled.ok) return refuseFormula(compiled.problems);
  const { formula } = compiled;
  const tables = formula.tables.length === 0 ? undefined : await readTables(ctx, formula.tables);
  try {
    const { value, fuel } = formula.measure(input.input, { now: ctx.clock.now(), zone, ...(tables && { tables }) });
    return { value: value ?? null, type: describeType(formula.type), fuel, warnings: formula.warnings.map(toWarning) };
  } catch (error) {
    return refuseEvaluation(error);
  }
}

/** @throws {HubError} `invalid_request` where the formula names a table that is not there. */
function readTables(ctx: ServiceContext, named: readonly string[]): Promise<LookupTables> {
  return inTenant(ctx, async (tx) => {
    const problems: FieldError[] = [];
    const uses = named.map((table) => ({ path: 'formula', table }));
    const ids = await findLookupTables(tx, ctx.orgId, uses, problems);
    if (problems.length > 0) throw invalidRequest(messages.formulaInvalid, problems);
    return readLookupTables(tx, ctx.orgId, ids);
  });
}
