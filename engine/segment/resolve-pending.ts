import type { ConnectorError } from '../../core/connector-error.ts';
import { addCounters, type Counters, noCounters } from '../../core/pure/counters.ts';
import type { Effect, EffectResult, FindResult } from '../../core/records.ts';
import type { Checkpoint, DeadLetter, PendingEffect } from '../ports.ts';
import type { PageContext } from './page-context.ts';
import { countWritten } from './tally.ts';
import { type Claim, findForeign } from './shared-targets.ts';
import { markWindowMs, writeEffects } from './write-effects.ts';

export type ResolveOutcome =
  | { status: 'resolved'; counters: Counters }
  /** A look-up may still miss them. */
  | { status: 'waiting'; counters: Counters; retryAfterMs: number }
  | { status: 'incomplete'; counters: Counters; error: ConnectorError | undefined };

/** Pending effects resolved in one transaction. */
const batchSize = 500;

/**
 * Finds out what became of writes whose answer was lost, and writes it down: by sending them again, by looking them
 * up, or by the integration's own choice where neither is possible.
 *
 * @throws {ConnectorError} when a look-up fails.
 * @throws {LeaseLostError} when another segment took over.
 */
export async function resolvePending(context: PageContext): Promise<ResolveOutcome> {
  const { ports, lease, limits, cancel } = context;
  let counters: Counters = { ...noCounters };
  const write = async ({ change }: Verdict): Promise<void> => {
    await lease.prolongWith(() => ports.store.checkpoint(lease.epoch, context.pageSeq, change, lease.leaseMs));
    counters = addCounters(counters, change.counters);
  };
  for (let lookedEarly = false; ;) {
    const askedAt = ports.clock.monotonic();
    const pending = await ports.store.pending(batchSize);
    if (pending.length === 0) return { status: 'resolved', counters };
    const waitMs = untilVisibleMs(pending, context);
    if (waitMs > 0 && !lookedEarly) {
      lookedEarly = true;
      const early = await findCreated(pending, context);
      if (early.change.settled.length > 0) await write(early);
      continue;
    }
    if (waitMs > limits.waitMaxMs) return { status: 'waiting', counters, retryAfterMs: waitMs };
    await ports.clock.sleep(waitMs, cancel);
    const sinceMs = ports.clock.monotonic() - askedAt;
    const verdict = await judge(
      pending.map((effect) => ({ ...effect, ageMs: effect.ageMs + sinceMs })),
      context,
    );
    await write(verdict);
    if (verdict.open) return { status: 'incomplete', counters, error: verdict.error };
  }
}

/**
 * Settles what a search shows before it has to: a record that is there was created, whatever may still be under way. That
 * it shows none, or another content, says nothing yet.
 */
async function findCreated(pending: readonly PendingEffect[], context: PageContext): Promise<OpenVerdict> {
  const { target } = context.ports;
  const verdict = startVerdict(target.fingerprint);
  const created = pending.filter(({ known, fingerprint }) => !known && fingerprint === target.fingerprint);
  if (target.find === undefined || created.length === 0) return verdict;
  const found = await target.find(created.map(toEffect), context.cancel);
  const foreign = await findForeign(readNewIds(created, found), context.ports);
  for (const [index, effect] of created.entries()) {
    const own = foreign.has(effect.sourceKey) ? undefined : found[index];
    if (own !== undefined && isCarriedOut(effect, own)) settle(effect, own.targetId, 'written', verdict);
  }
  return verdict;
}

/**
 * How long a look-up may still miss one of the writes.
 *
 * A write is over when the lease that it was started under would have been, and also a known time after it was marked: whichever
 * is known to be earlier counts.
 */
