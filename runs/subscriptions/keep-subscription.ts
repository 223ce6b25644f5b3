import { randomBytes } from 'node:crypto';
import type { Subscriber } from '../../connectors/drivers/shared/subscriber.ts';
import { listTopics, type SubscriptionTopic } from '../../connectors/kit/webhook/subscription.ts';
import { ConnectorError } from '../../core/connector-error.ts';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import { type Transaction, withTenant } from '../../drizzle/index.ts';
import { createSealer, toPublicKeys } from '../../vault/index.ts';
import type { ActivityDeps } from '../deps.ts';
import { decideStep, type Step } from './decide-step.ts';
import { credentialsKeptMs } from '../../services/connections/delete-connection.ts';
import { removeWithinMs } from '../../services/triggers/subscriptions/connection-subscriptions.ts';
import { startCatchUp } from './start-catch-up.ts';
import {
  endSubscription,
  type HeldSubscription,
  type LoadedSubscriber,
  loadSubscriber,
  type MadeTerms,
  markMade,
  recordGone,
  recordLeft,
  recordMade,
  recordThere,
  restSubscription,
  type SubscriptionAddress,
  SubscriptionLostError,
  takeSubscription,
} from './subscription-statements.ts';

export type SubscriptionDeps = Pick<ActivityDeps, 'database' | 'clock' | 'sessions' | 'publicUrl' | 'log'>;

/** The request that makes one begins only while there is time for its answer. */
const leaseMs = 90_000;
const createMs = 30_000;
/** Of one turn: remove, make, and what may follow. */
const stepsMax = 6;
const firstWaitMs = 15_000;
const waitMaxMs = 3_600_000;
/** The wait has reached its maximum by then. */
const attemptsCounted = 10;
/** What is left at the vendor is told of for so long. */
const leftKeptMs = 30 * 86_400_000;

/** What a step is taken with. */
interface Turn {
  deps: SubscriptionDeps;
  held: HeldSubscription;
  /** Of what may be there, else of what is wanted. */
  loaded: LoadedSubscriber | undefined;
  signal: AbortSignal;
  /** The connection may have been deleted meanwhile. */
  mayBeDeleted?: boolean;
}

/**
 * Does what is due about one subscription: makes it, renews it, looks whether it is still there, removes it.
 *
 * @idempotency What is made is written down before. After a lost answer, the next try finds it at the vendor by its address and
 *   removes it, before it makes another one.
 */
export async function keepSubscription(
  deps: SubscriptionDeps,
  address: SubscriptionAddress,
  shutdown: AbortSignal,
): Promise<void> {
  const leasedAt = deps.clock.monotonic();
  const isLate = (): boolean => shutdown.aborted || deps.clock.monotonic() - leasedAt > leaseMs - createMs;
  const taken = await inTenant(deps, address, (tx) => takeSubscription(tx, address, leaseMs));
  let held = taken;
  try {
    for (let steps = 0; held !== undefined && steps < stepsMax; steps += 1) held = await takeStep(deps, held, isLate);
  } catch (error) {
    if (error instanceof SubscriptionLostError || taken === undefined) return;
    await releaseFailed(deps, held ?? taken, error);
  }
}

