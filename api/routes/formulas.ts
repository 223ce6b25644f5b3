import { z } from 'zod';
import { formulaFunctionRecord } from '../../services/formulas/formula-function.ts';
import { evaluateFormula, evaluateFormulaInput, evaluationRecord } from '../../services/formulas/evaluate-formula.ts';
import { listFormulaFunctions, listFormulaFunctionsInput } from '../../services/formulas/list-formula-functions.ts';
import { cacheable } from '../answers/etag.ts';
import { defineRoute } from '../route.ts';
import { toList } from '../answers/to-list.ts';

const tag = 'Formulas';

export const formulaRoutes = [
  defineRoute(
    {
      method: 'post',
      path: '/formulas/evaluate',
      operationId: 'evaluateFormula',
      tag,
      summary: 'Evaluate a formula',
      description: 'Over one record, as a mapping does. Errors of the formula, or for the record, have a position.',
      scope: 'integrations:read',
      body: { shape: evaluateFormulaInput, samples: ['input'] },
      status: 200,
      data: evaluationRecord,
      pure: true,
    },
    async ({ ctx, body }) => ({ data: await evaluateFormula({ ctx, input: body }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/formulas/functions',
      operationId: 'listFormulaFunctions',
      tag,
      summary: 'List the functions of formulas',
      description: 'Without paging parameters: the whole library.',
      scope: 'integrations:read',
      query: listFormulaFunctionsInput,
      status: 200,
      data: z.array(formulaFunctionRecord),
      paginated: true,
      tagged: true,
    },
    ({ ctx, query }) => {
      const list = toList(listFormulaFunctions({ ctx, input: query }));
      return { ...list, headers: cacheable(list) };
    },
  ),
];
