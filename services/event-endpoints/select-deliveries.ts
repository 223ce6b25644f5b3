import type postgres from 'postgres';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { toLookup } from '../shared/schemas.ts';
import type { DeliveryRow } from './delivery.ts';

/** Deliveries with their events and attempts; `tail` begins with `where`. */
export function selectDeliveries({ sql }: Transaction, tail: postgres.PendingQuery<postgres.Row[]>) {
  return sql<DeliveryRow[]>`
    select event_id, webhook_deliveries.status, attempts, due_at, delivered_at, type, snapshot, occurred_at, (
        select coalesce(jsonb_agg(to_jsonb(a) order by a.number), '[]') from webhook_attempts a
        where a.org_id = webhook_deliveries.org_id and a.endpoint_id = webhook_deliveries.endpoint_id
          and a.event_id = webhook_deliveries.event_id
      ) as tried
    from webhook_deliveries join events
      on events.org_id = webhook_deliveries.org_id and events.id = webhook_deliveries.event_id
    ${tail}`;
}

/**
 * Finds a delivery by the ids that a caller sent.
 *
 * @param endpointId UUID.
 * @throws {HubError} `not_found`
 */
export async function selectDelivery(
  tx: Transaction,
  orgId: string,
  endpointId: string,
  eventId: string,
): Promise<DeliveryRow> {
  const [row] = await selectDeliveries(
    tx,
    tx.sql`where webhook_deliveries.org_id = ${orgId} and endpoint_id = ${endpointId}
             and event_id = ${toLookup('event', eventId)}`,
  );
  if (row === undefined) throw notFound();
  return row;
}
