import { createHash } from 'node:crypto';
import type { VendorEvent } from '../../connectors/kit/webhook/read-events.ts';
import { toTimestamp } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { inTenant } from '../transaction.ts';
import type { Hook } from './find-hook.ts';
import type { HookMeans } from './open-hooks.ts';
import { startHookRun } from './start-hook-run.ts';

/** An event on its way into the database. */
interface NewEvent extends VendorEvent {
  /** UUID; of one that is known already, not the one it is stored under. */
  id: string;
  /** SHA-256 in hex. */
  keyHash: string | null;
}

/**
 * Stores events that are new and orders the run that reads what they tell of, in one transaction.
 *
 * @returns the UUID of the first event, as it was stored now or before.
 */
export function acceptEvents(
  { database, clock }: HookMeans,
  hook: Hook,
  events: readonly VendorEvent[],
): Promise<string> {
  const now = toTimestamp(clock.now());
  const incoming = events.map(toNewEvent);
  return inTenant({ database, orgId: hook.orgId }, async (tx) => {
    const added = await insertEvents(tx, hook, incoming, now);
    const starting = incoming.filter(({ id, isTest }) => added.has(id) && !isTest).map(({ id }) => id);
    const runId = starting.length === 0 ? undefined : await startHookRun(tx, hook, now);
    if (runId !== undefined) {
      await tx.sql`
        update hook_events set run_id = ${runId} where org_id = ${hook.orgId} and id = any(${starting}::uuid[])`;
    }
    const [first] = incoming;
    return first === undefined || added.has(first.id) ? (first?.id ?? '') : findKnown(tx, hook, first);
  });
}

function toNewEvent(event: VendorEvent): NewEvent {
  const keyHash = event.key === undefined ? null : createHash('sha256').update(event.key).digest('hex');
  return { ...event, id: newUuid(), keyHash };
}

/** @returns the UUIDs of those that were not known. A delivery of the same events at the same time is waited for. */
async function insertEvents(
  { sql }: Transaction,
  { orgId, id }: Hook,
  events: readonly NewEvent[],
  now: string,
): Promise<ReadonlySet<string>> {
  // Two deliveries that share events take them in one order, or each would wait for the other.
  const ordered = events.toSorted((a, b) => (a.keyHash ?? '').localeCompare(b.keyHash ?? ''));
  const rows = await sql<{ id: string }[]>`
    insert into hook_events (org_id, id, hook_id, key_hash, name, occurred_at, received_at)
    select ${orgId}, e.id, ${id}, decode(e.key_hash, 'hex'), e.name, e.occurred_at, ${now}
    from unnest(
      ${ordered.map((event) => event.id)}::uuid[], ${ordered.map(({ keyHash }) => keyHash)}::text[],
      ${ordered.map(({ name }) => name)}::text[], ${ordered.map(({ at }) => at?.toISOString() ?? null)}::text[]::timestamptz[]
    ) as e (id, key_hash, name, occurred_at)
    on conflict (org_id, hook_id, key_hash) where key_hash is not null do nothing
    returning id`;
  return new Set(rows.map((row) => row.id));
}

async function findKnown({ sql }: Transaction, { orgId, id }: Hook, { keyHash }: NewEvent): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    select id from hook_events where org_id = ${orgId} and hook_id = ${id} and key_hash = decode(${keyHash}, 'hex')`;
  if (row === undefined) throw new Error('An event that is known is not there.');
  return row.id;
}
