import { z } from 'zod';
import { eventGroups, eventTypes, webhookDisabledReasons, webhookFormats, webhookOrderings } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { webhookEndpoints } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, nameSchema, timestamp } from '../shared/schemas.ts';
import { messages } from '../../core/messages.ts';

/** Endpoints of one organization. */
export const webhookEndpointsMax = 50;

const urlCharactersMax = 2048;
const selectors = [...eventTypes, ...eventGroups] as const;

const ordering = z.enum(webhookOrderings).meta({
  description:
    '`none`: several events at once, each on its own. `strict`: one at a time, each after the one before was taken or given up.',
});

const format = z.enum(webhookFormats).meta({
  description:
    'What is sent: signed messages of Standard Webhooks, or texts for people. The latter take `notification.*` events only. Fixed once the endpoint is made.',
});

const integrationIds = z
  .array(z.string())
  .min(1)
  .max(100)
  .meta({ description: 'Only events about these integrations, and about connections that they use. Default: all.' });

/** What can be said of an endpoint. */
export const webhookEndpointInput = z
  .strictObject({
    name: nameSchema,
    url: z.string().max(urlCharactersMax).meta({
      format: 'uri',
      description:
        'Takes POST requests. https, without user, password and fragment; of the format `email`, `mailto:` and addresses, separated by commas, or `mailto:approvers`: each time those members who may decide on what is asked. Of the formats `slack` and `teams` it is a secret: only its origin is shown again.',
    }),
    format: format.default('standard'),
    events: z
      .array(z.enum(selectors))
      .min(1)
      .max(selectors.length)
      .refine((list) => new Set(list).size === list.length, messages.itemRepeated)
      .meta({ description: 'Types of events, or groups of them: `run.failed`, `connection.*`, `*`.' }),
    integration_ids: integrationIds.optional(),
    ordering: ordering.default('none'),
    disabled: z.boolean().default(false),
  })
  .meta({ id: 'WebhookEndpointInput' });

export type WebhookEndpointInput = z.output<typeof webhookEndpointInput>;

/** An endpoint as the API shows it: nothing of its secret. */
export const webhookEndpointRecord = z
  .object({
    id: idOf('webhookEndpoint'),
    name: z.string(),
    url: z.string(),
    format,
    integration_ids: integrationIds.optional(),
    events: z.array(z.string()),
    ordering,
    disabled: z.boolean(),
    disabled_at: timestamp.optional(),
    disabled_reason: z.enum(webhookDisabledReasons).optional().meta({
      description: '`gone`: it answered 410. `failing`: it has taken nothing for days. `manual`: somebody did it.',
    }),
    failing_since: timestamp.optional().meta({ description: 'It has taken nothing since; absent when all is well.' }),
    previous_secret_expires_at: timestamp.optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'WebhookEndpoint' });

export type WebhookEndpointRecord = z.infer<typeof webhookEndpointRecord>;

/** An endpoint whose secret was just made. It is shown this once. */
export const webhookEndpointWithSecret = webhookEndpointRecord
  .extend({ secret: z.string().meta({ description: 'What its messages are signed with. Shown this once.' }) })
  .meta({ id: 'WebhookEndpointWithSecret' });

export type WebhookEndpointWithSecret = z.infer<typeof webhookEndpointWithSecret>;

export type WebhookEndpointRow = Row<
  typeof webhookEndpoints,
  | 'id'
  | 'name'
  | 'url'
  | 'format'
  | 'integrationIds'
  | 'events'
  | 'ordering'
  | 'secretVersion'
  | 'previousExpiresAt'
  | 'disabledAt'
  | 'disabledReason'
  | 'rowVersion'
  | 'createdAt'
  | 'updatedAt'
> & { failing_since: string | null };

export function toWebhookEndpointRecord(row: WebhookEndpointRow): WebhookEndpointRecord {
  return {
    id: toId('webhookEndpoint', row.id),
    name: row.name,
    url: row.url,
    format: row.format,
    ...(row.integration_ids === null
      ? {}
      : { integration_ids: row.integration_ids.map((id) => toId('integration', id)) }),
    events: row.events,
    ordering: row.ordering,
    disabled: row.disabled_at !== null,
    ...(row.disabled_at === null ? {} : { disabled_at: fromTime(row.disabled_at) }),
    ...(row.disabled_reason === null ? {} : { disabled_reason: row.disabled_reason }),
    ...(row.failing_since === null ? {} : { failing_since: fromTime(row.failing_since) }),
    ...(row.previous_expires_at === null ? {} : { previous_secret_expires_at: fromTime(row.previous_expires_at) }),
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}