function untilVisibleMs(pending: readonly PendingEffect[], { plan, ports, lease }: PageContext): number {
  if (plan.idempotency !== 'lookup') return 0;
  const { searchLagMs, writeTimeoutMs } = ports.target;
  const sinceQuiet = lease.quietAt + searchLagMs - ports.clock.monotonic();
  const youngest = Math.min(...pending.map((effect) => effect.ageMs));
  return Math.max(0, Math.min(sinceQuiet, markWindowMs + writeTimeoutMs + searchLagMs - youngest));
}

interface Verdict {
  change: Checkpoint;
  /** Some effects could still not be decided. */
  open: boolean;
  error: ConnectorError | undefined;
}

async function judge(pending: readonly PendingEffect[], context: PageContext): Promise<Verdict> {
  const { plan, ports } = context;
  const verdict = startVerdict(ports.target.fingerprint);
  const [here, elsewhere] = partition(pending, (effect) => effect.fingerprint === ports.target.fingerprint);
  // The flow was pointed at another target since: the old one cannot be asked any more.
  for (const effect of elsewhere) giveUp(effect, verdict, false, notAsked);
  if (plan.idempotency === 'natural') {
    for (const effect of here) takeForThere(effect, verdict);
  } else if (plan.idempotency === 'keyed') {
    const [fresh, stale] = partition(here, ({ ageMs }) => ageMs + ports.target.writeTimeoutMs < ports.target.keyTtlMs);
    await sendAgain(fresh, context, verdict);
    decide(stale, context, verdict);
  } else if (plan.idempotency === 'lookup') {
    await lookUp(here, context, verdict);
  } else {
    decide(here, context, verdict);
  }
  return verdict;
}

type OpenVerdict = Verdict & {
  change: {
    settled: Checkpoint['settled'][number][];
    unmarked: string[];
    forgotten: string[];
    deadLetters: DeadLetter[];
    counters: Counters;
  };
};

function startVerdict(fingerprint: string): OpenVerdict {
  return {
    change: { fingerprint, settled: [], unmarked: [], forgotten: [], deadLetters: [], counters: { ...noCounters } },
    open: false,
    error: undefined,
  };
}

/** The vendor answers a known effect id with what it did the first time. */
async function sendAgain(pending: readonly PendingEffect[], context: PageContext, verdict: OpenVerdict): Promise<void> {
  const { ports, lease, limits, cancel, plan } = context;
  const { results, error } = await writeEffects(pending.map(toEffect), {
    target: ports.target,
    lease,
    clock: ports.clock,
    idempotency: plan.idempotency,
    waitMaxMs: limits.waitMaxMs,
    cancel,
    firstSentAt: ports.clock.monotonic() - Math.max(...pending.map((effect) => effect.ageMs)),
  });
  verdict.error = error;
  const foreign = await findForeign(readNewIds(pending, results), ports);
  for (const [index, effect] of pending.entries()) {
    if (foreign.has(effect.sourceKey)) verdict.change.unmarked.push(effect.sourceKey);
    else applyResult(effect, results[index], verdict);
  }
}

function applyResult(effect: PendingEffect, result: EffectResult | undefined, verdict: OpenVerdict): void {
  if (result === undefined || result.outcome === 'not_sent' || result.outcome === 'in_doubt') {
    verdict.open = true;
  } else if (result.outcome === 'rejected') {
    // The page that this belongs to is read again and meets the same refusal: it is counted there.
    verdict.change.unmarked.push(effect.sourceKey);
  } else {
    settle(effect, result.targetId, result.outcome, verdict);
  }
}

async function lookUp(pending: readonly PendingEffect[], context: PageContext, verdict: OpenVerdict): Promise<void> {
  const { target } = context.ports;
  if (pending.length === 0 || target.find === undefined) return decide(pending, context, verdict);
  const found = await target.find(pending.map(toEffect), context.cancel);
  const foreign = await findForeign(readNewIds(pending, found), context.ports);
  for (const [index, effect] of pending.entries()) {
    // What was found is another source key's: not our doing. The page that this belongs to says so when it is read.
    const own = foreign.has(effect.sourceKey) ? undefined : found[index];
    if (own !== undefined && isCarriedOut(effect, own)) settle(effect, own.targetId, 'written', verdict);
    else if (own?.found === false && own.refused !== undefined)
      giveUp(effect, verdict, true, notLookedFor(own.refused));
    // Nothing proves that it was not: the target may have changed what it was given, or hide what it has.
    else if (context.plan.delivery === 'at_most_once') giveUp(effect, verdict, true, notShown);
    else resend(effect, verdict);
  }
}

