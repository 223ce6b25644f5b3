import { ConnectorError } from '../../core/connector-error.ts';
import type { Json } from '../../core/json.ts';
import { addCounters, type Counters, noCounters } from '../../core/pure/counters.ts';
import { collectPage } from './collect-page.ts';
import { FieldWatch } from '../stages/empty-fields.ts';
import { Lease } from './lease.ts';
import { toSameKey } from '../key-text.ts';
import type { Plan } from '../plan.ts';
import { startAt } from '../position.ts';
import { readSourceCursor } from '../read-position.ts';
import { type Acquired, LeaseLostError } from '../ports.ts';
import { preparePage } from '../stages/prepare-page.ts';
import { beginReading, isWatermarkLost } from './reading.ts';
import { resolvePending } from './resolve-pending.ts';
import type { SegmentLimits, SegmentPorts, SegmentResult, SegmentSignals, SegmentWait } from './segment.ts';
import { type ComparedPage, comparePage, type PageOutcome, settlePage } from './settle-page.ts';
import type { PageContext } from './page-context.ts';
import { findTooManyFailures } from './too-many-failures.ts';
import { removeMissing } from './remove-missing.ts';
import type { RemovalFindings } from './removal-findings.ts';

/** The parts a segment is made of; the simulator replaces one to see that it notices. */
export interface SegmentSteps {
  preparePage: typeof preparePage;
  resolvePending: typeof resolvePending;
  settlePage: typeof settlePage;
}

const realSteps: SegmentSteps = { preparePage, resolvePending, settlePage };

/** What a segment tells while it runs, and what the simulator puts into it. */
export interface SegmentOptions {
  steps?: Partial<SegmentSteps>;
  /** The counters of the whole run, after each page. */
  onProgress?: ((counters: Counters) => void) | undefined;
  /** Before each wait for a lease, and where the segment returns because of a wait. */
  onWait?: ((wait: SegmentWait) => void) | undefined;
  /** Finds out what became of writes in doubt, and begins no other. */
  resolvesOnly?: boolean | undefined;
  /** Told what a whole reading missed, and whether that is removed. */
  onRemoval?: ((findings: RemovalFindings) => void) | undefined;
  /** Told the source keys that a page shows after an earlier one of the same reading. */
  onRepeats?: ((sourceKeys: readonly string[]) => void) | undefined;
}

/** Why what still waits ends with the segment; one for all, since its stack says nothing. */
const segmentEnded = new Error('The segment ended.');

/** A page that was left unfinished without a fault is taken up again after this. */
const againMs = 1000;

/** A lease that another segment holds is asked for this often. */
const askAgainMs = 2000;

/**
 * Runs one time-boxed stretch of a run: takes the stream's lease, resolves writes in doubt, then page by page reads
 * ahead, compares, writes and checkpoints.
 *
 * Safe to run again after any crash, and beside a copy of itself that does not know that it was replaced.
 *
 * @throws {LeaseLostError} when another segment took over.
 * @throws {ConnectorError} when source or target fail in a way that waiting inside the segment does not mend.
 * @throws {RunFailedError} when the integration does not tolerate what happened.
 * @see docs/architecture.md#why-no-effect-is-doubled
 */
export async function runSegment(
  plan: Plan,
  ports: SegmentPorts,
  limits: SegmentLimits,
  signals: SegmentSignals,
  options: SegmentOptions = {},
): Promise<SegmentResult> {
  const startedAt = ports.clock.monotonic();
  const cancelAsked = new AbortController();
  const cancel = AbortSignal.any([signals.cancel, cancelAsked.signal]);
  const onWait = options.onWait ?? ignore;
  const taken = await takeLease(ports, limits, signals, { cancelAsked, onWait });
  if (!('lease' in taken)) return taken;

  const ended = new AbortController();
  const renewing = taken.lease.keepRenewing(limits.renewEveryMs, ended.signal);
  const stretch: Stretch = {
    ...taken,
    plan,
    ports,
    limits,
    startedAt,
    cancel,
    shutdown: signals.shutdown,
    reading: AbortSignal.any([cancel, signals.shutdown, ended.signal]),
    steps: { ...realSteps, ...options.steps },
    onProgress: options.onProgress ?? ignore,
    onWait,
    onRemoval: options.onRemoval,
    onRepeats: options.onRepeats,
    resolvesOnly: options.resolvesOnly === true,
    fields: new FieldWatch(plan, ports, taken.acquired.watermark),
    waiting: taken.acquired.hasWaiting ? Infinity : 0,
    counters: noCounters,
  };
  let finished = false;
  try {
    const result = await runPages(stretch);
    // The checkpoint that finished the reading released the lease already.
    finished = result.status === 'done' && !taken.acquired.finished;
    return result;
  } catch (error) {
    if (error instanceof Interrupted) return { status: error.status, counters: stretch.counters };
    throw error;
  } finally {
    ended.abort(segmentEnded);
    await renewing;
    // A write in doubt keeps the lease closed: it expires when that write can no longer happen.
    if (!finished && taken.lease.mayBeReleased) await releaseQuietly(stretch);
  }
}

