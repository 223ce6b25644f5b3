import type { Json } from '../../core/json.ts';
import { addCounters, type Counters, noCounters } from '../../core/pure/counters.ts';
import {
  type Acquired,
  type Checkpoint,
  type DeadLetter,
  type DiffQuery,
  type DiffRow,
  type Judged,
  type JudgedRows,
  LeaseLostError,
  type Mark,
  type MissingRow,
  type PendingEffect,
  type StoredGroup,
  type WaitingRecord,
} from '../../engine/ports.ts';

import type { Withheld } from '../../engine/removal.ts';
import type { GroupState } from '../../transforms/compile-aggregate.ts';

const judgedAtOnce = 3;

/** What the ledger keeps of one source key. */
interface LedgerRow {
  /** Highest sequence ever used; outlives the marks it was used by. */
  lastSeq: number;
  settled:
    | {
        fingerprint: string;
        targetId: string | undefined;
        hash: string;
        unresolved: boolean;
        runId: string;
        pageSeq: number;
        atMs: number;
      }
    | undefined;
  /** Complete readings running that did not see it. */
  missed: number;
  deactivated: boolean;
  pending: { mark: Mark; fingerprint: string; markedAtMs: number; runId: string; order: number } | undefined;
}

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
  readonly ledger = new Map<string, LedgerRow>();
  readonly runs = new Map<string, RunRow>();
  readonly #now: () => number;
  readonly #groups = new Map<string, GroupState>();
  readonly #waiting = new Map<string, WaitingRecord>();
  readonly #seen = new Set<string>();
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
  #order = 0;
  #commits = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  beginRun(runId: string): void {
    this.orderRun(runId);
    this.startRun(runId);
  }

  orderRun(runId: string): void {
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
    const isLoose = ({ pending, settled }: LedgerRow): boolean => pending !== undefined || settled?.hash === '';
    return !this.#released || this.#pageInDoubt || [...this.ledger.values()].some(isLoose);
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
      hasPending: [...this.ledger.values()].some((row) => row.pending !== undefined),
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

  diff(runId: string, { epoch, fingerprint, pageSeq, ignoreHashes, forget, entries }: DiffQuery): DiffRow[] {
    const rows: DiffRow[] = [];
    for (const [index, { sourceKey, hash }] of entries.entries()) {
      const row = this.ledger.get(sourceKey);
      const settled = row?.settled?.fingerprint === fingerprint ? row.settled : undefined;
      const sameHash = settled?.hash === hash;
      const settledHere = sameHash && settled.runId === runId && settled.pageSeq === pageSeq;
      if (sameHash && !ignoreHashes && row?.pending === undefined && !settledHere) continue;
      rows.push({
        index,
        known: settled !== undefined,
        sameHash,
        targetId: settled?.targetId,
        effectSeq: row?.lastSeq ?? 0,
        settledHere,
        unresolved: settled?.unresolved === true,
        deactivated: row?.deactivated === true,
      });
      if (forget && epoch === this.#epoch && settled !== undefined && !sameHash) settled.hash = '';
    }
    return rows;
  }

  owners(
    fingerprint: string,
    targets: readonly { sourceKey: string; targetId: string }[],
  ): ReadonlyMap<string, string> {
    const owners = new Map<string, string>();
    for (const { sourceKey, targetId } of targets) {
      const owner = this.#ownerOf(fingerprint, targetId);
      if (owner !== undefined && owner !== sourceKey) owners.set(sourceKey, owner);
    }
    return owners;
  }

  mark(runId: string, fingerprint: string, epoch: number, pageSeq: number, marks: readonly Mark[]): void {
    this.#fence(epoch, pageSeq);
    for (const mark of marks) {
      const row = this.#row(mark.sourceKey);
      this.#order += 1;
      row.lastSeq = Math.max(row.lastSeq, mark.effectSeq);
      row.pending = { mark: structuredClone(mark), fingerprint, markedAtMs: this.#now(), runId, order: this.#order };
    }
  }

  pending(runId: string, limit: number): PendingEffect[] {
    const open: PendingEffect[] = [];
    const byAge = [...this.ledger.values()].toSorted((a, b) => (a.pending?.order ?? 0) - (b.pending?.order ?? 0));
    for (const { pending, settled } of byAge) {
      if (pending === undefined || open.length >= limit) continue;
      open.push({
        ...structuredClone(pending.mark),
        ageMs: this.#now() - pending.markedAtMs,
        ownRun: pending.runId === runId,
        known: settled?.fingerprint === pending.fingerprint,
        fingerprint: pending.fingerprint,
      });
    }
    return open;
  }

  groupsOf(keys: readonly string[]): Map<string, GroupState> {
    return new Map(structuredClone([...this.#groups].filter(([key]) => keys.includes(key))));
  }

  groupsAfter(after: string | null, limit: number): StoredGroup[] {
    const behind = [...this.#groups].filter(([key]) => after === null || key > after);
    const ordered = behind.toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, limit);
    return structuredClone(ordered.map(([key, state]) => ({ key, state })));
  }

  waitingAfter(after: string | null, limit: number): WaitingRecord[] {
    const behind = [...this.#waiting.values()].filter(({ sourceKey }) => after === null || sourceKey > after);
    return structuredClone(behind.toSorted((a, b) => (a.sourceKey < b.sourceKey ? -1 : 1)).slice(0, limit));
  }

  judgeAfter(fingerprint: string, after: string | null): JudgedRows {
    // A few at a time, so that a judgement takes more than one page.
    const behind = this.#removable(fingerprint)
      .filter(([key]) => after === null || key > after)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const rows = behind.slice(0, judgedAtOnce);
    const missing = rows.filter(([key]) => !this.#seen.has(key));
    return {
      counts: {
        known: rows.length,
        missing: missing.length,
        confirmed: missing.filter(([, { missed }]) => missed > 0).length,
      },
      missed: missing.filter(([, { missed }]) => missed < 2).map(([key]) => key),
      found: rows.filter(([key, { missed }]) => this.#seen.has(key) && missed > 0).map(([key]) => key),
      last: behind.length > rows.length ? (rows.at(-1)?.[0] ?? null) : null,
    };
  }

  missingAfter(fingerprint: string, after: string | null, limit: number): MissingRow[] {
    const behind = this.#removable(fingerprint).filter(
      ([key, { missed }]) => missed > 1 && (after === null || key > after),
    );
    return behind
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([sourceKey, row, targetId]) => ({ sourceKey, targetId, effectSeq: row.lastSeq }));
  }

  checkpoint(
    runId: string,
    epoch: number,
    pageSeq: number,
    change: Checkpoint,
    leaseMs: number,
  ): { cancelRequested: boolean } {
    this.#fence(epoch, pageSeq);
    this.#takeOver(change);
    for (const { sourceKey, targetId, hash, effectSeq, unresolved } of change.settled) {
      const row = this.#row(sourceKey);
      row.lastSeq = Math.max(row.lastSeq, effectSeq);
      row.settled = { fingerprint: change.fingerprint, targetId, hash, unresolved, runId, pageSeq, atMs: this.#now() };
      Object.assign(row, { pending: undefined, missed: 0, deactivated: row.deactivated && hash === '' });
    }
    for (const sourceKey of change.removed ?? []) {
      const deactivated = change.deactivates === true;
      Object.assign(this.#row(sourceKey), { settled: undefined, missed: 0, pending: undefined, deactivated });
    }
    if (change.seen?.reset === true) this.#seen.clear();
    for (const sourceKey of change.seen?.sourceKeys ?? []) this.#seen.add(sourceKey);
    if (change.judged !== undefined) this.#judge(runId, change.judged);
    for (const sourceKey of change.unmarked) this.#row(sourceKey).pending = undefined;
    for (const sourceKey of change.forgotten) {
      const { settled } = this.#row(sourceKey);
      if (settled !== undefined) settled.hash = '';
    }
    if (change.waiting?.reset === true) this.#waiting.clear();
    for (const sourceKey of change.waiting?.done ?? []) this.#waiting.delete(sourceKey);
    for (const record of change.waiting?.stored ?? []) this.#waiting.set(record.sourceKey, structuredClone(record));
    if (change.groups?.reset === true) this.#groups.clear();
    for (const { key, state } of change.groups?.stored ?? []) this.#groups.set(key, structuredClone(state));
    const run = this.run(runId);
    run.counters = addCounters(run.counters, change.counters);
    run.unresolvedReferences += change.unresolvedReferences ?? 0;
    run.deadLetters.push(...structuredClone([...change.deadLetters]));
    this.#leaseUntilMs = this.#now() + leaseMs;
    if (change.advance !== undefined) {
      this.#pageSeq += 1;
      this.#cursor = structuredClone(change.advance.cursor);
      if (change.advance.watermark !== undefined) this.#watermark = structuredClone(change.advance.watermark);
      this.#finished = change.advance.finished;
      this.#released = change.advance.finished;
      this.#pageInDoubt = false;
    }
    return { cancelRequested: run.cancelRequested };
  }

  #judge(runId: string, { missed, found, ends, withheld }: Judged): void {
    for (const key of missed) this.#row(key).missed = Math.min(this.#row(key).missed + 1, 2);
    for (const key of found) this.#row(key).missed = 0;
    if (!ends) return;
    this.#seen.clear();
    this.run(runId).withheld = withheld;
  }

  /** Rows of a target whose id is known. */
  #removable(fingerprint: string): [string, LedgerRow, string][] {
    return [...this.ledger].flatMap(([key, row]): [string, LedgerRow, string][] => {
      const { settled } = row;
      return settled?.fingerprint === fingerprint && settled.targetId !== undefined
        ? [[key, row, settled.targetId]]
        : [];
    });
  }

  #fence(epoch: number, pageSeq = this.#pageSeq): void {
    if (this.#deleted || this.#released || epoch !== this.#epoch || pageSeq !== this.#pageSeq)
      throw new LeaseLostError();
  }

  #row(sourceKey: string): LedgerRow {
    const row = this.ledger.get(sourceKey) ?? {
      lastSeq: 0,
      settled: undefined,
      missed: 0,
      deactivated: false,
      pending: undefined,
    };
    this.ledger.set(sourceKey, row);
    return row;
  }

  #ownerOf(fingerprint: string, targetId: string): string | undefined {
    for (const [key, { settled }] of this.ledger) {
      if (settled?.fingerprint === fingerprint && settled.targetId === targetId) return key;
    }
    return undefined;
  }

  /** The unique index over (fingerprint, target id): rows that are settled take over what others have. */
  #takeOver({ fingerprint, settled }: Checkpoint): void {
    const taken = new Set<string>();
    for (const { sourceKey, targetId } of settled) {
      if (targetId === undefined) continue;
      if (taken.has(targetId)) throw new Error(`duplicate key value violates unique constraint: target ${targetId}`);
      taken.add(targetId);
      const owner = this.#ownerOf(fingerprint, targetId);
      if (owner !== undefined && owner !== sourceKey) this.#row(owner).settled = undefined;
    }
  }
}
