import type { Json } from '../../core/json.ts';
import { addCounters, type Counters, noCounters } from '../../core/pure/counters.ts';
import {
  type Acquired,
  type Checkpoint,
  type DeadLetter,
  type DiffQuery,
  type DiffRow,
  LeaseLostError,
  type Mark,
  type StoredGroup,
  type WaitingRecord,
} from '../../engine/ports.ts';
import type { Withheld } from '../../engine/removal.ts';
import type { GroupState } from '../../transforms/compile-aggregate.ts';
import { copy } from './copy.ts';
import { HubLedger } from './hub-ledger.ts';

export interface RunRow {
  counters: Counters;
  deadLetters: DeadLetter[];
  cancelRequested: boolean;
  withheld: Withheld | undefined;
  status: 'queued' | 'running' | RunOutcome;
  unresolvedReferences: number;
}

/** How a run may end. */
type RunOutcome = 'succeeded' | 'failed' | 'canceled';

/**
 * The durable state of one integration, as the docstrings of `engine/ports.ts` say, with a clock of its own.
 *
 * Every method is one transaction: it happens whole, at one instant, or not at all.
 */
export class HubStore {
  readonly ledger: HubLedger;
  readonly runs = new Map<string, RunRow>();
  readonly #now: () => number;
  readonly #groups = new Map<string, GroupState>();
  readonly #waiting = new Map<string, WaitingRecord>();
  #currentRun = '';
  #streamRun = '';
  #epoch = 0;
  #released = true;
  #pageInDoubt = false;
  #leaseUntilMs = 0;
  #pageSeq = 0;
  #cursor: Json = null;
  #watermark: Json = null;
  #finished = false;
  #deleted = false;
  #commits = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.ledger = new HubLedger(now);
  }

  beginRun(runId: string): void {
    this.enqueueRun(runId);
    this.startRun(runId);
  }

  enqueueRun(runId: string): void {
    const counters = { ...noCounters };
    const nothing = { cancelRequested: false, withheld: undefined, unresolvedReferences: 0 };
    this.runs.set(runId, { counters, deadLetters: [], ...nothing, status: 'queued' });
    this.#currentRun = runId;
  }

  /** Moves a queued run to running; any other stays as it is. @returns its number of the commit. */
  startRun(runId: string): number {
    const run = this.run(runId);
    if (run.status === 'queued') run.status = 'running';
    this.#commits += 1;
    return this.#commits;
  }

  /** The database crashed before it had written down that a run started. What was committed later took it along. */
  forgetStart(runId: string, commit: number): boolean {
    const run = this.run(runId);
    if (commit !== this.#commits || run.status !== 'running') return false;
    run.status = 'queued';
    return true;
  }

  /**
   * Ends a run, and closes its stream to segments that do not know of it.
   *
   * @returns how long a segment may still be writing; the run is not over then.
   */
  finishRun(runId: string, outcome: RunOutcome): { restMs: number } | { status: RunRow['status']; counters: Counters } {
    const run = this.run(runId);
    const isOpen = run.status === 'queued' || run.status === 'running';
    if (isOpen && runId === this.#currentRun && this.#streamRun === runId) {
      const restMs = this.#released ? 0 : this.#leaseUntilMs - this.#now();
      if (restMs > 0) return { restMs };
      this.#pageInDoubt ||= !this.#released;
      this.#released = true;
      this.#epoch += 1;
    }
    if (isOpen) run.status = outcome;
    this.#commits += 1;
    return { status: run.status, counters: { ...run.counters } };
  }

  /** As `finishRun`, but without looking for segments that may still write. */
  finishRunAtOnce(runId: string, outcome: RunOutcome): { status: RunRow['status']; counters: Counters } {
    const run = this.run(runId);
    if (run.status === 'queued' || run.status === 'running') run.status = outcome;
    return { status: run.status, counters: { ...run.counters } };
  }

  requestCancel(runId: string): void {
    this.run(runId).cancelRequested = true;
  }

  /** The integration is deleted: nobody gets or keeps the lease; what was granted runs out by itself. */
  delete(): void {
    this.#deleted = true;
  }

  run(runId: string): RunRow {
    const run = this.runs.get(runId);
    if (run === undefined) throw new Error(`There is no run ${runId}.`);
    return run;
  }

  /** How long the lease that was granted under `epoch` still lasts; negative when it is over. */
  leaseRestMs(epoch: number): number {
    return epoch === this.#epoch && !this.#released ? this.#leaseUntilMs - this.#now() : -1;
  }

  /** Something may still come to light: the last segment has not given its lease back, or rows are not settled. */
  get hasLoose(): boolean {
    return !this.#released || this.#pageInDoubt || this.ledger.hasLoose;
  }

  acquire(runId: string, leaseMs: number): Acquired | { status: 'busy'; retryAfterMs: number } {
    if (this.#deleted || runId !== this.#currentRun || this.run(runId).status !== 'running') throw new LeaseLostError();
    const restMs = this.#leaseUntilMs - this.#now();
    if (!this.#released && restMs > 0) return { status: 'busy', retryAfterMs: restMs };
    this.#pageInDoubt ||= !this.#released;
    this.#commits += 1;
    this.#epoch += 1;
    this.#released = false;
    this.#leaseUntilMs = this.#now() + leaseMs;
    if (this.#streamRun !== runId) {
      this.#streamRun = runId;
      this.#cursor = null;
      this.#pageSeq = 0;
      this.#finished = false;
    }
    const { counters, cancelRequested } = this.run(runId);
    return {
      status: 'acquired',
      epoch: this.#epoch,
      pageSeq: this.#pageSeq,
      cursor: this.#cursor,
      watermark: this.#watermark,
      finished: this.#finished,
      pageInDoubt: this.#pageInDoubt,
      hasPending: this.ledger.hasPending,
      hasWaiting: this.waits,
      counters: { ...counters },
      cancelRequested,
    };
  }

  renew(runId: string, epoch: number, leaseMs: number): { cancelRequested: boolean } {
    this.#fence(epoch);
    this.#leaseUntilMs = this.#now() + leaseMs;
    return { cancelRequested: this.run(runId).cancelRequested };
  }

  release(epoch: number, pageInDoubt: boolean): void {
    if (epoch !== this.#epoch) return;
    this.#released = true;
    this.#pageInDoubt ||= pageInDoubt;
  }

  diff(runId: string, query: DiffQuery): DiffRow[] {
    const ids = [...this.runs.keys()];
    const reading = { runId, runBefore: ids[ids.indexOf(runId) - 1], waits: (key: string) => this.waitsFor(key) };
    return this.ledger.diff(reading, { ...query, forget: query.forget && query.epoch === this.#epoch });
  }

  mark(runId: string, fingerprint: string, epoch: number, pageSeq: number, marks: readonly Mark[]): void {
    this.#fence(epoch, pageSeq);
    this.ledger.mark(runId, fingerprint, marks);
  }

  groupsOf(keys: readonly string[]): Map<string, GroupState> {
    return new Map(copy([...this.#groups].filter(([key]) => keys.includes(key))));
  }

  groupsAfter(after: string | null, limit: number): StoredGroup[] {
    const behind = [...this.#groups].filter(([key]) => after === null || key > after);
    const ordered = behind.toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, limit);
    return copy(ordered.map(([key, state]) => ({ key, state })));
  }

  get waits(): boolean {
    return this.#waiting.size > 0;
  }

  /** Whether a record of a source key waits for the end of the reading. */
  waitsFor(sourceKey: string): boolean {
    return this.#waiting.has(sourceKey);
  }

  waitingAfter(after: string | null, limit: number): WaitingRecord[] {
    const behind = [...this.#waiting.values()].filter(({ sourceKey }) => after === null || sourceKey > after);
    return copy(behind.toSorted((a, b) => (a.sourceKey < b.sourceKey ? -1 : 1)).slice(0, limit));
  }

  checkpoint(
    runId: string,
    epoch: number,
    pageSeq: number,
    change: Checkpoint,
    leaseMs: number,
  ): { cancelRequested: boolean } {
    this.#fence(epoch, pageSeq);
    this.ledger.write(runId, pageSeq, change);
    if (change.waiting?.reset === true) this.#waiting.clear();
    for (const sourceKey of change.waiting?.done ?? []) this.#waiting.delete(sourceKey);
    for (const record of change.waiting?.stored ?? []) this.#waiting.set(record.sourceKey, copy(record));
    if (change.groups?.reset === true) this.#groups.clear();
    for (const { key, state } of change.groups?.stored ?? []) this.#groups.set(key, copy(state));
    const run = this.run(runId);
    run.counters = addCounters(run.counters, change.counters);
    run.unresolvedReferences += change.unresolvedReferences ?? 0;
    if (change.judged?.ends === true) run.withheld = change.judged.withheld;
    run.deadLetters.push(...copy([...change.deadLetters]));
    this.#leaseUntilMs = this.#now() + leaseMs;
    if (change.advance !== undefined) {
      this.#pageSeq += 1;
      this.#cursor = copy(change.advance.cursor);
      if (change.advance.watermark !== undefined) this.#watermark = copy(change.advance.watermark);
      this.#finished = change.advance.finished;
      this.#released = change.advance.finished;
      this.#pageInDoubt = false;
    }
    return { cancelRequested: run.cancelRequested };
  }

  #fence(epoch: number, pageSeq = this.#pageSeq): void {
    if (this.#deleted || this.#released || epoch !== this.#epoch || pageSeq !== this.#pageSeq)
      throw new LeaseLostError();
  }
}