/** Takes one step. @returns the subscription as it is then; nothing once it rests or has ended. */
async function takeStep(
  deps: SubscriptionDeps,
  held: HeldSubscription,
  isLate: () => boolean,
): Promise<HeldSubscription | undefined> {
  const terms = held.made ?? held.wanted;
  const loaded = terms && (await inTenant(deps, held, (tx) => loadSubscriber(tx, held, terms.connection_id)));
  const lifeS = terms && loaded ? findTopic(loaded, terms.topic)?.ends?.lifeS : undefined;
  const url = `${deps.publicUrl}/hooks/${toId('hook', held.hookId)}`;
  const step = decideStep(held, { url, nowMs: deps.clock.now(), lifeMs: lifeS && lifeS * 1000 });
  const turn: Turn = { deps, held, loaded: loaded ?? undefined, signal: AbortSignal.timeout(leaseMs - createMs) };
  if (step.do === 'end') {
    await inTenant(deps, held, (tx) => endSubscription(tx, held));
    return undefined;
  }
  if (step.do === 'rest' || isLate()) {
    const waitMs = step.do === 'rest' ? step.waitMs : 0;
    await inTenant(deps, held, (tx) => restSubscription(tx, held, { waitMs, error: undefined }));
    return undefined;
  }
  if (step.do === 'forget') return recordNone(turn);
  if (step.do !== 'remove' || loaded !== undefined) return carryOut(turn, step);
  await leaveBehind(turn, messages.subscriptionConnectionGone);
  // Nobody would see it under a hook that is registered again.
  return held.wanted === null ? undefined : recordNone(turn);
}

function carryOut(turn: Turn, step: Exclude<Step, { do: 'rest' | 'end' | 'forget' }>): Promise<HeldSubscription> {
  switch (step.do) {
    case 'remove':
      return remove(turn, step.terms);
    case 'create':
      return create(turn, step.terms);
    case 'renew':
      return renew(turn, step);
    case 'check':
      return check(turn, step);
  }
}

/** Removes what the vendor sends to the address, whatever was made of it when. */
async function remove(turn: Turn, { topic, url }: MadeTerms): Promise<HeldSubscription> {
  await subscribe({ ...turn, mayBeDeleted: true }, topic, async (subscriber, { signal }) => {
    for (const id of await subscriber.list(url, signal)) await subscriber.remove(id, signal);
  });
  return recordNone(turn);
}

async function create(turn: Turn, terms: MadeTerms): Promise<HeldSubscription> {
  const { deps, held, loaded, signal } = turn;
  const { topic, url, events, of } = terms;
  const secret = randomBytes(32).toString('hex');
  const field = (loaded && findTopic(loaded, topic))?.secret.field ?? 'secret';
  const sealer = await createSealer(toPublicKeys(terms.reply_key), { purpose: 'hook', ...toOwner(held) });
  return subscribe(turn, topic, async (subscriber) => {
    await inTenant(deps, held, (tx) => markMade(tx, held, { terms, sealed: sealer.seal({ [field]: secret }) }));
    const name = `Integration hub ${toId('hook', held.hookId)}`;
    const made = await subscriber.create({ url, name, events, secret, of }, signal).catch(async (error: unknown) => {
      if (error instanceof ConnectorError && !error.maybeApplied) await recordNone(turn);
      throw error;
    });
    const theirs = made.secret ?? (await subscriber.readSecret(made.id, signal));
    const sealed = theirs === undefined ? undefined : sealer.seal({ [field]: theirs });
    await subscriber.verify(made.id, signal);
    await inTenant(deps, held, async (tx) => {
      await startCatchUp(tx, held, deps.clock.now());
      await recordMade(tx, held, { id: made.id, endsAt: made.endsAt, sealed });
    });
    return {
      ...held,
      made: terms,
      remoteId: made.id,
      endsAt: made.endsAt?.getTime(),
      checkedAt: deps.clock.now(),
    };
  });
}

async function renew(turn: Turn, { terms, id }: { terms: MadeTerms; id: string }): Promise<HeldSubscription> {
  const end = await subscribe(turn, terms.topic, (subscriber, { signal }) => subscriber.renew(id, signal));
  return end === 'gone' ? recordNone(turn) : recordFound(turn, end);
}

/** Looks whether it is there, and removes others that send to the same address: those of a worker that stood still. */
async function check(turn: Turn, { terms, id }: { terms: MadeTerms; id: string }): Promise<HeldSubscription> {
  const found = await subscribe(turn, terms.topic, async (subscriber, { signal }) => {
    const ids = await subscriber.list(terms.url, signal);
    for (const other of ids) if (other !== id) await subscriber.remove(other, signal);
    return ids.includes(id);
  });
  return found ? recordFound(turn, undefined) : recordNone(turn);
}

