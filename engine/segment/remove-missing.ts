import { messages } from '../../core/messages.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { noCounters } from '../../core/pure/counters.ts';
import type { Effect, EffectResult, RecordTarget } from '../../core/records.ts';
import { RunFailedError } from '../errors.ts';
import { toEffectId } from '../hash.ts';
import type { Plan } from '../plan.ts';
import { type Position, toCursor } from '../position.ts';
import type { Checkpoint, DeadLetter, MissingRow } from '../ports.ts';
import { addMissing, findReasonToWithhold, type MissingCounts, type Removal } from '../removal.ts';
import type { PageContext } from './page-context.ts';
import type { PageOutcome } from './settle-page.ts';
import { writeEffects } from './write-effects.ts';

/** Records removed between two checkpoints. */
const rowsPerPage = 200;

const nothingMissed = { missed: [], claimed: [] };

/**
 * Carries out what follows the last page of a whole reading: judges what it missed, or removes a page of that.
 *
 * @throws {LeaseLostError} when another segment took over; nothing more was written.
 * @throws {RunFailedError} when the integration does not tolerate failed records.
 */
export function removeMissing(position: Position, context: PageContext): Promise<PageOutcome> {
  const { removal } = context.plan;
  const { removals } = context.ports;
  if (removal === undefined || removals === undefined) throw new Error('The plan removes nothing.');
  return position.phase === 'judge'
    ? judge(position, removal, context)
    : remove(position, { removal, target: removals }, context);
}

/**
 * Counts what the reading missed, some rows of the ledger at a time, and decides on it with the last ones, in one
 * transaction with what it writes down of them.
 *
 * A record is removed when two complete readings running have missed it: a source whose pages are numbered can hide one
 * from a reading that it moves under. Where another source record claims its target record, it is not removed: the next run
 * writes it for that one.
 */
async function judge(
  { at, tally }: Position,
  { guard, question }: Removal,
  context: PageContext,
): Promise<PageOutcome> {
  const { after, counts: before } = readJudged(at);
  const { unidentified } = tally;
  const { ports, onRemoval } = context;
  const rows = await ports.store.judgeAfter(ports.target.fingerprint, after);
  const counts = addMissing(before, rows.counts);
  const ends = rows.last === null;
  const withheld = ends ? findReasonToWithhold(counts, unidentified, guard) : undefined;
  const removes = counts.confirmed > 0 && withheld === undefined;
  const next = ends
    ? removes
      ? toCursor({ phase: 'remove', at: null, tally }, true)
      : undefined
    : toCursor({ phase: 'judge', at: { after: rows.last, counts: { ...counts } }, tally }, true);
  // What nobody knows the key of may be what is missing.
  const { missed, claimed } = unidentified === 0 ? rows : nothingMissed;
  await checkpoint(
    context,
    { judged: { missed, claimed, found: rows.found, ends, withheld, question } },
    toAdvance(next),
  );
  if (ends) onRemoval?.({ ...counts, withheld });
  return { status: 'settled', counters: noCounters, touched: new Set(), next };
}

/**
 * Removes a page of records.
 *
 * Removing a record again changes nothing, so nothing is marked: after a crash the ledger gives the same rows, and they
 * the same effects.
 */
async function remove(
  { at, tally }: Position,
  { removal, target }: { removal: Removal; target: RecordTarget },
  context: PageContext,
): Promise<PageOutcome> {
  const { plan, ports, limits } = context;
  const rows = await ports.store.missingAfter(ports.target.fingerprint, readText(at), rowsPerPage);
  const effects = rows.map((row) => toEffect(row, removal, plan));
  const around = {
    ...context,
    target,
    clock: ports.clock,
    idempotency: 'natural',
    waitMaxMs: limits.waitMaxMs,
  } as const;
  const { results, error } = await writeEffects(effects, around);
  const removed: string[] = [];
  const deadLetters: DeadLetter[] = [];
  for (const [index, row] of rows.entries()) {
    const result = results[index] ?? notSent;
    if (isOpen(result)) continue;
    // A record that is not there needs no removal.
    if (result.outcome === 'rejected' && result.code !== 'not_found')
      deadLetters.push(toDeadLetter(row, result, effects[index]));
    else removed.push(row.sourceKey);
  }
  const failed = plan.onError.record === 'fail' && deadLetters.length > 0;
  const complete = removed.length + deadLetters.length === rows.length && !failed;
  // A page that is begun again reports its failures then.
  const reported = complete || failed ? deadLetters : [];
  const counters = { ...noCounters, deleted: removed.length, failed: reported.length };
  const last = rows.length < rowsPerPage ? undefined : rows.at(-1);
  const next = last && toCursor({ phase: 'remove', at: last.sourceKey, tally }, true);
  const change = { removed, deactivates: removal.operation === 'update', deadLetters: reported, counters };
  await checkpoint(context, change, complete ? toAdvance(next) : undefined);
  if (failed) throw new RunFailedError('record_failed', messages.runStoppedByRecord);
  if (complete) return { status: 'settled', counters, touched: new Set(), next };
  return { status: 'incomplete', counters, error, touched: new Set(), inDoubt: false };
}

/** Up to which row of the ledger rows are judged, and what they were. */
function readJudged(at: Json): { after: string | null; counts: MissingCounts } {
  const { after, counts } = isJsonObject(at) ? at : {};
  const { known, missing, confirmed, approved } = isJsonObject(counts) ? counts : {};
  const toNumber = (count: Json | undefined): number => (typeof count === 'number' ? count : 0);
  return {
    after: readText(after),
    counts: {
      known: toNumber(known),
      missing: toNumber(missing),
      confirmed: toNumber(confirmed),
      approved: toNumber(approved),
    },
  };
}

function readText(at: Json | undefined): string | null {
  return typeof at === 'string' ? at : null;
}

const notSent: EffectResult = { outcome: 'not_sent' };

function isOpen({ outcome }: EffectResult): boolean {
  return outcome === 'not_sent' || outcome === 'in_doubt';
}

function toEffect({ sourceKey, targetId, effectSeq }: MissingRow, { operation, toBody }: Removal, plan: Plan): Effect {
  // Apart from those of writes: one that was sent before may have been given up, and its sequence is free again.
  const effectId = toEffectId({ ...plan, namespace: `${plan.namespace} removal` }, sourceKey, effectSeq);
  return { effectId, operation, sourceKey, targetId, body: toBody(targetId) };
}

function toDeadLetter(
  { sourceKey }: MissingRow,
  { message, field }: Extract<EffectResult, { outcome: 'rejected' }>,
  effect: Effect | undefined,
): DeadLetter {
  return { sourceKey, code: 'removal_failed', field, message, record: effect?.body ?? {} };
}

function toAdvance(next: Json | undefined): NonNullable<Checkpoint['advance']> {
  return { cursor: next ?? null, finished: next === undefined };
}

async function checkpoint(
  { ports, lease, pageSeq }: PageContext,
  change: Partial<Checkpoint>,
  advance: Checkpoint['advance'],
): Promise<void> {
  const { fingerprint } = ports.target;
  const nothing = { settled: [], unmarked: [], forgotten: [], deadLetters: [], counters: noCounters };
  const whole = { fingerprint, ...nothing, ...change, ...(advance === undefined ? {} : { advance }) };
  await lease.prolongWith(() => ports.store.checkpoint(lease.epoch, pageSeq, whole, lease.leaseMs));
}
