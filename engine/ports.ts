import type { Json, JsonObject } from '../core/json.ts';
import type { Counters } from '../core/pure/counters.ts';
import type { GroupState } from '../transforms/compile-aggregate.ts';
import type { GuardQuestion } from './approvals/guard-question.ts';
import type { EmptyFields } from './mapped-field.ts';
import type { MissingCounts, Withheld } from './removal.ts';

/**
 * What the engine needs of the world besides a source, a target and a clock: durable state behind a fenced lease.
 *
 * Every method that changes state carries the lease's epoch and fails with `LeaseLostError` when another segment took
 * the stream over. Implemented over Postgres in `runs/store`, and in memory by the simulator.
 */
export interface SegmentStore {
  /**
   * Takes the stream's lease (epoch + 1) when it is released or expired, and reads where the run stands.
   *
   * @returns `busy` with the rest of the other holder's lease, when it is neither.
   */
  acquire(leaseMs: number): Promise<Acquired | { status: 'busy'; retryAfterMs: number }>;
  /** Prolongs the lease to `leaseMs` from now. @throws {LeaseLostError} also when it was let go. */
  renew(epoch: number, leaseMs: number): Promise<{ cancelRequested: boolean }>;
  /**
   * Lets the lease go. Does nothing when it is not ours any more.
   *
   * @param pageInDoubt Parts of the page at hand may have been written that no checkpoint knows of.
   */
  release(epoch: number, pageInDoubt: boolean): Promise<void>;
  /**
   * Compares mapped records with the ledger.
   *
   * Rows that are the same (hash, target fingerprint, nothing pending, not settled in this very page) are left out of
   * the answer: on unchanged data it is empty.
   *
   * With `forget`, known rows that differ lose their hash, unless the lease was lost: they are about to be written
   * without a mark. Were it not for this, A→B with a lost answer and then B→A in the source would look unchanged.
   */
  diff(query: DiffQuery): Promise<DiffRow[]>;
  /** Of source keys that claim target ids which others own under this fingerprint: the owner of each. */
  owners(
    fingerprint: string,
    targets: readonly { sourceKey: string; targetId: string }[],
  ): Promise<ReadonlyMap<string, string>>;
  /**
   * Stores intended writes as pending, all or none.
   *
   * @param as `page`: marks of new records, all those of the page at hand, whose bodies nobody will need. They are kept as
   *   one, and the checkpoint that moves past the page takes away what is left of them.
   * @throws {LeaseLostError}
   */
  mark(epoch: number, pageSeq: number, marks: readonly Mark[], as: 'records' | 'page'): Promise<void>;
  /** Writes of this stream whose outcome is unknown, oldest first; those marked as a page come whole, and without a body. */
  pending(limit: number): Promise<PendingEffect[]>;
  /** The groups of some keys, as far as they are there, as the last checkpoint left them. */
  groups(keys: readonly string[]): Promise<ReadonlyMap<string, GroupState>>;
  /** The groups behind a key in the order of the keys, at most `limit`; from the first on where it is null. */
  groupsAfter(key: string | null, limit: number): Promise<StoredGroup[]>;
  /** What the ledger knows of a target behind a key, in the order of the keys, beside what the pages show that were seen. */
  judgeAfter(fingerprint: string, key: string | null): Promise<JudgedRows>;
  /** Records behind a key in the order of the keys that wait for records they refer to, at most `limit`. */
  waitingAfter(key: string | null, limit: number): Promise<WaitingRecord[]>;
  /** Records missing in two complete readings running, in the order of their keys behind one; from the first on where it is null. */
  missingAfter(fingerprint: string, key: string | null, limit: number): Promise<MissingRow[]>;
  /**
   * One transaction: ledger rows, groups, dead letters, counters and, when `advance` is given, the page cursor.
   *
   * Settling a row takes its mark away. The lease is prolonged to `leaseMs` from now, and released by the checkpoint
   * that finishes the reading.
   *
   * @throws {LeaseLostError} when the epoch or the page sequence is not the stored one; nothing is changed then.
   */
  checkpoint(
    epoch: number,
    pageSeq: number,
    change: Checkpoint,
    leaseMs: number,
  ): Promise<{ cancelRequested: boolean }>;
}