/** What one segment knows while it runs. */
interface Stretch {
  plan: Plan;
  ports: SegmentPorts;
  limits: SegmentLimits;
  lease: Lease;
  acquired: Acquired;
  startedAt: number;
  cancel: AbortSignal;
  shutdown: AbortSignal;
  reading: AbortSignal;
  steps: SegmentSteps;
  onProgress: (counters: Counters) => void;
  onWait: (wait: SegmentWait) => void;
  onRemoval: SegmentOptions['onRemoval'];
  onRepeats: SegmentOptions['onRepeats'];
  resolvesOnly: boolean;
  fields: FieldWatch;
  waiting: number;
  counters: Counters;
}

function ignore(): void {}

/** A wait or a read was cut short because the segment is to end. */
class Interrupted extends Error {
  readonly status: 'canceled' | 'more';

  constructor(status: 'canceled' | 'more') {
    super('The segment was interrupted.');
    this.status = status;
  }
}

async function takeLease(
  { store, clock }: SegmentPorts,
  { leaseMs, waitMaxMs }: SegmentLimits,
  { cancel, shutdown }: SegmentSignals,
  { cancelAsked, onWait }: { cancelAsked: AbortController; onWait: (wait: SegmentWait) => void },
): Promise<SegmentResult | { lease: Lease; acquired: Acquired }> {
  const deadline = clock.monotonic() + waitMaxMs;
  for (;;) {
    const askedAt = clock.monotonic();
    const answer = await store.acquire(leaseMs);
    if (answer.status === 'acquired') {
      const lease = new Lease(store, clock, leaseMs, { ...answer, askedAt }, cancelAsked);
      if (answer.cancelRequested) cancelAsked.abort(new Error('The run is to be canceled.'));
      return { lease, acquired: answer };
    }
    onWait({ reason: 'lease', ms: answer.retryAfterMs });
    if (askedAt + answer.retryAfterMs > deadline) {
      return { status: 'waiting', counters: noCounters, retryAfterMs: answer.retryAfterMs };
    }
    try {
      // Asked again before it would expire: its holder may let it go earlier.
      await clock.sleep(Math.min(answer.retryAfterMs, askAgainMs), AbortSignal.any([cancel, shutdown]));
    } catch {
      return { status: cancel.aborted ? 'canceled' : 'more', counters: noCounters };
    }
  }
}

