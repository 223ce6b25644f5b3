import { z } from 'zod';
import { recordSchemaSchema } from '../transforms/validation/index.ts';
import { storedDebounce } from './triggers/webhook-trigger.ts';

/** A source that is not read: what is delivered to it are the records themselves. */
export const payloadSchema = z
  .strictObject({
    schema: recordSchemaSchema.optional().meta({
      description: 'JSON Schema of what is delivered. A delivery that is not so is refused.',
    }),
    dedupe: z.string().min(1).max(512).optional().meta({
      description:
        "Path of the value that names a delivery: a second one with the same value is accepted, and makes no item. Default: the vendor's id of the delivery; without one, the same body counts as the same delivery for 24 hours.",
      example: 'event_id',
    }),
  })
  .meta({ id: 'PayloadSource' });

/** What deliveries are checked and known by. */
export const storedPayload = payloadSchema.extend({
  key: z.array(z.string()),
  /** Where steps of the flow respond: which these are. */
  respond: z.object({ steps: z.array(z.string()) }).optional(),
  /** How the trigger merges deliveries of a key; absent where each is an item. */
  debounce: storedDebounce.optional(),
});

export type StoredPayload = z.infer<typeof storedPayload>;