export interface Acquired {
  status: 'acquired';
  epoch: number;
  pageSeq: number;
  /** Where this run's reading stands; `null` at the start. */
  cursor: Json;
  /** Up to where earlier readings have processed changes, as checkpoints stored it; `null` for not at all. */
  watermark: Json;
  /** The run has read everything. */
  finished: boolean;
  /**
   * Parts of the page at the cursor may have been written that no checkpoint knows of: a holder did not release, or
   * released saying so, and no checkpoint moved the cursor since.
   */
  pageInDoubt: boolean;
  /** Writes of a holder that is known to be dead may be carried out so long still. Default: 0. */
  quietMs?: number;
  counters: Counters;
  cancelRequested: boolean;
  /** There are writes whose outcome is unknown: `pending` lists them. */
  hasPending: boolean;
  /** Records wait, of this run or of one that did not come to its end: `waitingAfter` lists them. */
  hasWaiting: boolean;
}

export interface DiffQuery {
  epoch: number;
  fingerprint: string;
  pageSeq: number;
  /** Treat every hash as different (`full_resync`). */
  ignoreHashes: boolean;
  forget: boolean;
  /** Rows say whether several pages of the reading show their records: see `DiffRow.repeat`. Absent: they do not. */
  repeats?: { /** Source keys of which the page itself has several records. */ onPage: readonly string[] } | undefined;
  /**
   * `forms`: other texts that the row may go by; a row that is there by the key itself comes first. Without a hash, only the key is
   * asked about.
   */
  entries: readonly { sourceKey: string; hash: string | undefined; forms?: readonly string[] | undefined }[];
}

export interface DiffRow {
  /** Position in `DiffQuery.entries`. */
  index: number;
  /** The text that the ledger has for the key, where that is another of its forms. */
  storedKey?: string | undefined;
  /** The row would not be in the answer, if it were not for its key. */
  isSame?: boolean | undefined;
  /** Known to the ledger under this fingerprint, as written before. */
  known: boolean;
  /** Known with this very hash: it is here only because hashes are ignored, or because of the flags below. */
  sameHash: boolean;
  targetId: string | undefined;
  effectSeq: number;
  /** Settled, with this very hash, by an earlier attempt at this page of this run: neither write nor count it again. */
  settledHere: boolean;
  /** A creation was given up as in doubt: nobody knows whether the target has the record, or under which id. */
  unresolved: boolean;
  /** The record vanished from its source and was switched off since; nothing has been written for it after that. */
  deactivated: boolean;
  /** Several pages of the reading show a record of this key, as far as the row tells: absent where it does not. */
  repeat?: Repeat | undefined;
}

/**
 * A key that several pages of a reading show, or may show: where one page has several records of it, another reading may have
 * a page end between them. The row is not forgotten, whatever differs.
 *
 * A row tells that by the page that settled it: an earlier one of this run, or a later one of the run before. Or a checkpoint
 * wrote it down (`Checkpoint.repeats`).
 */
export interface Repeat {
  /** It is written down. */
  noted: boolean;
  /** An earlier page of this run showed the key. */
  again: boolean;
  /** Of which a record waits. */
  waits: boolean;
  /** The record is not as the row says, or hashes are ignored. */
  differs: boolean;
}

export interface Mark {
  sourceKey: string;
  effectSeq: number;
  effectId: string;
  /** The target that the write goes to. */
  fingerprint: string;
  operation: 'create' | 'update' | 'upsert' | 'delete';
  targetId: string | undefined;
  /** Hash of the mapped record that this write establishes. */
  hash: string;
  body: JsonObject;
}

export interface PendingEffect extends Mark {
  /** Time since it was marked, by the store's clock. */
  ageMs: number;
  /** Marked by this run; otherwise by an earlier one. */
  ownRun: boolean;
  /** The ledger knew the record before this write: an update, not a creation. */
  known: boolean;
}

export interface Settled {
  sourceKey: string;
  targetId: string | undefined;
  hash: string;
  effectSeq: number;
  /** See `DiffRow.unresolved`. Settling a row without it resolves the row. */
  unresolved: boolean;
  /** The record of the target was switched off, and was not written to be switched on. Default: false. */
  deactivated?: boolean;
}

