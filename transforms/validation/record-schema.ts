import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';

const bytesMax = 64 * 1024;

/** Schema of a stored JSON Schema; `compileSchema` checks its content. */
export const recordSchemaSchema = z
  .record(z.string(), freeJson)
  .refine((schema) => JSON.stringify(schema).length <= bytesMax, {
    message: `Too large: a schema has at most ${bytesMax} characters.`,
  })
  .meta({
    id: 'RecordSchema',
    description:
      'A JSON Schema (draft 2020-12) that each record has to satisfy; one that does not becomes a failed record.',
  });
