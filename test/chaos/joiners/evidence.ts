import type { Effect } from '../targets/journal.ts';
import type { Joiner } from './joiners.ts';

/** What was said to the hub of one joiner, and what of it the hub took. */
export interface Said<T> {
  sent: T[];
  /** What was answered as taken. Where that answer was lost, nothing is. */
  taken: T[];
  /** When the first was sent, in milliseconds since 1970. */
  at: number;
}

export interface Decision {
  decision: 'approve' | 'reject';
  comment: string;
}

/** All that is known of the joiners when all is over. */
export interface JoinersEvidence {
  joiners: readonly Joiner[];
  effects: readonly Effect[];
  decisions: ReadonlyMap<string, Said<Decision>>;
  /** What the hub tells of each approval in the end, by the keys of the items. */
  decided: ReadonlyMap<string, Decision[]>;
  answers: ReadonlyMap<string, Said<number>>;
  /** Items of the integration that are no children. */
  items: readonly { key: string; status: string }[];
  /** Runs that did not come to an end. */
  openRuns: readonly string[];
}

/** Something that must not be, in words. */
export interface ItemFinding {
  kind: 'lost' | 'doubled' | 'joins_wrong' | 'decisions_wrong';
  message: string;
}
