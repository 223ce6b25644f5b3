import { type Database, type Transaction, withTenant } from '../drizzle/index.ts';
import type { webhookEndpoints } from '../drizzle/schema/index.ts';
import type { Row } from '../services/shared/rows.ts';
import type { EventRow } from '../services/event-endpoints/event-payload.ts';

/** Whose queue: UUIDs. */
export interface QueueAddress {
  orgId: string;
  endpointId: string;
}

/** The right to send to an endpoint, for a time. */
export interface QueueLease extends QueueAddress {
  epoch: number;
}

/** The lease was taken over, or the endpoint is gone: nothing more may be sent. */
export class QueueLostError extends Error {}

/** @returns `undefined` where another worker holds the lease, or nothing may be sent at the moment. */
export async function takeQueue(
  database: Database,
  { orgId, endpointId }: QueueAddress,
  leaseMs: number,
): Promise<QueueLease | undefined> {
  const [taken] = await withTenant(
    database,
    orgId,
    ({ sql }) => sql<{ epoch: number }[]>`
      update webhook_queues set epoch = epoch + 1,
        lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where org_id = ${orgId} and endpoint_id = ${endpointId}
        and (lease_until is null or lease_until <= clock_timestamp())
        and (retry_at is null or retry_at <= clock_timestamp())
      returning epoch`,
  );
  return taken && { orgId, endpointId, epoch: taken.epoch };
}

/** Leaves when the queue was served last, in place of the end of the lease: who waits longest comes next. */
export async function releaseQueue(database: Database, { orgId, endpointId, epoch }: QueueLease): Promise<void> {
  await withTenant(
    database,
    orgId,
    ({ sql }) => sql`
      update webhook_queues set lease_until = clock_timestamp()
      where org_id = ${orgId} and endpoint_id = ${endpointId} and epoch = ${epoch}`,
  );
}

/** What sending to an endpoint takes. */
export type Recipient = Row<
  typeof webhookEndpoints,
  'url' | 'format' | 'sealedUrl' | 'sealed' | 'secretVersion' | 'previousSealed'
>;

/** How an endpoint is sent to: in which order, and after how many failures in a row. */
type SendOrder = Row<typeof webhookEndpoints, 'ordering'> & { failures: number };

/** A delivery that is due. */
export type DueDelivery = EventRow & { event_id: string; tries: number };

export interface Round {
  recipient: Recipient;
  due: DueDelivery[];
}

/**
 * Prolongs the lease and reads what is to be sent next: of a strict endpoint the oldest, where it is due; of others
 * what is due longest. An endpoint that is failing is sent one at a time.
 *
 * @returns `undefined` where nothing may be sent to the endpoint at the moment.
 * @throws {QueueLostError}
 */
export function readRound(
  database: Database,
  lease: QueueLease,
  { leaseMs, roundMax }: { leaseMs: number; roundMax: number },
): Promise<Round | undefined> {
  const { orgId, endpointId } = lease;
  return withTenant(database, orgId, async (tx) => {
    const [queue] = await tx.sql<(SendOrder & { may_send: boolean })[]>`
      update webhook_queues q set lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      from webhook_endpoints e
      where q.org_id = ${orgId} and q.endpoint_id = ${endpointId} and q.epoch = ${lease.epoch}
        and e.org_id = q.org_id and e.id = q.endpoint_id
      returning e.ordering, q.failures,
        e.disabled_at is null and coalesce(q.retry_at <= clock_timestamp(), true) as may_send`;
    if (queue === undefined) throw new QueueLostError('The lease of a queue was taken over.');
    if (!queue.may_send) return undefined;
    // In this order: an event that came after a rotation must not be signed with the secret from before it.
    const [due, recipient] = await Promise.all([
      selectDue(tx, lease, queue, queue.failures > 0 ? 1 : roundMax),
      selectRecipient(tx, lease),
    ]);
    return recipient === undefined ? undefined : { recipient, due };
  });
}

async function selectRecipient(
  { sql }: Transaction,
  { orgId, endpointId }: QueueAddress,
): Promise<Recipient | undefined> {
  const [recipient] = await sql<Recipient[]>`
    select url, format, sealed_url, sealed, secret_version,
      case when previous_expires_at > clock_timestamp() then previous_sealed end as previous_sealed
    from webhook_endpoints where org_id = ${orgId} and id = ${endpointId} and disabled_at is null`;
  return recipient;
}

async function selectDue(
  { sql }: Transaction,
  { orgId, endpointId }: QueueAddress,
  { ordering }: SendOrder,
  limit: number,
): Promise<DueDelivery[]> {
  const pending = sql`
    select event_id, tries, due_at, seq from webhook_deliveries
    where org_id = ${orgId} and endpoint_id = ${endpointId} and status = 'pending'`;
  const chosen =
    ordering === 'strict'
      ? sql`${pending} order by seq limit 1`
      : sql`${pending} and due_at <= clock_timestamp() order by due_at, seq limit ${limit}`;
  return sql<DueDelivery[]>`
    select event_id, tries, type, snapshot, occurred_at from (${chosen}) as chosen
    join events on events.org_id = ${orgId} and events.id = chosen.event_id
    where due_at <= clock_timestamp() order by chosen.seq`;
}
