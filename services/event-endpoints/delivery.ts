import { z } from 'zod';
import { deliveryStatuses, eventTypes } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { events, webhookAttempts, webhookDeliveries } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';
import { eventPayload, toEventPayload } from './event-payload.ts';

const attemptRecord = z.object({
  number: z.number().int().min(1),
  at: timestamp,
  duration_ms: z.number().int().min(0),
  url: z.string(),
  response: z
    .object({
      status: z.number().int(),
      content_type: z.string().optional(),
      body: z.string().optional().meta({ description: 'The beginning, where the answer is text.' }),
    })
    .optional()
    .meta({ description: 'Absent where there was no answer.' }),
  error: z
    .string()
    .optional()
    .meta({ description: 'Why it counts as not delivered; of a mail that was, how many recipients were refused.' }),
});

/** An event on its way to an endpoint, as the API shows it. */
export const deliveryRecord = z
  .object({
    id: idOf('event').meta({ description: 'The `webhook-id`, the same each time the event is sent.' }),
    event_type: z.enum(eventTypes),
    status: z.enum(deliveryStatuses),
    attempt_count: z.number().int().min(0),
    next_attempt_at: timestamp.optional().meta({ description: 'Not before then; only of a pending one.' }),
    delivered_at: timestamp.optional(),
    request: z.object({
      method: z.literal('POST'),
      headers: z.record(z.string(), z.string()).meta({ description: 'Signatures are not shown.' }),
      body: eventPayload,
    }),
    attempts: z.array(attemptRecord).meta({ description: 'The last ones, oldest first.' }),
    created_at: timestamp,
  })
  .meta({ id: 'WebhookDelivery' });

export type DeliveryRecord = z.infer<typeof deliveryRecord>;

type AttemptRow = Row<
  typeof webhookAttempts,
  'number' | 'at' | 'durationMs' | 'url' | 'status' | 'contentType' | 'body' | 'error'
>;

export type DeliveryRow = Row<typeof webhookDeliveries, 'eventId' | 'status' | 'attempts' | 'dueAt' | 'deliveredAt'> &
  Row<typeof events, 'type' | 'snapshot' | 'occurredAt'> & { tried: AttemptRow[] };

export function toDeliveryRecord(row: DeliveryRow): DeliveryRecord {
  const id = toId('event', row.event_id);
  const body = toEventPayload(row);
  return {
    id,
    event_type: body.type,
    status: row.status,
    attempt_count: row.attempts,
    ...(row.status === 'pending' ? { next_attempt_at: fromTime(row.due_at) } : {}),
    ...(row.delivered_at === null ? {} : { delivered_at: fromTime(row.delivered_at) }),
    request: { method: 'POST', headers: { 'content-type': 'application/json', 'webhook-id': id }, body },
    attempts: row.tried.map(toAttemptRecord),
    created_at: fromTime(row.occurred_at),
  };
}

function toAttemptRecord(row: AttemptRow): DeliveryRecord['attempts'][number] {
  return {
    number: row.number,
    at: fromTime(row.at),
    duration_ms: row.duration_ms,
    url: row.url,
    ...(row.status === null
      ? {}
      : {
          response: {
            status: row.status,
            ...(row.content_type === null ? {} : { content_type: row.content_type }),
            ...(row.body === null ? {} : { body: row.body }),
          },
        }),
    ...(row.error === null ? {} : { error: row.error }),
  };
}
