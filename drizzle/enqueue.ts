import type postgres from 'postgres';
import type { OutboxKind, OutboxPayload } from '../core/outbox-messages.ts';

/** The relay listens here for new messages. */
export const outboxChannel = 'hub_outbox';

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Client = { readonly sql: postgres.ISql };

/**
 * Adds a message to the outbox. The relay dispatches it once this transaction is committed: a message is true exactly when
 * the change that called for it is.
 *
 * @param message.availableAt An expression for the earliest time of the dispatch. Default: now.
 */
export function enqueue<Kind extends OutboxKind>(
  { sql }: Client,
  { payload, ...message }: { orgId: string; kind: Kind; payload: OutboxPayload<Kind>; availableAt?: Fragment },
): PromiseLike<unknown> {
  return insertMessages({ sql }, { ...message, payload: sql`${JSON.stringify(payload)}::jsonb` }).execute();
}

/**
 * The same as a part of a statement: one message for each row of `from`, whose columns its expressions may name.
 *
 * @param message.payload An expression for each member.
 */
export function enqueueEach<Kind extends OutboxKind>(
  { sql }: Client,
  message: {
    orgId: string;
    kind: Kind;
    payload: { readonly [Member in keyof OutboxPayload<Kind>]: Fragment };
    availableAt?: Fragment;
    from: Fragment;
  },
): Fragment {
  const members = Object.entries<Fragment>(message.payload).map(([name, value]) => sql`${name}::text, ${value}`);
  const list = members.reduce((left, right) => sql`${left}, ${right}`);
  return insertMessages({ sql }, { ...message, payload: sql`jsonb_build_object(${list})` });
}

function insertMessages(
  { sql }: Client,
  {
    orgId,
    kind,
    payload,
    availableAt,
    from,
  }: {
    orgId: string;
    kind: OutboxKind;
    payload: Fragment;
    availableAt?: Fragment;
    from?: Fragment;
  },
): Fragment {
  return sql`
    insert into outbox (org_id, kind, payload, available_at)
    select ${orgId}, ${kind}, ${payload}, ${availableAt ?? sql`clock_timestamp()`} ${from === undefined ? sql`` : sql`from ${from}`}
    returning pg_notify(${outboxChannel}, '')`;
}
