import type { Counters } from './counters.ts';
import type { RunOutcome } from './run-status.ts';

/**
 * What workflows and activities say to each other. Ids, cursors and counts only: everything here is kept in Temporal's
 * history.
 */
export interface RunInput {
  /** Version of this shape. */
  v: 1;
  orgId: `org_${string}`;
  integrationId: `int_${string}`;
  /** Also the workflow id. */
  runId: `run_${string}`;
}

export type BeginResult =
  /** The run is over: it was canceled before, or its first segment was all there was to do. */
  { status: 'finished'; outcome: RunOutcome; counters: Counters } | { status: 'running'; counters: Counters };

export interface SegmentReport {
  status: 'done' | 'more' | 'waiting' | 'canceled';
  /** Of the whole run so far. */
  counters: Counters;
  /** With `waiting`: when to come back. */
  retryAfterMs?: number;
}

export interface FinishInput extends RunInput {
  outcome: 'succeeded' | 'failed' | 'canceled';
}

export interface FinishResult {
  outcome: RunOutcome;
  counters: Counters;
}

/** The activities that `integrationRun` calls. */
export interface RunActivities {
  beginRun(input: RunInput): Promise<BeginResult>;
  runSegment(input: RunInput): Promise<SegmentReport>;
  finishRun(input: FinishInput): Promise<FinishResult>;
}