type Found = Extract<FindResult, { found: true }>;

/** A record that is there proves a creation; an update is proven by its content only. */
function isCarriedOut({ operation }: PendingEffect, found: FindResult): found is Found {
  return found.found && (found.matchesBody || operation === 'create');
}

/** Target ids that the target told now. */
function readNewIds(pending: readonly PendingEffect[], answers: readonly (EffectResult | FindResult)[]): Claim[] {
  return pending.flatMap(({ sourceKey, targetId: known }, index) => {
    const answer = answers[index];
    const targetId = answer !== undefined && 'targetId' in answer ? answer.targetId : undefined;
    return targetId === undefined || targetId === known ? [] : [{ sourceKey, targetId }];
  });
}

/** Nobody can be asked: the integration said which of the two evils it prefers. */
function decide(pending: readonly PendingEffect[], { plan }: PageContext, verdict: OpenVerdict): void {
  for (const effect of pending) {
    if (plan.delivery === 'at_least_once') resend(effect, verdict);
    else giveUp(effect, verdict, true, notAsked);
  }
}

/** The record is written again whatever it is by then: what the target holds of it is unknown. */
function resend({ sourceKey }: PendingEffect, { change }: OpenVerdict): void {
  change.unmarked.push(sourceKey);
  change.forgotten.push(sourceKey);
}

/** The record is written again if its source has it; if not, it is one that vanished, and is there for all that is known. */
function takeForThere(effect: PendingEffect, verdict: OpenVerdict): void {
  if (effect.known || effect.targetId === undefined) resend(effect, verdict);
  else verdict.change.settled.push({ ...toSettled(effect, undefined), hash: '' });
}

const notAsked = 'The answer to this write was lost, and the target cannot be asked whether it was carried out.';
const notLookedFor = (reason: string): string =>
  `The answer to this write was lost, and the target does not look for this record: ${reason}`;
const notShown =
  'The answer to this write was lost, and the target does not show that it was carried out; `delivery` at_most_once does not send it again.';

/** Tells a person, and never sends the effect again. */
function giveUp(effect: PendingEffect, verdict: OpenVerdict, settled: boolean, message: string): void {
  const { sourceKey, body } = effect;
  verdict.change.counters.read += 1;
  verdict.change.counters.failed += 1;
  verdict.change.deadLetters.push({
    sourceKey,
    code: 'in_doubt',
    field: undefined,
    message,
    record: body,
  });
  // Without the target's id a later change could only create the record again.
  if (settled)
    verdict.change.settled.push({ ...toSettled(effect, undefined), unresolved: effect.targetId === undefined });
  else verdict.change.unmarked.push(sourceKey);
}

function settle(
  effect: PendingEffect,
  targetId: string | undefined,
  outcome: 'created' | 'updated' | 'unchanged' | 'written' | 'deleted',
  verdict: OpenVerdict,
): void {
  countWritten(outcome, effect.known, true, verdict.change.counters);
  verdict.change.settled.push(toSettled(effect, targetId));
}

function toSettled(effect: PendingEffect, targetId: string | undefined): Checkpoint['settled'][number] {
  const { sourceKey, hash, effectSeq } = effect;
  return { sourceKey, targetId: targetId ?? effect.targetId, hash, effectSeq, unresolved: false };
}

function toEffect({ effectId, operation, sourceKey, targetId, body }: PendingEffect): Effect {
  return { effectId, operation, sourceKey, targetId, body };
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
