import type { Meter } from '../core/meter.ts';
import type { EndedRun } from './finish-in-database.ts';

/** Counts a run that has ended, once that is committed. */
export function countRun(meter: Meter, { outcome, trigger, seconds }: EndedRun): void {
  // Runs that were skipped never began.
  if (outcome === 'skipped') return;
  meter.observe('hub_run_duration_seconds', { outcome, trigger }, seconds);
}
