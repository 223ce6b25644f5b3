import { messages } from '../../core/messages.ts';
import type { ConnectorError } from '../../core/connector-error.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { addCounters, type Counters, noCounters } from '../../core/pure/counters.ts';
import type { AdoptionCheck, Effect, EffectResult } from '../../core/records.ts';
import type { FieldWatch } from '../stages/empty-fields.ts';
import { RunFailedError } from '../errors.ts';
import { findTooManyFailures } from './too-many-failures.ts';
import { toEffectId } from '../hash.ts';
import type { Lease } from './lease.ts';
import type { Plan } from '../plan.ts';
import type { Checkpoint, DeadLetter, DiffRow, Settled } from '../ports.ts';
import type { Candidate, PreparedPage } from '../stages/page.ts';
import { reactivate } from '../reactivation.ts';
import { findUncounted, toReferences } from './reference-step.ts';
import { toWatermark } from './reading.ts';
import type { SegmentLimits, SegmentPorts } from './segment.ts';
import { type Claim, findForeign } from './shared-targets.ts';
import type { RemovalFindings } from './removal-findings.ts';
import { writeEffects } from './write-effects.ts';

/** What a page is settled with. */
export interface PageContext {
  plan: Plan;
  ports: SegmentPorts;
  lease: Lease;
  limits: SegmentLimits;
  cancel: AbortSignal;
  pageSeq: number;
  /** Of the whole run, up to this page. */
  counted: Counters;
  /** What fields have no value in any record. */
  fields: FieldWatch;
  /** Told what a whole reading missed, and whether that is removed. */
  onRemoval?: ((findings: RemovalFindings) => void) | undefined;
}

export type PageOutcome =
  /** `touched`: source keys of which the ledger knows something new. `next`: of a page that only now knows what follows it. */
  | { status: 'settled'; counters: Counters; touched: ReadonlySet<string>; next?: Json | undefined }
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
  const rows = await ports.store.diff({
    epoch: lease.epoch,
    fingerprint: ports.target.fingerprint,
    pageSeq,
    // What is looked at again was written, or is the same, as far as it could be.
    ignoreHashes: plan.ignoreHashes && page.references?.again !== true,
    forget: atHand && plan.idempotency === 'natural',
    entries: page.candidates,
  });
  return { page, rows };
}

/** One candidate on its way to the target. */
interface Intent {
  candidate: Candidate;
  known: boolean;
  /** The ledger holds this very content: an unchanged target is no earlier attempt's work. */
  sameHash: boolean;
  effectSeq: number;
  effect: Effect;
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
  const intents = await refuseSharedTargets(toIntents(page.candidates, rows, context, tally), context, tally);
  const writable = mustStop(plan, tally) ? [] : intents;
  const marked = writable.filter((intent) => isMarked(intent, plan));
  const markedAt = plan.idempotency === 'natural' ? undefined : ports.clock.monotonic();
  await markIntents(marked, context);
  // "Unchanged" can be the work of an earlier attempt at this page.
  const { pageInDoubt } = lease;
  lease.pageInDoubt ||= writable.length > 0;
  const outcome = await writeEffects(
    writable.map((intent) => intent.effect),
    {
      ...ports,
      ...context,
      idempotency: plan.idempotency,
      waitMaxMs: context.limits.waitMaxMs,
      markedAt,
      checkAdoption: checkAdoptionIn(ports),
    },
  );
  const foreign = await findForeign(readNewIds(writable, outcome.results), ports);
  for (const [index, intent] of writable.entries()) {
    const result = outcome.results[index] ?? { outcome: 'not_sent' };
    const mayBeOurs = (pageInDoubt || outcome.repeated.has(index)) && !intent.sameHash;
    takeResult(tally, intent, result, { foreign: foreign.has(intent.candidate.sourceKey), mayBeOurs });
  }

  const failure = findFailure(page, context, tally);
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
    ...(complete && page.seen !== undefined ? { seen: page.seen } : {}),
    ...(complete && page.references !== undefined ? toReferences(page.references) : {}),
    ...(complete ? { emptyFields: context.fields.look(page) } : {}),
    ...(complete ? { advance: toAdvance(page, context) } : {}),
  };
  await lease.prolongWith(() => ports.store.checkpoint(lease.epoch, context.pageSeq, change, lease.leaseMs));
  lease.pageInDoubt = tally.inDoubt || (pageInDoubt && !complete);
  if (failure !== undefined) throw failure;
  const { counters } = change;
  const touched = toKeys(writable);
  if (complete) return { status: 'settled', counters, touched };
  return { status: 'incomplete', counters, error: outcome.error, touched, inDoubt: tally.inDoubt };
}

const noGroups: Checkpoint['groups'] = { reset: true, stored: [] };
function toAdvance(page: PreparedPage, { plan, ports }: PageContext): NonNullable<Checkpoint['advance']> {
  const watermark = toWatermark(plan, ports.target, page);
  const advance = { cursor: page.next ?? null, finished: page.next === undefined };
  return watermark === undefined ? advance : { ...advance, watermark };
}

/** What becomes of a page's records, added up on the way. */
interface Tally {
  /** Records that nothing was written for. */
  counters: Counters;
  writtenCounters: Counters;
  deadLetters: DeadLetter[];
  settled: Settled[];
  unmarked: string[];
  /** Effects that are not carried out, or nobody knows. */
  open: number;
  inDoubt: boolean;
}

