import { z } from 'zod';
import { waitKinds } from '../enums.ts';
import { freeJson } from '../json/free-json.ts';

/** What previews and rehearsals tell of steps: the API shows it, and workers answer with it. */

/** Why a record or a step fails. */
export const recordError = z.object({ code: z.string(), field: z.string().optional(), message: z.string() });

/** What would become of an item in one step. */
export const previewedStep = z
  .object({
    step: z.string().meta({ description: 'Id of the step.' }),
    elements: z
      .array(z.string())
      .optional()
      .meta({
        description:
          'Keys of the elements that the step is gone through for, those of outer loops first; absent outside of loops. Of a list, the first 20 elements are shown.',
        example: ['admins'],
      }),
    outcome: z.enum(['passed', 'skipped', 'failed']).meta({ description: '`skipped`: its `when` is not true.' }),
    output: freeJson.optional().meta({ description: 'What later steps read as `steps.ID`.' }),
    recorded: z.literal(true).optional().meta({
      description: 'In a rehearsal: the output is what the step gave in the run, and not invented.',
    }),
    writes: z.record(z.string(), z.json()).optional().meta({ description: 'What an action would write.' }),
    asks: z
      .object({
        object: z.string().meta({ description: 'The object that is searched.' }),
        key: z.string().meta({ description: 'The field that it is searched by.' }),
        by: z.string().nullable().meta({
          description: 'The value to find; null where the item has none, and nothing is asked.',
        }),
      })
      .optional()
      .meta({ description: 'What a look-up would ask.' }),
    lists: z
      .object({
        object: z.string().meta({ description: 'The object that is read.' }),
        limit: z.number().meta({ description: 'Most records that are given.' }),
        where: z.record(z.string(), z.json()).nullable().meta({
          description: 'The values of the fields; null where the item lacks one, and nothing is asked.',
        }),
        options: z.record(z.string(), z.json()).optional().meta({ description: 'The options of the item, by paths.' }),
      })
      .optional()
      .meta({ description: 'Which records a list would ask for.' }),
    waits: z
      .object({
        for: z
          .enum(waitKinds)
          .meta({ description: 'What ends it: a time, an answer, its batch, or another integration.' }),
        seconds: z.number().optional().meta({ description: 'How long at most.' }),
        until: z.string().optional().meta({ description: 'Until when.' }),
        message: z.string().optional().meta({ description: 'What approvers are asked.' }),
        integration_id: z.string().optional().meta({ description: 'Of `call` and `sync`: the other integration.' }),
        input: z
          .record(z.string(), z.json())
          .optional()
          .meta({ description: 'Of `call`: what the other integration would be given.' }),
      })
      .optional()
      .meta({ description: 'What a wait would wait for.' }),
    error: recordError.optional().meta({ description: 'Why it fails.' }),
  })
  .meta({ id: 'PreviewedStep', description: 'A step, and what it would do.' });
