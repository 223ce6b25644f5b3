import { z } from 'zod';
import { errorCodes } from '../../core/errors.ts';
import { textPosition } from '../../services/formulas/formula-problem.ts';

export const pageMeta = z
  .strictObject({
    page: z.number().int().min(1),
    per_page: z.number().int().min(0),
    total: z.number().int().min(0),
    total_is_exact: z.literal(false).optional().meta({
      description: 'There are more than `total`, which is as far as they are counted. Absent where it is exact.',
    }),
  })
  .meta({ id: 'PageMeta' });

const fieldError = z
  .object({
    path: z.string().meta({ description: 'Where: `mapping[2].to`, `query.per_page`.' }),
    code: z.string(),
    message: z.string(),
    allowed: z.array(z.string()).optional(),
    suggestion: z.string().optional().meta({ description: 'What was probably meant.' }),
    position: textPosition.optional().meta({ description: 'Where in the text of a formula.' }),
  })
  .meta({ id: 'FieldError' });

export const errorEnvelope = z
  .strictObject({
    status: z.literal('error'),
    error: z.strictObject({
      code: z.enum(Object.keys(errorCodes)),
      message: z.string(),
      details: z.looseObject({
        request_id: z.string(),
        documentation_url: z.string().meta({ description: 'The page that explains the code.' }),
        errors: z.array(fieldError).optional(),
      }),
    }),
  })
  .meta({ id: 'Error' });
