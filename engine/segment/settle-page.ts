import { messages } from '../../core/messages.ts';
import type { ConnectorError } from '../../core/connector-error.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { addCounters, type Counters } from '../../core/pure/counters.ts';
import { RunFailedError } from '../errors.ts';
import { findTooManyFailures } from './too-many-failures.ts';
import { toEffectId } from '../hash.ts';
import type { Lease } from './lease.ts';
import type { Plan } from '../plan.ts';
import type { Checkpoint, DiffRow } from '../ports.ts';
import type { Candidate, PreparedPage } from '../stages/page.ts';
import { reactivate } from '../reactivation.ts';
import { findUncounted } from './reference-step.ts';
import { toWatermark } from './reading.ts';
import { settleWaiting, takeRepeat } from './repeats.ts';
import { listEntries, takeStoredKeys } from './stored-keys.ts';
import type { SegmentPorts } from './segment.ts';
import { findForeign } from './shared-targets.ts';
import {
  countUnchanged,
  type Intent,
  refuse,
  refuseShared,
  startTally,
  type Tally,
  unresolvedBefore,
} from './tally.ts';
import { writeInParts } from './write-parts.ts';
import type { PageContext } from './page-context.ts';

export type PageOutcome =
  /**
   * `touched`: source keys of which the ledger knows something new. `next`: of a page that only now knows what follows it.
   * `waiting`: records that wait behind it, where it knows.
   */
  | {
      status: 'settled';
      counters: Counters;
      touched: ReadonlySet<string>;
      next?: Json | undefined;
      waiting?: number | undefined;
    }
  /** Something was not carried out, or nobody knows. What is known is checkpointed; the cursor stays. */
  | {
      status: 'incomplete';
      counters: Counters;
      error: ConnectorError | undefined;
      touched: ReadonlySet<string>;
      /** Some writes were sent, and nobody knows what became of them. */
      inDoubt: boolean;
    };

/** A page beside what the ledger said of its records. */
export interface ComparedPage {
  page: PreparedPage;
  rows: DiffRow[];
}

/**
 * Asks the ledger about a page. The answer holds as long as nothing is written for one of the page's keys.
 *
 * @param atHand The page is the next to be written: natural writes, which are not marked, make the ledger forget what
 *   they change. A page that is read ahead must not: its keys may stand in the page before it, which may be retried.
 */
export async function comparePage(
  page: PreparedPage,
  { plan, ports, lease }: { plan: Plan; ports: SegmentPorts; lease: Lease },
  pageSeq: number,
  atHand: boolean,
): Promise<ComparedPage> {
  const { candidates } = page;
  const answers = await ports.store.diff({
    epoch: lease.epoch,
    fingerprint: ports.target.fingerprint,
    pageSeq,
    ignoreHashes: plan.ignoreHashes,
    forget: atHand && plan.idempotency === 'natural',
    repeats: page.repeated && { onPage: [...page.repeated] },
    entries: listEntries(plan, page),
  });
  const rows = answers.filter(
    // What is looked at again was written, or is the same, as far as it could be.
    ({ index, isSame, sameHash }) => isSame !== true && !(sameHash && candidates[index]?.counted === true),
  );
  return { page: takeStoredKeys(page, answers), rows };
}

/**
 * Carries a page to the target: mark, write, checkpoint.
 *
 * @throws {LeaseLostError} when another segment took over; nothing more was written.
 * @throws {RunFailedError} when the integration does not tolerate failed records.
 */
export async function settlePage({ page, rows }: ComparedPage, context: PageContext): Promise<PageOutcome> {
  const { plan, ports, lease } = context;
  const tally = startTally(page);
  countUnchanged(tally, findUncounted(page, rows));
  const intents = await refuseSharedTargets(toIntents(page, rows, context, tally), context, tally);
  const writable = mustStop(plan, tally) ? [] : intents;
  const marked = writable.filter((intent) => isMarked(intent, plan));
  const markedAt = plan.idempotency === 'natural' ? undefined : ports.clock.monotonic();
  await markIntents(marked, context);
  // "Unchanged" can be the work of an earlier attempt at this page.
  const { pageInDoubt } = lease;
  lease.pageInDoubt ||= writable.length > 0;
  const written = await writeInParts(writable, { page, markedAt, pageInDoubt, tally }, context);

  const counted = addCounters(context.counted, written.counters);
  const { change: kept, waiting } = settleWaiting(page, tally, context.waiting);
  const behind = waiting > 0 ? page.behindSource : undefined;
  const next = behind ?? page.next;
  const failure = findFailure(next, { ...context, counted }, tally);
  const complete = tally.open === 0 && failure === undefined;
  // A page that is read again reports its failures and its unwritten records then.
  const reported = complete || failure !== undefined;
  const change = {
    fingerprint: ports.target.fingerprint,
    settled: tally.settled,
    unmarked: marked.length === 0 ? [] : tally.unmarked,
    forgotten: [],
    deadLetters: reported ? tally.deadLetters : [],
    counters: reported ? addCounters(tally.counters, tally.writtenCounters) : tally.writtenCounters,
    ...(complete && page.endsGroups === true ? { groups: noGroups } : {}),
    ...(complete && page.seen !== undefined ? { seen: { ...page.seen, claimed: [...tally.claimed] } } : {}),
    ...(complete ? kept : {}),
    ...(complete ? { emptyFields: context.fields.look(page) } : {}),
    ...(complete ? { advance: toAdvance(page, next, context) } : {}),
  };
  await lease.prolongWith(() => ports.store.checkpoint(lease.epoch, context.pageSeq, change, lease.leaseMs));
  lease.pageInDoubt = tally.inDoubt || (pageInDoubt && !complete);
  if (failure !== undefined) throw failure;
  const counters = addCounters(written.counters, change.counters);
  const touched = new Set([...toKeys(writable), ...tally.repeats.again, ...tally.repeats.once]);
  if (complete && tally.repeats.found.length > 0) context.onRepeats?.(tally.repeats.found);
  if (complete) return { status: 'settled', counters, touched, next: behind, waiting };
  return { status: 'incomplete', counters, error: written.error, touched, inDoubt: tally.inDoubt };
}

