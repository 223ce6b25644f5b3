import type { VendorEvent } from '../../connectors/kit/webhook/read-events.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Hook } from './hook.ts';

/** An event on its way into the database. */
export interface NewEvent extends VendorEvent {
  /** UUID; of one that is known already, not the one it is stored under. */
  id: string;
  /** SHA-256 in hex. */
  keyHash: string | null;
}

/**
 * The rows of events, as a statement names them: `e`.
 *
 * Two deliveries that share events take them in one order, or each would wait for the other.
 */
export function rowsOf({ sql }: Transaction, events: readonly NewEvent[]) {
  const ordered = events.toSorted((a, b) => (a.keyHash ?? '').localeCompare(b.keyHash ?? ''));
  return sql`unnest(
    ${ordered.map(({ id }) => id)}::uuid[], ${ordered.map(({ keyHash }) => keyHash)}::text[],
    ${ordered.map(({ name }) => name)}::text[], ${ordered.map(({ at }) => at?.toISOString() ?? null)}::text[]::timestamptz[],
    ${ordered.map(({ isTest }) => String(isTest))}::text[]::bool[]
  ) as e (id, key_hash, name, occurred_at, is_test)`;
}

/**
 * Stores events, which wait for a run unless they are trials. A delivery of the same events at the same time is waited for.
 *
 * @returns the UUIDs of those that were not known.
 */
export async function insertEvents(
  tx: Transaction,
  { orgId, id }: Pick<Hook, 'orgId' | 'id'>,
  events: readonly NewEvent[],
  now: string,
): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<{ id: string }[]>`
    insert into hook_events (org_id, id, hook_id, key_hash, name, occurred_at, waits, received_at)
    select ${orgId}, e.id, ${id}, decode(e.key_hash, 'hex'), e.name, e.occurred_at, not e.is_test, ${now}
    from ${rowsOf(tx, events)}
    on conflict (org_id, hook_id, key_hash) where key_hash is not null do nothing
    returning id`;
  return new Set(rows.map((row) => row.id));
}

/** @returns the UUIDs that events are stored under, by the hashes of their keys. */
export async function findKnown(
  { sql }: Transaction,
  { orgId, id }: Pick<Hook, 'orgId' | 'id'>,
  events: readonly NewEvent[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = events.flatMap(({ keyHash }) => keyHash ?? []);
  const rows = await sql<{ id: string; key_hash: Buffer }[]>`
    select id, key_hash from hook_events
    where org_id = ${orgId} and hook_id = ${id}
      and key_hash = any(array(select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash))`.execute();
  return new Map(rows.map((row) => [row.key_hash.toString('hex'), row.id]));
}
