import { z } from 'zod';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { catalogueQuery, nameQuery, toCataloguePage } from '../shared/pages.ts';
import { requireScope } from '../shared/scopes.ts';
import { formulaFunctions, type FormulaFunctionRecord, formulaGroups } from './formula-function.ts';

export const listFormulaFunctionsInput = z.strictObject({
  ...catalogueQuery(),
  group: z.enum(formulaGroups).optional(),
  q: nameQuery.q.meta({ description: 'A part of the name or the description, in any case.' }),
});

/** Lists the functions of the formula language: all of them where no paging is asked for. */
export function listFormulaFunctions({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listFormulaFunctionsInput>;
}): Page<FormulaFunctionRecord> {
  requireScope(ctx, 'integrations:read');
  const wanted = input.q?.toLowerCase();
  const found = formulaFunctions.filter(
    ({ name, description, group }) =>
      (input.group === undefined || group === input.group) &&
      (wanted === undefined || `${name}\n${description}`.toLowerCase().includes(wanted)),
  );
  return toCataloguePage(found, input);
}