function startTally(page: PreparedPage): Tally {
  return {
    counters: { ...page.counters },
    writtenCounters: { ...noCounters },
    deadLetters: [...page.deadLetters],
    settled: [],
    unmarked: [],
    open: 0,
    inDoubt: false,
  };
}

function takeResult(
  tally: Tally,
  intent: Intent,
  result: EffectResult,
  { foreign, mayBeOurs }: { foreign: boolean; mayBeOurs: boolean },
): void {
  const { sourceKey } = intent.candidate;
  switch (result.outcome) {
    case 'rejected':
      tally.unmarked.push(sourceKey);
      refuse(tally, intent.candidate, result);
      return;
    case 'not_sent':
      tally.unmarked.push(sourceKey);
      tally.open += 1;
      return;
    case 'in_doubt':
      tally.open += 1;
      tally.inDoubt = true;
      return;
    default:
      if (foreign) {
        tally.unmarked.push(sourceKey);
        refuse(tally, intent.candidate, sharedTarget);
        return;
      }
      if (intent.candidate.counted !== true)
        countWritten(result.outcome, intent.known, mayBeOurs, tally.writtenCounters);
      tally.settled.push(toSettled(intent, result.targetId));
  }
}

/** The record becomes a dead letter. */
function refuse(
  tally: Tally,
  candidate: Candidate,
  reason: { code: string; message: string; field?: string | undefined },
): void {
  const { code, message, field } = reason;
  tally.counters.read += 1;
  tally.counters.failed += 1;
  tally.deadLetters.push({ sourceKey: candidate.sourceKey, code, field, message, record: candidate.record });
}

/** Candidates that the ledger knows to be as they should be. */
function countUnchanged(tally: Tally, unchanged: number): void {
  tally.counters.read += unchanged;
  tally.counters.skipped += unchanged;
}

const unresolvedBefore = {
  code: 'in_doubt',
  message: 'An earlier creation of this record is in doubt: a person must find out whether the target has it.',
};
const sharedTarget = { code: 'duplicate_target', message: 'Another source record owns this target record.' };

/** Keeps a record that the target finds by its match fields for its owner. */
function checkAdoptionIn(ports: SegmentPorts): AdoptionCheck {
  return async ({ sourceKey }, targetId) => {
    try {
      const foreign = await findForeign([{ sourceKey, targetId }], ports);
      return foreign.has(sourceKey) ? { outcome: 'rejected', ...sharedTarget } : undefined;
    } catch {
      // The ledger is away; the next segment asks it again.
      return { outcome: 'not_sent' };
    }
  };
}

/** Target ids that only the target's answers told. */
function readNewIds(intents: readonly Intent[], results: readonly EffectResult[]): Claim[] {
  return intents.flatMap(({ candidate, effect }, index) => {
    const result = results[index];
    const targetId = result !== undefined && 'targetId' in result ? result.targetId : undefined;
    return targetId === undefined || targetId === effect.targetId ? [] : [{ sourceKey: candidate.sourceKey, targetId }];
  });
}

function toIntents(
  candidates: readonly Candidate[],
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
        targetId: plan.readTargetId(candidate.body) ?? row.targetId,
        body: toBody(plan, candidate, row),
      },
    });
  }
  return intents;
}

/** What a write of the record writes: the first one may have other fields than those that follow. */
function toBody({ selectFields, operation, reactivation }: Plan, { body }: Candidate, row: DiffRow): JsonObject {
  const written =
    selectFields === undefined ? body : selectFields(body, row.known || operation === 'update' ? 'update' : 'create');
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
    refuse(tally, candidate, sharedTarget);
    return false;
  });
}

function toKeys(intents: readonly Intent[]): Set<string> {
  return new Set(intents.map((intent) => intent.candidate.sourceKey));
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

/** Adds what a write did to the counters. */
export function countWritten(
  outcome: 'created' | 'updated' | 'unchanged' | 'written' | 'deleted',
  known: boolean,
  mayBeOurs: boolean,
  counters: Counters,
): void {
  counters.read += 1;
  if (outcome === 'unchanged' && !mayBeOurs) counters.skipped += 1;
  else if (outcome === 'deleted') counters.deleted += 1;
  else if (outcome === 'created' || (outcome !== 'updated' && !known)) counters.created += 1;
  else counters.updated += 1;
}

function toSettled({ candidate, effect, effectSeq }: Intent, targetId: string | undefined): Settled {
  return {
    sourceKey: candidate.sourceKey,
    targetId: targetId ?? effect.targetId,
    hash: candidate.hash,
    effectSeq,
    unresolved: false,
  };
}

/** Why the run fails with this page, if it does. What ends a run must not be too much for it, either. */
function findFailure({ next }: PreparedPage, { plan, counted }: PageContext, tally: Tally): RunFailedError | undefined {
  if (mustStop(plan, tally)) {
    return new RunFailedError('record_failed', messages.runStoppedByRecord);
  }
  if (next !== undefined || tally.open > 0) return undefined;
  return findTooManyFailures(plan, addCounters(counted, addCounters(tally.counters, tally.writtenCounters)));
}

function mustStop(plan: Plan, { deadLetters }: Tally): boolean {
  return plan.onError.record === 'fail' && deadLetters.length > 0;
}
