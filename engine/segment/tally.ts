import { type Counters, noCounters } from '../../core/pure/counters.ts';
import type { Effect, EffectResult } from '../../core/records.ts';
import type { DeadLetter, Settled, WaitingRecord } from '../ports.ts';
import type { Candidate, PreparedPage } from '../stages/page.ts';

/** One candidate on its way to the target. */
export interface Intent {
  candidate: Candidate;
  known: boolean;
  /** The ledger holds this very content: an unchanged target is no earlier attempt's work. */
  sameHash: boolean;
  effectSeq: number;
  effect: Effect;
}

/** Records of a page whose keys other pages of the reading show as well. */
interface Repeats {
  /** They wait for the end of the reading. */
  held: WaitingRecord[];
  /** Source keys of records of earlier pages that wait no longer: the page shows what became of them. */
  released: string[];
  /** Source keys of rows that several pages may show, and of those that this page alone shows so far. */
  again: string[];
  once: string[];
  /** Source keys that an earlier page is known to have shown. */
  found: string[];
}

/** What becomes of a page's records, added up on the way. */
export interface Tally {
  /** Records that nothing was written for. */
  counters: Counters;
  writtenCounters: Counters;
  deadLetters: DeadLetter[];
  settled: Settled[];
  unmarked: string[];
  /** Source keys of rows whose target records others claim. */
  claimed: Set<string>;
  repeats: Repeats;
  /** Effects that are not carried out, or nobody knows. */
  open: number;
  hasUnsent: boolean;
  inDoubt: boolean;
}

export function startTally(page: PreparedPage): Tally {
  return {
    counters: { ...page.counters },
    writtenCounters: { ...noCounters },
    deadLetters: [...page.deadLetters],
    settled: [],
    unmarked: [],
    claimed: new Set(),
    repeats: { held: [], released: [], again: [], once: [], found: [] },
    open: 0,
    hasUnsent: false,
    inDoubt: false,
  };
}

export function takeResult(
  tally: Tally,
  intent: Intent,
  result: EffectResult,
  { owner, mayBeOurs }: { owner: string | undefined; mayBeOurs: boolean },
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
      tally.hasUnsent = true;
      return;
    case 'in_doubt':
      tally.open += 1;
      tally.inDoubt = true;
      return;
    default:
      if (owner !== undefined) {
        tally.unmarked.push(sourceKey);
        refuseShared(tally, intent.candidate, owner);
        return;
      }
      if (intent.candidate.counted !== true)
        countWritten(result.outcome, intent.known, mayBeOurs, tally.writtenCounters);
      tally.settled.push(toSettled(intent, result.targetId));
  }
}

/** The record becomes a dead letter. @param owner Whose target record it claims; absent where that is not in the ledger yet. */
export function refuseShared(tally: Tally, candidate: Candidate, owner: string | undefined): void {
  if (owner !== undefined) tally.claimed.add(owner);
  refuse(tally, candidate, sharedTarget);
}

/** The record becomes a dead letter. */
export function refuse(
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
export function countUnchanged(tally: Tally, unchanged: number): void {
  tally.counters.read += unchanged;
  tally.counters.skipped += unchanged;
}

export const unresolvedBefore = {
  code: 'in_doubt',
  message: 'An earlier creation of this record is in doubt: a person must find out whether the target has it.',
};
export const sharedTarget = { code: 'duplicate_target', message: 'Another source record owns this target record.' };

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

/** Takes what is carried out, and was not checkpointed so far. */
export function takeSettled(tally: Tally): { settled: Settled[]; counters: Counters } {
  const { settled, writtenCounters: counters } = tally;
  tally.settled = [];
  tally.writtenCounters = { ...noCounters };
  return { settled, counters };
}
