import { z } from 'zod';
import type { FieldError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import { webhookDeclaration } from '../../core/webhooks/declaration.ts';
import { subscribeSchema } from '../../core/webhooks/subscribe.ts';
import { durationPattern, readDuration } from '../schedule/duration.ts';
import { triggerId } from './trigger-id.ts';

const duration = z.string().regex(durationPattern, 'Must be a number and a unit, s, m or h: 30s.');

/** A trigger whose runs begin when the vendor of the source, or another sender, delivers something. */
export const webhookTrigger = z
  .strictObject({
    type: z.literal('webhook'),
    id: triggerId.optional(),
    receive: webhookDeclaration.optional().meta({
      description:
        'How deliveries are verified and read, for senders that the connector of the source does not know. Default: as its connector says.',
    }),
    subscribe: subscribeSchema.optional(),
    debounce: duration.optional().meta({
      description:
        'Only with `payload` of the source: deliveries of one key become one item, of the newest of them, once no other has come for so long. From `1s` to `1h`.',
      example: '30s',
    }),
    debounce_max: duration.optional().meta({
      description:
        'The longest that a delivery waits while others of its key come. From `debounce` to `24h`. Default: ten times `debounce`.',
      example: '5m',
    }),
  })
  .meta({ id: 'WebhookTrigger' });

export type WebhookTrigger = z.infer<typeof webhookTrigger>;

/** For how long deliveries of one key wait for newer ones: since the last of them, and since the first. */
export const storedDebounce = z.object({ quiet_ms: z.int(), max_ms: z.int() });

export type Debounce = z.infer<typeof storedDebounce>;

const quietMaxMs = 3_600_000;
const waitingMaxMs = 24 * quietMaxMs;
/** What a stream without an end waits for, in lengths of the quiet that does not come. */
const defaultTimes = 10;

/** How a trigger merges deliveries; `undefined` where each is an item. */
export function toDebounce({ debounce, debounce_max: max }: Omit<WebhookTrigger, 'type'>): Debounce | undefined {
  const quietMs = debounce === undefined ? undefined : readDuration(debounce);
  if (quietMs === undefined) return undefined;
  return { quiet_ms: quietMs, max_ms: (max === undefined ? undefined : readDuration(max)) ?? defaultTimes * quietMs };
}

/** @param takesPayloads Deliveries are records, which have keys. */
export function checkDebounce(trigger: WebhookTrigger, takesPayloads: boolean): FieldError[] {
  const { debounce, debounce_max: max } = trigger;
  const found = toDebounce(trigger);
  if (found === undefined)
    return max === undefined ? [] : [{ path: 'debounce', code: 'required', message: messages.debounceMissing }];
  const problem = (path: string, message: string): FieldError => ({ path, code: 'out_of_range', message });
  return [
    ...(takesPayloads ? [] : [{ path: 'debounce', code: 'unsupported', message: messages.debounceNeedsPayload }]),
    ...(found.quiet_ms > quietMaxMs ? [problem('debounce', messages.debounceTooLong)] : []),
    ...(max !== undefined && (found.max_ms < found.quiet_ms || found.max_ms > waitingMaxMs)
      ? [problem('debounce_max', messages.debounceMaxInvalid({ debounce: debounce ?? '' }))]
      : []),
  ];
}
