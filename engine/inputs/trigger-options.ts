import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';

/** What a trigger asks of the runs that it starts, besides the definition. */
export const triggerOptions = z
  .strictObject({
    full_resync: z.boolean().optional().meta({ description: 'Write every record again, also unchanged ones.' }),
    input: z.record(z.string(), freeJson).optional().meta({
      description: 'Only without `source`: what its runs are given, and formulas read as `input`.',
    }),
  })
  .meta({ id: 'TriggerOptions', description: 'What a trigger asks of the runs that it starts.' });
