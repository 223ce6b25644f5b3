import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import { compileSchema, recordSchemaSchema } from '../../transforms/validation/index.ts';
import { compilePayload } from '../payload-source.ts';

/** What the runs of a flow without a source are given. */
export const runInputSchema = z
  .strictObject({
    schema: recordSchemaSchema.optional().meta({
      description: 'JSON Schema of what is given. A run that is given nothing is given an empty object.',
    }),
    key: z
      .array(z.string().min(1).max(512))
      .min(1)
      .max(8)
      .optional()
      .meta({
        description:
          'Paths of what a run is about. Items of one key go one after the other, and know what steps wrote for it. Default: all runs are about the same.',
        example: ['employee_number'],
      }),
  })
  .meta({ id: 'RunInput', description: 'What the runs of a flow without a source are given.' });

type RunInputDefinition = z.infer<typeof runInputSchema>;

/** The key of items that are made of runs, where nothing that these are given tells them apart. */
export const runItemKey = 'run';

type ReadInput = { ok: true; key: string } | { ok: false; message: string };

/** Compiles what checks what runs are given, and reads what they are about. The definition was checked when it was saved. */
export function compileRunInput({ schema, key }: RunInputDefinition = {}): (given: JsonObject) => ReadInput {
  if (key !== undefined) return compilePayload({ schema, key }, 'input');
  const compiled = schema && compileSchema(schema, '', 'invalid_input', 'input');
  return (given) => {
    const problem = compiled?.ok === true ? compiled.validate(given) : undefined;
    return problem === undefined ? { ok: true, key: runItemKey } : { ok: false, message: problem.message };
  };
}