/** A record of the target whose source record is gone. */
export interface MissingRow {
  sourceKey: string;
  targetId: string;
  effectSeq: number;
}

/** Rows of the ledger, up to one of them, beside what a whole reading has seen. */
export interface JudgedRows {
  counts: MissingCounts;
  /** Source keys that the reading did not see, and of which that is not known to have happened twice. */
  missed: readonly string[];
  /** Source keys that it saw, and that a reading before it did not. */
  found: readonly string[];
  /** Source keys that it did not see, as a reading before it, while another record claims their target record. */
  claimed: readonly string[];
  /** Source key of the last row; null where no row is behind it. */
  last: string | null;
}

/** What becomes of rows that were judged. */
export interface Judged {
  /** Source keys of rows that miss one reading more. */
  missed: readonly string[];
  /** Source keys of rows that miss nothing any more. */
  found: readonly string[];
  /** Source keys of rows that give their target records up to those that claim them. */
  claimed: readonly string[];
  ends: boolean;
  /** With `ends`: what the run leaves undone. */
  withheld: Withheld | undefined;
  /** With `ends`: what people are asked, unless they were asked the same before. */
  question?: GuardQuestion | undefined;
}

/** A group of an aggregation, while its records are read and until it is written. */
export interface StoredGroup {
  key: string;
  state: GroupState;
}

/** A record that refers to another one of the target, which is not there yet, or whose key may come again in the reading. */
export interface WaitingRecord {
  sourceKey: string;
  /** As read. */
  record: JsonObject;
  /** It was written without the reference, and counted. */
  counted: boolean;
}

export interface DeadLetter {
  sourceKey: string | undefined;
  code: string;
  field: string | undefined;
  message: string;
  record: JsonObject;
  /** Of a flow: the step that failed, and the item that it failed for. */
  step?: string | undefined;
  itemId?: string | undefined;
}

export interface Checkpoint {
  fingerprint: string;
  settled: readonly Settled[];
  /** Source keys of pending writes that will not be asked about again: the mark goes, the sequence stays used. */
  unmarked: readonly string[];
  /** Source keys whose rows claim nothing of the target's content any more: a write may have changed it. */
  forgotten: readonly string[];
  deadLetters: readonly DeadLetter[];
  counters: Counters;
  /** Groups that the page adds to; with `reset`, those that are there go first. */
  groups?: { reset: boolean; stored: readonly StoredGroup[] } | undefined;
  /** Records that wait from now on, and source keys of those that do no longer; with `reset`, all others are deleted first. */
  waiting?: { reset: boolean; stored: readonly WaitingRecord[]; done: readonly string[] } | undefined;
  /** Source keys of rows that several pages may show, of which this is the last one so far; and of those that this one alone shows. */
  repeats?: { again: readonly string[]; once: readonly string[] } | undefined;
  /** References that stay unresolved, to be added to those of the run. */
  unresolvedReferences?: number | undefined;
  /** Fields that no record had a value for so far. */
  emptyFields?: EmptyFields | undefined;
  /**
   * Keys that the page shows to be there, and those of rows whose target records others of the page claim; with `reset`, those
   * of an earlier reading go first.
   */
  seen?: { reset: boolean; sourceKeys: readonly string[]; claimed?: readonly string[] | undefined } | undefined;
  /** Rows were judged after a whole reading; with `ends`, the last ones, and what was seen is forgotten. */
  judged?: Judged | undefined;
  /** Source keys of rows whose target record is removed: they are as if it had never been written, but for their sequence. */
  removed?: readonly string[] | undefined;
  /** What is removed was switched off, and can be switched on again. */
  deactivates?: boolean | undefined;
  /** The page is settled in parts, of which this is not the last: where the cursor goes with that. */
  part?: { cursor: Json } | undefined;
  /** Moves the cursor past the page; absent when the page is not finished. */
  advance?: {
    cursor: Json;
    finished: boolean;
    /** Moves the watermark; `null` takes it away. */
    watermark?: Json | undefined;
  };
}

/** Another segment holds the stream: stop at once and write nothing more. */
export class LeaseLostError extends Error {
  constructor() {
    super('The lease of this stream was taken over by another segment.');
    this.name = 'LeaseLostError';
  }
}
