import { z } from 'zod';

/**
 * Why a record became what it became: what each rule read, what it made of it step by step, and what it gave.
 *
 * Workers answer with it and the API shows it, so it stands here, in the form in which it is shown. A value that is not
 * there is absent; null is null.
 */

const shown = {
  value: z.json().optional().meta({ description: 'Absent where there is none; null is null.' }),
  shortened: z.literal(true).optional().meta({ description: 'The value is too long to be shown whole.' }),
};

const failure = z.object({ code: z.string(), message: z.string() });

/** What a value went through, in the order in which a rule does it. */
export const stepKinds = [
  'read',
  'constant',
  'expression',
  'formula',
  'convert',
  'lookup',
  'default',
  'condition',
] as const;

export const explainedSource = z
  .object({ path: z.string(), ...shown })
  .meta({ id: 'ExplainedSource', description: 'A field of the record that was read.' });

export const explainedStep = z
  .object({
    kind: z.enum(stepKinds),
    text: z
      .string()
      .optional()
      .meta({
        description: 'The part of the formula, the condition, the conversion or the path.',
        examples: ['upper(first)'],
      }),
    ...shown,
    error: failure.optional(),
  })
  .meta({ id: 'ExplainedStep', description: 'A step on the way to a value, and what it gave.' });

export const explainedField = z
  .object({
    to: z.string().meta({ description: 'The field of the target.' }),
    rule: z.string().meta({ description: 'Where the rule stands in the definition.', examples: ['mapping[2]'] }),
    sources: z.array(explainedSource),
    steps: z.array(explainedStep),
    ...shown,
    error: failure.optional(),
  })
  .meta({ id: 'ExplainedField' });

export const explainedFilter = z
  .object({
    rule: z.string().meta({ examples: ['source.filter'] }),
    sources: z.array(explainedSource),
    steps: z.array(explainedStep),
    value: z.boolean().optional().meta({ description: 'Whether the record is kept; absent if it is unknown.' }),
    error: failure.optional(),
  })
  .meta({ id: 'ExplainedFilter' });

export const explanation = z
  .object({
    decided_by: z.enum(['key', 'filter', 'validation', 'flatten', 'enrich', 'script', 'aggregate', 'mapping']).meta({
      description: 'The part of the integration that made the record what it became.',
    }),
    message: z.string(),
    filter: explainedFilter.optional(),
    fields: z.array(explainedField).optional().meta({ description: 'Absent where the mapping was not reached.' }),
    fields_omitted: z.number().int().min(1).optional().meta({
      description: 'So many more fields are explained than an answer holds.',
    }),
  })
  .meta({ id: 'RecordExplanation' });

export type ExplainedSource = z.infer<typeof explainedSource>;
export type ExplainedStep = z.infer<typeof explainedStep>;
export type ExplainedField = z.infer<typeof explainedField>;
export type ExplainedFilter = z.infer<typeof explainedFilter>;
export type Explanation = z.infer<typeof explanation>;
