import { z } from 'zod';

/** What an item was made of, and what its steps gave. */
export const itemValues = z
  .object({
    record: z.json().optional().meta({
      description: 'The record that the item was made of. Absent for a child, and for an item that is about its run.',
    }),
    element: z.json().optional().meta({ description: 'Of a child: the element that it goes through steps for.' }),
    outputs: z
      .array(
        z.object({
          step: z.string().meta({ description: 'The id of the step.', example: 'account' }),
          output: z.json().meta({ description: 'What later steps read as `steps.ID`.' }),
        }),
      )
      .meta({ description: 'In the order of the flow.' }),
    problems: z
      .array(
        z.object({
          step: z.string().meta({ description: 'The id of the step.', example: 'account' }),
          code: z.string(),
          message: z.string(),
        }),
      )
      .meta({ description: 'Of a child: why it failed at a step. That of others is in `timeline`.' }),
    masked: z.boolean().meta({
      description:
        'Some values are shown as their shapes, such as `text(5)`: sensitive ones, and what may be made of them.',
    }),
    truncated: z
      .boolean()
      .meta({ description: 'Some values are left out: together they are more than 256 KiB as JSON.' }),
  })
  .meta({ id: 'ItemValues', description: 'Sensitive fields are masked, as where records are browsed.' });

export type ItemValues = z.infer<typeof itemValues>;
