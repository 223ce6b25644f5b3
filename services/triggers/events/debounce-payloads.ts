import type { Transaction } from '../../../drizzle/client.ts';
import type { Debounce } from '../../../engine/triggers/webhook-trigger.ts';
import type { HookPlace } from '../hook-place.ts';
import type { SealedPayload } from './store-payloads.ts';

/**
 * Keeps other deliveries to a hook off for the rest of the transaction, and what makes its deliveries due.
 *
 * Take it before anything else of the hook is locked.
 */
export function lockHook({ sql }: Transaction, { orgId, id }: Pick<HookPlace, 'orgId' | 'id'>): PromiseLike<unknown> {
  return sql`select 1 from hooks where org_id = ${orgId} and id = ${id} for no key update`;
}

/** Payloads of one key, as one. */
interface Merged {
  /** UUID of the first of them, and of the item. */
  id: string;
  key: string;
  /** What the last of them said. */
  sealed: Buffer;
  /** UUIDs of all of them. */
  of: string[];
}

/**
 * Puts payloads into the inbox where they wait for newer ones of their keys: each takes the place of the one that waits, and
 * keeps its id, so that one item is made of them. `startDueDeliveries` gives them to a run.
 *
 * They are put in newly, so that each ends the waits of items that are there for its key, and stands behind what came before.
 *
 * Call it under `lockHook`.
 */
export async function debouncePayloads(
  { sql }: Transaction,
  { orgId, id, integrationId, debounce }: Omit<HookPlace, 'workflowId'> & { debounce: Debounce },
  payloads: readonly SealedPayload[],
  now: string,
): Promise<void> {
  if (payloads.length === 0) return;
  const merged = mergeKeys(payloads);
  const waiting = await sql<{ id: string; key: string; due_by: string }[]>`
    delete from inbox where org_id = ${orgId} and hook_id = ${id} and due_at is not null
      and key = any(${merged.map(({ key }) => key)}::text[])
    returning id, key, due_by`;
  const before = new Map(waiting.map((row) => [row.key, row]));
  const rows = merged.map((row) => ({
    ...row,
    id: before.get(row.key)?.id ?? row.id,
    by: before.get(row.key)?.due_by,
  }));
  await sql`
    insert into inbox (org_id, id, integration_id, key, sealed, received_at, hook_id, due_at, due_by)
    select ${orgId}, p.id, ${integrationId}, p.key, decode(p.sealed, 'hex'), ${now}, ${id},
      least(clock_timestamp() + ${debounce.quiet_ms} * interval '1 millisecond', due.by), due.by
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map(({ key }) => key)}::text[],
      ${rows.map(({ sealed }) => sealed.toString('hex'))}::text[], ${rows.map(({ by }) => by ?? null)}::text[]::timestamptz[]
    ) with ordinality as p (id, key, sealed, by, place)
    cross join lateral (
      select coalesce(p.by, clock_timestamp() + ${debounce.max_ms} * interval '1 millisecond') as by
    ) as due
    order by p.place`;
  const links = rows.flatMap((row) =>
    row.of.filter((event) => event !== row.id).map((event) => [event, row.id] as const),
  );
  if (links.length === 0) return;
  await sql`
    update hook_events set merged_into = link.kept
    from unnest(${links.map(([event]) => event)}::uuid[], ${links.map(([, kept]) => kept)}::uuid[]) as link (event, kept)
    where org_id = ${orgId} and hook_events.id = link.event`;
}

function mergeKeys(payloads: readonly SealedPayload[]): Merged[] {
  const merged = new Map<string, Merged>();
  for (const { id, key, sealed } of payloads) {
    const first = merged.get(key);
    // The newest is behind what came before it, of other keys too.
    merged.delete(key);
    merged.set(key, { id: first?.id ?? id, key, sealed, of: [...(first?.of ?? []), id] });
  }
  return [...merged.values()];
}