const noGroups: Checkpoint['groups'] = { reset: true, stored: [] };

function toAdvance(
  page: PreparedPage,
  next: Json | undefined,
  { plan, ports }: PageContext,
): NonNullable<Checkpoint['advance']> {
  const watermark = toWatermark(plan, ports.target, page);
  const advance = { cursor: next ?? null, finished: next === undefined };
  return watermark === undefined ? advance : { ...advance, watermark };
}

function toIntents(
  { candidates, repeated }: PreparedPage,
  rows: readonly DiffRow[],
  { plan }: PageContext,
  tally: Tally,
): Intent[] {
  const intents: Intent[] = [];
  for (const row of rows) {
    const candidate = candidates[row.index];
    if (candidate === undefined || row.settledHere) continue;
    if (row.unresolved) {
      refuse(tally, candidate, unresolvedBefore);
      continue;
    }
    if (plan.operation === 'create' && row.known) {
      // A flow that only creates leaves what it created alone.
      if (candidate.counted !== true) countUnchanged(tally, 1);
      continue;
    }
    if (row.repeat !== undefined) {
      takeRepeat(tally, candidate, { ...row.repeat, onPage: repeated?.has(candidate.sourceKey) === true });
      continue;
    }
    if (repeated?.has(candidate.sourceKey) === true) tally.repeats.again.push(candidate.sourceKey);
    const effectSeq = row.effectSeq + 1;
    intents.push({
      candidate,
      known: row.known,
      sameHash: row.sameHash,
      effectSeq,
      effect: {
        effectId: toEffectId(plan, candidate.sourceKey, effectSeq),
        operation: plan.operation,
        sourceKey: candidate.sourceKey,
        targetId: plan.readTargetId(candidate.body) ?? toKnownId(plan, row),
        body: toBody(plan, candidate, row),
      },
    });
  }
  return intents;
}

/** The record of the target that the ledger knows; of a flow that only creates, not the one that was switched off. */
function toKnownId({ operation }: Plan, { known, targetId }: DiffRow): string | undefined {
  return operation === 'create' && !known ? undefined : targetId;
}

/** What a write of the record writes: the first one may have other fields than those that follow. */
function toBody({ selectFields, operation, reactivation }: Plan, { body }: Candidate, row: DiffRow): JsonObject {
  const isThere = row.known || row.deactivated || operation === 'update';
  const written = selectFields === undefined ? body : selectFields(body, isThere ? 'update' : 'create');
  return row.deactivated && reactivation !== undefined ? reactivate(written, reactivation) : written;
}

/** Keeps one owner for each target record: the one in the ledger, else the first of the page. */
async function refuseSharedTargets(intents: Intent[], { plan, ports }: PageContext, tally: Tally): Promise<Intent[]> {
  if (plan.targetIdIsInjective) return intents;
  const claims = intents.flatMap(({ candidate }) => {
    const targetId = plan.readTargetId(candidate.body);
    return targetId === undefined ? [] : [{ sourceKey: candidate.sourceKey, targetId }];
  });
  const foreign = await findForeign(claims, ports);
  const matched = new Set<string>();
  return intents.filter(({ candidate, known }) => {
    // What is new to the ledger is looked for by its match fields, and two at once would both find nothing.
    const text = known ? undefined : plan.readMatch?.(candidate.body);
    const isFirst = text === undefined || !matched.has(text);
    if (text !== undefined) matched.add(text);
    if (isFirst && !foreign.has(candidate.sourceKey)) return true;
    refuseShared(tally, candidate, foreign.get(candidate.sourceKey));
    return false;
  });
}

function toKeys(intents: readonly Intent[]): string[] {
  return intents.map((intent) => intent.candidate.sourceKey);
}

/**
 * Whoever removes what vanished has to know what may be there, also of a creation whose answer was lost: repeating it will
 * not tell, where its record is gone by then. That takes no body, so such marks are kept a page at a time.
 */
function isMarked({ known }: Intent, { idempotency, removal }: Plan): boolean {
  return idempotency !== 'natural' || (removal !== undefined && removal.isTransactional !== true && !known);
}

async function markIntents(intents: readonly Intent[], { plan, ports, lease, pageSeq }: PageContext): Promise<void> {
  if (intents.length === 0) return;
  await ports.store.mark(
    lease.epoch,
    pageSeq,
    intents.map(({ candidate, effect, effectSeq }) => ({
      sourceKey: candidate.sourceKey,
      effectSeq,
      effectId: effect.effectId,
      fingerprint: ports.target.fingerprint,
      operation: plan.operation,
      targetId: effect.targetId,
      hash: candidate.hash,
      body: effect.body,
    })),
    plan.idempotency === 'natural' ? 'page' : 'records',
  );
}

/** Why the run fails with this page, if it does. What ends a run must not be too much for it, either. */
function findFailure(next: Json | undefined, { plan, counted }: PageContext, tally: Tally): RunFailedError | undefined {
  if (mustStop(plan, tally)) {
    return new RunFailedError('record_failed', messages.runStoppedByRecord);
  }
  if (next !== undefined || tally.open > 0) return undefined;
  return findTooManyFailures(plan, addCounters(counted, addCounters(tally.counters, tally.writtenCounters)));
}

function mustStop(plan: Plan, { deadLetters }: Tally): boolean {
  return plan.onError.record === 'fail' && deadLetters.length > 0;
}
