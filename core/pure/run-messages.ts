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
  runId: `run_${string}`;
  /** How often the run was woken before, as its workflow's id has it. Default: 0. */
  wake?: number;
}

/** Items of a run that wait at a step. Ids and counts, as everything here. */
export interface ParkedItems {
  step: string;
  items: number;
  /** When the first of them goes on by itself. */
  until?: string | undefined;
}

/** How many items of a run came to a step of its flow, and what became of them there. */
export interface StepCount {
  step: string;
  passed: number;
  /** Let past it by a person. */
  skipped: number;
  failed: number;
  /** Those that stand at it. */
  waiting: number;
  /** Only the first items of the run are counted. */
  partial?: boolean;
}

/** All that the run has still to do waits: its workflow ends, and another one begins when it is woken. */
export interface Parked {
  status: 'parked';
  counters: Counters;
  waits: ParkedItems[];
  /** Of a flow. Absent where no step was reached. */
  steps?: StepCount[] | undefined;
}

export type BeginResult =
  /** The run is over: it was canceled before, or its first segment was all there was to do. */
  ({ status: 'finished' } & FinishResult) | { status: 'running'; counters: Counters } | Parked;

export type SegmentReport =
  | Parked
  | {
      status: 'done' | 'more' | 'waiting' | 'canceled';
      /** Of the whole run so far. */
      counters: Counters;
      /** With `waiting`: when to come back. */
      retryAfterMs?: number;
      /** As of `Parked`. */
      steps?: StepCount[] | undefined;
    };

export interface FinishInput extends RunInput {
  outcome: 'succeeded' | 'failed' | 'canceled';
}

export interface FinishResult {
  outcome: RunOutcome;
  counters: Counters;
  /** As of `Parked`. */
  steps?: StepCount[] | undefined;
}

/** The activities that `integrationRun` calls. */
export interface RunActivities {
  beginRun(input: RunInput): Promise<BeginResult>;
  runSegment(input: RunInput): Promise<SegmentReport>;
  finishRun(input: FinishInput): Promise<FinishResult>;
}
