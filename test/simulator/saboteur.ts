import type { Plan } from '../../engine/plan.ts';
import type { SegmentSteps } from '../../engine/run-segment.ts';
import type { SegmentLimits, SegmentPorts, SegmentSignals } from '../../engine/segment.ts';
import type { Invariant } from './verdict.ts';
import type { WorldConfig } from './world.ts';

/** What a segment is called with. */
export interface SegmentCall {
  plan: Plan;
  ports: SegmentPorts;
  limits: SegmentLimits;
  signals: SegmentSignals;
  steps: Partial<SegmentSteps>;
}

/** A bug planted between the engine and its world, to see that the simulator notices. */
export interface Saboteur {
  name: string;
  /** What it breaks; any one of them counts as caught. */
  breaks: readonly Invariant[];
  /** Worlds in which it can show at all. */
  shows?(world: WorldConfig): boolean;
  sabotage(call: SegmentCall): SegmentCall;
}
