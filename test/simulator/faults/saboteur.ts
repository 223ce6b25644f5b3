import type { Plan } from '../../../engine/plan.ts';
import type { SegmentSteps } from '../../../engine/segment/run-segment.ts';
import type { SegmentLimits, SegmentPorts, SegmentSignals } from '../../../engine/segment/segment.ts';
import type { Activation } from '../temporal/workflow-instance.ts';
import type { Invariant } from '../checks/verdict.ts';
import type { WorldConfig } from '../world.ts';

/** What a segment is called with. */
export interface SegmentCall {
  plan: Plan;
  ports: SegmentPorts;
  limits: SegmentLimits;
  signals: SegmentSignals;
  steps: Partial<SegmentSteps>;
}

/** Bugs around segments: in the workflow, in what begins and ends runs, and in what looks after them. */
export interface LifeSabotage {
  /** Ends a run without regard to who may still write. */
  finishesAtOnce?: boolean;
  /** Takes a segment that was told to stop for stopped. */
  leavesCanceled?: boolean;
  /** Segments do not begin runs whose start the database forgot. */
  trustsTemporal?: boolean;
  /** Nobody looks for runs that Temporal lost. */
  neverReconciles?: boolean;
  /** What a workflow reads, beside its history, has changed when it is replayed. */
  distortReplay?(activation: Activation): Activation;
}

/** A bug planted between the engine and its world, to see that the simulator notices. */
export interface Saboteur {
  name: string;
  /** What it breaks; any one of them counts as caught. */
  breaks: readonly Invariant[];
  /** Worlds in which it can show at all. */
  shows?(world: WorldConfig): boolean;
  sabotage(call: SegmentCall): SegmentCall;
  /** It shows only where real workflows carry runs. */
  life?: LifeSabotage;
}
