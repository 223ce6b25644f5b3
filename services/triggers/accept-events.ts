import { createHash } from 'node:crypto';
import type { VendorEvent } from '../../connectors/kit/webhook/read-events.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import type { Database, Transaction } from '../../drizzle/client.ts';
import { inTenant, readTenant } from '../shared/transaction.ts';
import { createBatches } from './batches.ts';
import type { Hook } from './hook.ts';
import { joinWaitingRun } from './join-waiting-run.ts';
import { findKnown, insertEvents, type NewEvent } from './store-events.ts';
import { startWaitingEvents } from './start-waiting-events.ts';

/** A delivery, checked. */
interface Accepted {
  hook: Hook;
  events: readonly NewEvent[];
}

/** An event by its UUID. */
interface StoredEvent {
  id: string;
}

/** Deliveries that are stored in one transaction. */
const batchMax = 100;

/**
 * Stores the events of a delivery that are new and starts the run that reads what they tell of, in one transaction, which
 * deliveries to the same hook share that arrive while another is stored.
 *
 * @returns the first event, as it was stored now or before; `stale` where the hook is not as it was read, and
 *   nothing was stored.
 */
export type AcceptEvents = (hook: Hook, events: readonly VendorEvent[]) => Promise<StoredEvent | 'stale'>;

export function createAcceptor(deps: { database: Database; clock: Clock }): AcceptEvents {
  const accept = createBatches((batch: readonly Accepted[]) => acceptTogether(deps, batch), batchMax);
  // Those that were checked against other credentials have another key.
  return (hook, events) => accept(`${hook.id} ${hook.version}`, { hook, events: events.map(toNewEvent) });
}

function toNewEvent(event: VendorEvent): NewEvent {
  const keyHash = event.key === undefined ? null : createHash('sha256').update(event.key).digest('hex');
  return { ...event, id: newUuid(), keyHash };
}

/** All of them are of one hook. */
async function acceptTogether(
  { database, clock }: { database: Database; clock: Clock },
  batch: readonly Accepted[],
): Promise<(StoredEvent | 'stale')[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const { hook } = first;
  const incoming = batch.flatMap(({ events }) => events);
  const now = toTimestamp(clock.now());
  const deps = { database, orgId: hook.orgId };
  const joined = await joinWaitingRun(deps, hook, incoming, now);
  if (!joined.isCurrent) return batch.map(() => 'stale');
  const added = joined.added ?? (await inTenant(deps, (tx) => storeEvents(tx, hook, incoming, now)));
  const known = incoming.some(({ id }) => !added.has(id))
    ? await readTenant(deps, (tx) => findKnown(tx, hook, incoming))
    : new Map<string, string>();
  return batch.map(({ events: [event] }) => ({
    id: event === undefined ? '' : (known.get(event.keyHash ?? '') ?? event.id),
  }));
}

/** Stores events that no run waits for yet. @returns the UUIDs of those that were not known. */
async function storeEvents(
  tx: Transaction,
  hook: Hook,
  events: readonly NewEvent[],
  now: string,
): Promise<ReadonlySet<string>> {
  const added = await insertEvents(tx, hook, events, now);
  if (events.some(({ id, isTest }) => added.has(id) && !isTest)) await startWaitingEvents(tx, hook, now);
  return added;
}
