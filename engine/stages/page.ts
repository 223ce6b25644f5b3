import type { Json, JsonObject } from '../../core/json.ts';
import { type Counters, noCounters } from '../../core/pure/counters.ts';
import type { SourcePage } from '../../core/records.ts';
import type { Contribution } from '../../transforms/compile-aggregate.ts';
import type { Position } from '../position.ts';
import type { Checkpoint, DeadLetter, WaitingRecord } from '../ports.ts';
import type { SegmentPorts } from '../segment/segment.ts';

/** A page read, filtered and mapped: everything that needs no look at the ledger. */
export interface PreparedPage {
  /** The cursor behind the page; `undefined` behind the last one. */
  next: Json | undefined;
  /** What stands behind the page is not complete before the page is settled: the next is not read ahead. */
  isBarrier?: boolean | undefined;
  watermark?: Json | undefined;
  bytes: number;
  candidates: Candidate[];
  /** What the page adds to groups, in the order of reading; only of pages of the source of a plan with an aggregation. */
  collected?: Collected;
  /** The page has the last groups: when it is settled, they are needed no longer. */
  endsGroups?: true | undefined;
  /** Source keys that the page shows to be there, in a whole reading; with `reset`, those of an earlier one go first. */
  seen?: Checkpoint['seen'];
  /** Other pages of the reading may show records of the same keys, and the last one counts: those that this one has several of. */
  repeated?: Set<string> | undefined;
  /** Where the run goes on behind the last page of its source, if records wait for that. */
  behindSource?: Json | undefined;
  /** The page has no records: what is missing is judged or removed, from here on. */
  removal?: Position | undefined;
  /** The page is the first of a reading from the beginning. */
  isFirst?: boolean | undefined;
  /** What the page is for a plan whose records refer to others that it writes. */
  references?: ReferenceStep | undefined;
  /** Source keys of records that refer to what the target does not have, while the page is made. */
  unresolved?: Set<string> | undefined;
  /** Of these, the records that go no further before it has; absent where they fail. */
  held?: WaitingRecord[] | undefined;
  /** Records that cannot be mapped. */
  deadLetters: DeadLetter[];
  /** What the page counts for, apart from its candidates and contributions. */
  counters: Counters;
}

export interface Collected {
  contributions: Contribution[];
  /** The page is the first: groups of an earlier reading go. */
  reset: boolean;
}

/** A record that wants to be in the target. */
export interface Candidate {
  sourceKey: string;
  hash: string;
  body: JsonObject;
  /** As read: kept with its dead letter if the target refuses it. */
  record: JsonObject;
  /** The run has counted the record before: only its failure counts. */
  counted?: boolean | undefined;
}

/** What a page adds to the records that wait for others, and takes from them. */
export interface ReferenceStep {
  /** Waiting records are looked at again. */
  again: boolean;
  waiting: NonNullable<Checkpoint['waiting']>;
  /** References that stay unresolved in this run. */
  unresolved: number;
}

/** What a page is read and worked on with. */
export type PreparePorts = Pick<SegmentPorts, 'source' | 'scripts' | 'searched'>;

export function startPage({ next, watermark, bytes }: Omit<SourcePage, 'records'>): PreparedPage {
  return { next, watermark, bytes, candidates: [], deadLetters: [], counters: { ...noCounters } };
}

/** The record goes no further, and nothing is wrong with it. */
export function leaveOut({ counters }: PreparedPage): void {
  counters.read += 1;
  counters.skipped += 1;
  counters.filtered += 1;
}

export function fail({ counters, deadLetters }: PreparedPage, deadLetter: DeadLetter): void {
  counters.read += 1;
  counters.failed += 1;
  deadLetters.push(deadLetter);
}
