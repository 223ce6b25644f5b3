import { z } from 'zod';

export const triggerId = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,63}$/,
    'Must be a word of lower-case letters, digits, - and _, which begins with a letter.',
  )
  .meta({
    description:
      'Tells the triggers of an integration apart: as long as a trigger keeps its id, its workflow, address and credentials stay. Default: its type; of further ones of a type `webhook-2`, …, which the hub then stores.',
    examples: ['okta'],
  });
