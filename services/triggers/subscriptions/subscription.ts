import { z } from 'zod';
import type { hookSubscriptions } from '../../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../../shared/rows.ts';
import { timestamp } from '../../shared/schemas.ts';

const statuses = ['pending', 'active', 'failing', 'removing'] as const;

/** What the hub has registered of a hook at the vendor. @see docs/triggers.md#subscribe */
export const subscriptionRecord = z
  .object({
    status: z.enum(statuses).meta({
      description:
        '`pending`: it is being made. `active`: it is there. `failing`: the last try to make or renew it, or to look for it, came to nothing; there will be others. `removing`: the integration is not active any more.',
    }),
    to: z.string().optional().meta({ description: "The connector's topic." }),
    events: z.array(z.string()).optional().meta({ description: 'The events that it asks for.' }),
    id: z.string().optional().meta({ description: "The vendor's id of it." }),
    ends_at: timestamp.optional().meta({
      description: 'When it ends unless it is renewed, which is done long before. Absent where it does not end.',
    }),
    checked_at: timestamp.optional().meta({ description: 'When the vendor last said that it is there.' }),
    failing_since: timestamp.optional().meta({ description: 'Since when each try has come to nothing.' }),
    last_error: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .meta({ description: 'Why the last try came to nothing.' }),
  })
  .meta({ id: 'HookSubscription' });

export type SubscriptionRecord = z.infer<typeof subscriptionRecord>;

export type SubscriptionRow = Row<
  typeof hookSubscriptions,
  'wanted' | 'made' | 'remoteId' | 'endsAt' | 'checkedAt' | 'failingSince' | 'error'
>;

/** Of a hook that has one, or had one that is still being removed. */
export function toSubscriptionRecord(row: SubscriptionRow): SubscriptionRecord {
  const { wanted, made, remote_id: id, ends_at: endsAt, checked_at: checkedAt, failing_since: since, error } = row;
  const { topic, events } = wanted ?? made ?? {};
  return {
    status: toStatus(row),
    ...(topic === undefined ? {} : { to: topic }),
    ...(events === undefined ? {} : { events: [...events] }),
    ...(id === null ? {} : { id }),
    ...(endsAt === null ? {} : { ends_at: fromTime(endsAt) }),
    ...(checkedAt === null ? {} : { checked_at: fromTime(checkedAt) }),
    ...(since === null ? {} : { failing_since: fromTime(since) }),
    ...(error === null ? {} : { last_error: error }),
  };
}

function toStatus({ wanted, remote_id: id, error }: SubscriptionRow): SubscriptionRecord['status'] {
  if (error !== null) return 'failing';
  if (wanted === null) return 'removing';
  return id === null ? 'pending' : 'active';
}
