import type { VendorEvent } from '../../connectors/kit/webhook/read-events.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Hook } from './hook.ts';

/** An event as it came. */
export interface SentEvent extends VendorEvent {
  /** Its key is only what it says: after a day the same is another event. */
  isBody?: true;
  /** What was delivered is a record, of this key. */
  payload?: { key: string; record: JsonObject };
}

/** An event on its way into the database. */
export interface NewEvent extends SentEvent {
  /** UUID; of one that is known already, not the one it is stored under. */
  id: string;
  /** SHA-256 in hex. */
  keyHash: string | null;
}

/**
 * The rows of events, as a statement names them: `e`. Of those with the same key it has the first: no statement takes a row
 * twice.
 *
 * Two deliveries that share events take them in one order, or each would wait for the other.
 */
export function rowsOf({ sql }: Transaction, events: readonly NewEvent[]) {
  const distinct = [...Map.groupBy(events, ({ id, keyHash }) => keyHash ?? id).values()].flatMap(
    ([event]) => event ?? [],
  );
  const ordered = distinct.toSorted((a, b) => (a.keyHash ?? '').localeCompare(b.keyHash ?? ''));
  return sql`unnest(
    ${ordered.map(({ id }) => id)}::uuid[], ${ordered.map(({ keyHash }) => keyHash)}::text[],
    ${ordered.map(({ name }) => name)}::text[], ${ordered.map(({ at }) => at?.toISOString() ?? null)}::text[]::timestamptz[],
    ${ordered.map(({ isTest }) => String(isTest))}::text[]::bool[]
  ) as e (id, key_hash, name, occurred_at, is_test)`;
}

/**
 * Stores events, which wait for a run unless they are trials, or debounced. A delivery of the same events at the same time is waited for.
 *
 * @returns the UUIDs of those that were not known.
 */
export async function insertEvents(
  tx: Transaction,
  { orgId, id, debounce }: Pick<Hook, 'orgId' | 'id'> & Partial<Pick<Hook, 'debounce'>>,
  events: readonly NewEvent[],
  now: string,
): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<{ id: string }[]>`
    insert into hook_events (org_id, id, hook_id, key_hash, name, occurred_at, waits, received_at)
    select ${orgId}, e.id, ${id}, decode(e.key_hash, 'hex'), e.name, e.occurred_at, not e.is_test and ${debounce === undefined}, ${now}
    from ${rowsOf(tx, events)}
    ${onKnown(tx, events, now)}
    returning id`;
  return new Set(rows.map((row) => row.id));
}

/** What becomes of events that are known: nothing, unless all are known by their bodies alone, for longer than a day. */
export function onKnown({ sql }: Transaction, events: readonly NewEvent[], now: string) {
  const isOld = events.every(({ isBody }) => isBody === true)
    ? sql`hook_events.received_at < ${now}::text::timestamptz - interval '24 hours'`
    : sql`false`;
  return sql`
    on conflict (org_id, hook_id, key_hash) where key_hash is not null do update
      set id = excluded.id, name = excluded.name, occurred_at = excluded.occurred_at, waits = excluded.waits,
          run_id = excluded.run_id, merged_into = excluded.merged_into, received_at = excluded.received_at
      where ${isOld}`;
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