async function runPages(stretch: Stretch): Promise<SegmentResult> {
  const { acquired, limits, plan, ports } = stretch;
  if (acquired.finished) return { status: 'done', counters: stretch.counters };
  let { pageSeq } = acquired;
  let cursor = acquired.cursor ?? startAt(beginReading(stretch.plan, ports, acquired.watermark));
  const stopped = acquired.hasPending ? await resolve(stretch, pageSeq) : undefined;
  if (stopped !== undefined) return stopped;
  if (stretch.resolvesOnly) return { status: 'more', counters: stretch.counters };

  let ahead: Promise<ComparedPage> | undefined;
  let touched: ReadonlySet<string> = new Set();
  for (let pages = 0; ; pages += 1) {
    if (stretch.cancel.aborted) throw new Interrupted('canceled');
    if (stretch.shutdown.aborted) throw new Interrupted('more');
    // A page that was read ahead is settled even then: reading it would be work done twice.
    const outOfTime = pages > 0 && isOutOfTime(stretch);
    if (outOfTime && ahead === undefined) throw new Interrupted('more');

    const reading = ahead ?? readPage(stretch, cursor, pageSeq, true);
    const read = await readOrStop(stretch, reading, { cursor, pageSeq });
    if ('status' in read) return read;
    const { page } = read;
    const outdated =
      touched.size > 0 && page.candidates.some(({ sourceKey }) => touched.has(toSameKey(plan, sourceKey)));
    const compared =
      outdated || (ahead !== undefined && changesUnmarked(stretch, read))
        ? await comparePage(page, stretch, pageSeq, true)
        : read;
    const room = page.isBarrier !== true && page.bytes * 2 <= limits.pageBytesMax && !outOfTime;
    ahead = page.next !== undefined && room ? readPage(stretch, page.next, pageSeq + 1, false) : undefined;

    const outcome = await settleWhole(stretch, compared, pageSeq);
    if (outcome.status !== 'settled') return outcome;
    stretch.waiting = outcome.waiting ?? stretch.waiting;
    const next = outcome.next ?? page.next;
    if (next === undefined) return { status: 'done', counters: stretch.counters };
    const failure = findTooManyFailures(stretch.plan, countedSoFar(stretch));
    if (failure !== undefined) throw failure;
    touched = new Set([...outcome.touched].map((key) => toSameKey(plan, key)));
    cursor = next;
    pageSeq += 1;
  }
}

/**
 * Settles a page. What came to be in doubt and can be looked up is found out at once, and the rest of the page follows: one
 * lost answer does not cost the lease.
 */
async function settleWhole(
  stretch: Stretch,
  { page, rows }: ComparedPage,
  pageSeq: number,
): Promise<Extract<PageOutcome, { status: 'settled' }> | SegmentResult> {
  const touched = new Set<string>();
  for (let compared = { page, rows }; ;) {
    const outcome = await settle(stretch, compared, pageSeq);
    count(stretch, outcome.counters);
    for (const key of outcome.touched) touched.add(key);
    if (outcome.status === 'settled') return { ...outcome, touched };
    const { error, inDoubt } = outcome;
    const mayAsk = inDoubt && stretch.plan.idempotency === 'lookup' && error?.retryable === true;
    if (!mayAsk || error.retryAfterMs !== undefined || isOutOfTime(stretch)) return stopFor(stretch, error);
    const stopped = await resolve(stretch, pageSeq);
    if (stopped !== undefined) return stopped;
    compared = await unlessInterrupted(stretch, comparePage(page, stretch, pageSeq, true));
  }
}

/** Finds out what became of writes in doubt. @returns what ends the segment, where something does. */
async function resolve(stretch: Stretch, pageSeq: number): Promise<SegmentResult | undefined> {
  const resolved = await unlessInterrupted(stretch, stretch.steps.resolvePending(toContext(stretch, pageSeq)));
  count(stretch, resolved.counters);
  if (resolved.status === 'resolved') return undefined;
  if (resolved.status === 'incomplete') return stopFor(stretch, resolved.error);
  stretch.onWait({ reason: 'lookup', ms: resolved.retryAfterMs });
  return { status: 'waiting', counters: stretch.counters, retryAfterMs: resolved.retryAfterMs };
}

function isOutOfTime({ ports, startedAt, limits }: Stretch): boolean {
  return ports.clock.monotonic() - startedAt >= limits.timeBoxMs;
}

function settle(stretch: Stretch, compared: ComparedPage, pageSeq: number): Promise<PageOutcome> {
  const { page } = compared;
  const context = toContext(stretch, pageSeq);
  if (page.collected !== undefined) return collectPage(page, context);
  return page.removal === undefined
    ? stretch.steps.settlePage(compared, context)
    : removeMissing(page.removal, context);
}

/** Starts reading a page and comparing it with the ledger; its failure waits for whoever awaits it. */
function readPage(stretch: Stretch, cursor: Json, pageSeq: number, atHand: boolean): Promise<ComparedPage> {
  const { plan, ports, steps, reading } = stretch;
  const page = steps
    .preparePage(plan, ports, cursor, reading)
    .then((prepared) => comparePage(prepared, stretch, pageSeq, atHand));
  page.catch(() => undefined);
  return page;
}

