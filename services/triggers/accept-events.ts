import { createHash } from 'node:crypto';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import type { Database, Transaction } from '../../drizzle/client.ts';
import type { PublicKeys } from '../../vault/index.ts';
import { inTenant, readTenant } from '../shared/transaction.ts';
import { createBatches } from './batches.ts';
import type { Hook } from './hook.ts';
import { joinWaitingRun } from './join-waiting-run.ts';
import { debouncePayloads, lockHook } from './events/debounce-payloads.ts';
import { insertPayloads, type SealedPayload, sealPayloads } from './events/store-payloads.ts';
import { findKnown, insertEvents, type NewEvent, type SentEvent } from './store-events.ts';
import { startWaitingEvents } from './start-waiting-events.ts';
import { isAboutSubscription, renewSoon } from './subscriptions/renew-on-events.ts';

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
export type AcceptEvents = (hook: Hook, events: readonly SentEvent[]) => Promise<StoredEvent | 'stale'>;

export function createAcceptor(deps: AcceptorDeps): AcceptEvents {
  const accept = createBatches((batch: readonly Accepted[]) => acceptTogether(deps, batch), batchMax);
  // Those that were checked against other credentials have another key; those that are the same by their bodies are so for a day.
  return (hook, events) =>
    accept(`${hook.id} ${hook.version} ${events.some(({ isBody }) => isBody === true)}`, {
      hook,
      events: events.map(toNewEvent),
    });
}

interface AcceptorDeps {
  database: Database;
  clock: Clock;
  /** Seal what is delivered. */
  publicKeys: PublicKeys;
}

function toNewEvent(event: SentEvent): NewEvent {
  const keyHash = event.key === undefined ? null : createHash('sha256').update(event.key).digest('hex');
  return { ...event, id: newUuid(), keyHash };
}

/** All of them are of one hook. */
async function acceptTogether(
  { database, clock, publicKeys }: AcceptorDeps,
  batch: readonly Accepted[],
): Promise<(StoredEvent | 'stale')[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const { hook } = first;
  const incoming = batch.flatMap(({ events }) => events);
  const now = toTimestamp(clock.now());
  const deps = { database, orgId: hook.orgId };
  const payloads = incoming.flatMap(({ id, payload }) => (payload === undefined ? [] : [{ id, ...payload }]));
  const sealed = await sealPayloads(publicKeys, hook, payloads);
  // Before they are stored: what is sent again because this was lost would be known by then.
  if (incoming.some((event) => isAboutSubscription(hook, event))) await inTenant(deps, (tx) => renewSoon(tx, hook));
  const joined = await joinWaitingRun(deps, hook, { events: incoming, payloads: sealed }, now);
  if (!joined.isCurrent) return batch.map(() => 'stale');
  const added =
    joined.added ?? (await inTenant(deps, (tx) => storeEvents(tx, hook, { events: incoming, payloads: sealed }, now)));
  const known = incoming.some(({ id }) => !added.has(id))
    ? await readTenant(deps, (tx) => findKnown(tx, hook, incoming))
    : new Map<string, string>();
  return batch.map(({ events: [event] }) => ({
    id: event === undefined ? '' : (known.get(event.keyHash ?? '') ?? event.id),
  }));
}

/** Stores events that no run waits for yet, or that wait for newer ones themselves. @returns the UUIDs of those that were not known. */
async function storeEvents(
  tx: Transaction,
  hook: Hook,
  { events, payloads }: { events: readonly NewEvent[]; payloads: readonly SealedPayload[] },
  now: string,
): Promise<ReadonlySet<string>> {
  if (hook.debounce !== undefined) await lockHook(tx, hook);
  const added = await insertEvents(tx, hook, events, now);
  const news = payloads.filter(({ id }) => added.has(id));
  if (hook.debounce !== undefined) {
    await debouncePayloads(tx, { ...hook, debounce: hook.debounce }, news, now);
    return added;
  }
  await insertPayloads(tx, hook, news, now);
  if (events.some(({ id, isTest }) => added.has(id) && !isTest)) await startWaitingEvents(tx, hook, now);
  return added;
}