async function recordNone({ deps, held }: Turn): Promise<HeldSubscription> {
  await inTenant(deps, held, (tx) => recordGone(tx, held, credentialsKeptMs));
  return { ...held, made: null, remoteId: null, endsAt: undefined, checkedAt: undefined };
}

async function recordFound({ deps, held }: Turn, endsAt: Date | undefined): Promise<HeldSubscription> {
  await inTenant(deps, held, (tx) => recordThere(tx, held, endsAt));
  return { ...held, endsAt: endsAt?.getTime() ?? held.endsAt, checkedAt: deps.clock.now() };
}

/** Leaves it at the vendor, for people to remove: `GET /attention` names it, where nothing else is wanted of the hook. */
async function leaveBehind({ deps, held }: Pick<Turn, 'deps' | 'held'>, reason: string): Promise<void> {
  const ids = { organization_id: toId('organization', held.orgId), hook_id: toId('hook', held.hookId) };
  deps.log.warn({ ...ids, reason }, 'subscription is left at the vendor');
  if (held.wanted === null)
    await inTenant(deps, held, (tx) => recordLeft(tx, held, { message: reason, keptMs: leftKeptMs }));
}

/** Uses the connection. @throws {ConnectorError} kind `config` where it cannot be used for this. */
function subscribe<Result>(
  { deps, held, loaded, signal, mayBeDeleted = false }: Turn,
  topic: string,
  work: (subscriber: Subscriber, how: { signal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  const refuse = (message: string): ConnectorError =>
    new ConnectorError('config', message, {
      connectorId: loaded?.connection.serviceType ?? '',
      operation: 'subscribe',
    });
  if (loaded === undefined || (loaded.isDeleted && !mayBeDeleted)) throw refuse(messages.connectionGone);
  if (loaded.status === 'disabled') throw refuse(messages.connectionDisabled(loaded));
  return deps.sessions.use(held.orgId, loaded.connection, (session) => {
    const subscriber = session.openSubscriber?.(topic);
    if (subscriber === undefined) throw refuse(messages.subscriptionTopicUnknown({ topic }));
    return work(subscriber, { signal });
  });
}

async function releaseFailed(deps: SubscriptionDeps, held: HeldSubscription, failure: unknown): Promise<void> {
  const isFault = failure instanceof ConnectorError;
  if (!isFault)
    deps.log.warn({ hook_id: toId('hook', held.hookId), error: failure }, 'subscription failed; will retry');
  const error = isFault
    ? { code: failure.kind, message: failure.message }
    : { code: 'internal', message: messages.connectionUnusable };
  const { failingSince = deps.clock.now() } = held;
  if (held.wanted === null && deps.clock.now() - failingSince > removeWithinMs) {
    await leaveBehind({ deps, held }, error.message);
    return;
  }
  const asked = isFault ? failure.retryAfterMs : undefined;
  const waitMs = asked ?? Math.min(firstWaitMs * 2 ** Math.min(held.attempts, attemptsCounted), waitMaxMs);
  await inTenant(deps, held, (tx) => restSubscription(tx, held, { waitMs, error }));
}

function findTopic({ connection }: LoadedSubscriber, topic: string): SubscriptionTopic | undefined {
  const { connector } = connection;
  return connector && Object.fromEntries(listTopics(connector))[topic];
}

function toOwner({ orgId, hookId }: HeldSubscription): SubscriptionAddress {
  return { orgId, hookId };
}

function inTenant<T>(
  { database }: SubscriptionDeps,
  { orgId }: SubscriptionAddress,
  work: (tx: Transaction) => PromiseLike<T>,
): Promise<T> {
  return withTenant(database, orgId, work);
}
