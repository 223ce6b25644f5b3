import type { Meter } from '../core/telemetry/meter.ts';
import type { RunTrigger } from '../core/enums.ts';
import type { FinishResult } from '../core/pure/run-messages.ts';

/** A run that has just ended. */
export interface EndedRun extends FinishResult {
  trigger: RunTrigger;
  /** Since it began. */
  seconds: number;
}

/** Counts a run that has ended, once that is committed. */
export function countRun(meter: Meter, { outcome, trigger, seconds }: EndedRun): void {
  // Runs that were skipped never began.
  if (outcome === 'skipped') return;
  meter.observe('hub_run_duration_seconds', { outcome, trigger }, seconds);
}
