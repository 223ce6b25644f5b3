import { z } from 'zod';
import { itemChanges } from '../../core/enums.ts';
import { subscribeSchema } from '../../core/webhooks/subscribe.ts';
import { durationPattern } from '../schedule/duration.ts';
import type { ScheduleTrigger } from '../schedule/schedule-trigger.ts';
import { triggerId } from './trigger-id.ts';

/** A trigger that starts runs when the source changes: it is asked now and then, and its vendor's events are hints. */
export const eventTrigger = z
  .strictObject({
    type: z.literal('event'),
    id: triggerId.optional(),
    poll: z
      .string()
      .regex(durationPattern, 'Must be a number and a unit, s, m, h or d: 5m.')
      .optional()
      .meta({
        description: 'How often the source is asked for changes, at least `1m`. Default: `5m`.',
        examples: ['5m'],
      }),
    changes: z
      .array(z.enum(itemChanges))
      .min(1)
      .max(itemChanges.length)
      .optional()
      .meta({
        description:
          'Only with `steps`: of the `changes` of the source those that the runs of this trigger make items of. A run without `deleted` reads what changed, where the source can be asked so. Default: all of the source.',
        example: ['created', 'updated'],
      }),
    subscribe: subscribeSchema.optional(),
  })
  .meta({ id: 'EventTrigger' });

export type EventTrigger = z.infer<typeof eventTrigger>;

/** When an event trigger asks its source. Where a run is under way, that one finds what changed, or the next time does. */
export function toPollSchedule({ poll = '5m' }: EventTrigger): ScheduleTrigger {
  return { type: 'schedule', every: poll, catch_up: 'last', concurrency: 'skip' };
}
