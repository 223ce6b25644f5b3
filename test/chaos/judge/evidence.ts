import type { Body, Effect } from '../targets/journal.ts';

/** A run as its integration's owner saw it. Times in milliseconds since 1970. */
export interface SeenRun {
  id: string;
  /** When it was known to be ordered. */
  orderedAt: number;
  /** As the hub tells; absent while it is not over. */
  endedAt?: number;
  status: string;
  /** Why it failed. */
  error?: string;
  counters: { created: number; updated: number; deleted: number; failed: number };
}

/** A run that ended `canceled`, and how long nobody asked for the next one. */
export interface Quiet {
  runId: string;
  from: number;
  until: number;
  /** Its counters when it was over, and at the end of the quiet time. */
  counters: [string, string];
}

/** What is known of one integration when all is over. */
export interface FlowEvidence {
  flow: string;
  repeats: 'strict' | 'repeatable';
  pageSize: number;
  expected: ReadonlyMap<string, Body>;
  effects: readonly Effect[];
  runs: readonly SeenRun[];
  quiets: readonly Quiet[];
}

/** A kill, or the end of a stillness. */
export interface SeenStrike {
  victim: string;
  from: number;
  /** When what was hit could begin to recover: at once, or when it moved again. */
  at: number;
}

/** Something that must not be, in words. */
export interface Finding {
  kind: 'lost' | 'doubled' | 'wrong' | 'stuck' | 'late_write';
  flow: string;
  message: string;
}
