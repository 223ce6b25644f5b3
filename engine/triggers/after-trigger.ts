import { z } from 'zod';
import { followedOutcomes } from '../../core/enums.ts';
import { triggerId } from './trigger-id.ts';
import { triggerOptions } from '../inputs/trigger-options.ts';

/** A trigger that starts a run when a run of another integration ends. */
export const afterTrigger = z
  .strictObject({
    type: z.literal('after'),
    id: triggerId.optional(),
    integration_id: z.string().min(1).max(255).meta({
      description: 'The other integration: its id, or its name, which the hub then stores as its id.',
      example: 'int_01kanm3t1fe7krd5v2mgxzs2v8',
    }),
    outcomes: z
      .array(z.enum(followedOutcomes))
      .min(1)
      .max(followedOutcomes.length)
      .optional()
      .meta({
        description: 'Ends of its runs that start one here. Default: `succeeded` and `partially_succeeded`.',
        example: ['succeeded'],
      }),
    options: triggerOptions.optional().meta({ description: 'Of the runs that it starts.' }),
  })
  .meta({ id: 'AfterTrigger' });

export type AfterTrigger = z.infer<typeof afterTrigger>;

/** Without `outcomes`: ends that leave something behind to go on with. */
export const outcomesByDefault = ['succeeded', 'partially_succeeded'] as const satisfies AfterTrigger['outcomes'];