/** The page changes records without marking them, which do not wait: the ledger must forget these first. */
function changesUnmarked({ plan }: Stretch, { rows }: ComparedPage): boolean {
  return plan.idempotency === 'natural' && rows.some((row) => row.known && !row.sameHash && row.repeat === undefined);
}

async function readOrStop(
  stretch: Stretch,
  reading: Promise<ComparedPage>,
  at: { cursor: Json; pageSeq: number },
): Promise<ComparedPage | SegmentResult> {
  try {
    return await unlessInterrupted(stretch, reading);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.kind === 'cursor_expired') await startOver(stretch, at);
    return stopFor(stretch, error);
  }
}

/**
 * The source does not know the cursor any more: the run reads from its beginning, and the ledger skips what is done.
 *
 * A watermark that the source does not know any more is taken away, so that everything is read.
 */
async function startOver(
  { lease, ports, plan, acquired }: Stretch,
  { cursor, pageSeq }: { cursor: Json; pageSeq: number },
): Promise<void> {
  const isLost = isWatermarkLost(plan, ports, acquired.watermark, readSourceCursor(cursor));
  const change = {
    fingerprint: ports.target.fingerprint,
    settled: [],
    unmarked: [],
    forgotten: [],
    deadLetters: [],
    counters: noCounters,
    advance: { cursor: null, finished: false, ...(isLost ? { watermark: null } : {}) },
  };
  await lease.prolongWith(() => ports.store.checkpoint(lease.epoch, pageSeq, change, lease.leaseMs));
}

/**
 * Ends the segment for a fault of source or target: a wait that the system itself asked for is no failure, and one that
 * comes after progress does not use up the tries of a segment that does not get on.
 */
function stopFor(stretch: Stretch, error: ConnectorError | undefined): SegmentResult {
  if (stretch.cancel.aborted) throw new Interrupted('canceled');
  if (error?.retryAfterMs !== undefined && error.retryable) {
    stretch.onWait({ reason: 'system', ms: error.retryAfterMs, error });
    return { status: 'waiting', counters: stretch.counters, retryAfterMs: error.retryAfterMs };
  }
  if (error?.retryable === true && error.kind !== 'cursor_expired' && hasProgress(stretch.counters)) {
    return { status: 'waiting', counters: stretch.counters, retryAfterMs: againMs, error };
  }
  if (error !== undefined) throw error;
  // The page took too long to be sent whole: the rest goes with the next segment.
  return { status: 'waiting', counters: stretch.counters, retryAfterMs: againMs };
}

/** A cursor that expired is none: what was read since may have to be read again for ever. */
function hasProgress({ read, deleted }: Counters): boolean {
  return read + deleted > 0;
}

async function unlessInterrupted<T>({ cancel, shutdown }: Stretch, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LeaseLostError) throw error;
    if (cancel.aborted) throw new Interrupted('canceled');
    if (shutdown.aborted) throw new Interrupted('more');
    throw error;
  }
}

function toContext(stretch: Stretch, pageSeq: number): PageContext {
  const { plan, ports, lease, limits, cancel, fields, waiting, onRemoval, onRepeats } = stretch;
  const counted = countedSoFar(stretch);
  return { plan, ports, lease, limits, cancel, pageSeq, counted, waiting, fields, onRemoval, onRepeats };
}

/** Of the whole run. */
function countedSoFar({ acquired, counters }: Stretch): Counters {
  return addCounters(acquired.counters, counters);
}

function count(stretch: Stretch, counters: Counters): void {
  stretch.counters = addCounters(stretch.counters, counters);
  stretch.onProgress(countedSoFar(stretch));
}

/** Gives the lease back; where that fails, it expires by itself. */
async function releaseQuietly({ ports, lease }: Stretch): Promise<void> {
  try {
    await ports.store.release(lease.epoch, lease.pageInDoubt);
  } catch {
    // The store is away; the next segment waits for the rest of the lease.
  }
}
