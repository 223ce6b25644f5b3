import { z } from 'zod';
import {
  describeOverload,
  type Example,
  type FunctionEntry,
  functionFamilies,
  macroEntries,
} from '../../formula/index.ts';
import { describeSignatureType } from '../../formula/functions/signature.ts';

const signature = z.object({
  text: z.string().meta({ examples: ['lower(value: text) → text'] }),
  parameters: z.array(z.object({ name: z.string(), type: z.string() })),
  variadic: z.boolean().meta({ description: 'The last parameter may be given any number of times.' }),
  result: z.string(),
});

const example = z.object({
  formula: z.string(),
  record: z.record(z.string(), z.json()).optional().meta({ description: 'What the formula reads.' }),
  result: z.json(),
});

/** A function of the formula language, as its documentation and an editor's completion need it. */
export const formulaFunctionRecord = z
  .object({
    name: z.string(),
    kind: z.enum(['function', 'macro']).meta({
      description: 'Arguments of a macro are expressions that are evaluated with variables of their own.',
    }),
    group: z.string(),
    description: z.string(),
    signatures: z.array(signature).meta({ description: 'The ways to call a function.' }),
    form: z.string().optional().meta({ description: 'How a macro is written.' }),
    examples: z.array(example),
  })
  .meta({ id: 'FormulaFunction' });

export type FormulaFunctionRecord = z.infer<typeof formulaFunctionRecord>;

const macroGroup = 'macros';

/** `Dates and times` is asked for as `dates_and_times`. */
function toGroup(family: string): string {
  return family.toLowerCase().replaceAll(' ', '_');
}

export const formulaGroups = [macroGroup, ...functionFamilies.map(({ name }) => toGroup(name))];

/** The whole library, in the order of the documentation; it changes with a release only. */
export const formulaFunctions: readonly FormulaFunctionRecord[] = [
  ...macroEntries.map(({ name, form, description, examples }): FormulaFunctionRecord => ({
    name,
    kind: 'macro',
    group: macroGroup,
    description,
    signatures: [],
    form,
    examples: examples.map(toExample),
  })),
  ...functionFamilies.flatMap(({ name, functions }) => functions.map((entry) => toRecord(entry, toGroup(name)))),
];

function toRecord({ name, description, overloads, examples }: FunctionEntry, group: string): FormulaFunctionRecord {
  return {
    name,
    kind: 'function',
    group,
    description,
    signatures: overloads.map((overload) => ({
      text: describeOverload(name, overload),
      parameters: overload.parameters.map((one) => ({ name: one.name, type: describeSignatureType(one.type.type) })),
      variadic: overload.isVariadic,
      result: describeSignatureType(overload.result),
    })),
    examples: examples.map(toExample),
  };
}

function toExample({ formula, record, result }: Example): z.infer<typeof example> {
  return { formula, ...(record === undefined ? {} : { record }), result };
}
