import { toTimestamp } from '../../core/clock.ts';
import { compileSchedule } from '../../engine/schedule/compile-schedule.ts';
import { readDuration } from '../../engine/schedule/duration.ts';
import { findDelay } from '../../engine/schedule/find-delay.ts';
import { findNext, listOccurrences } from '../../engine/schedule/list-occurrences.ts';
import type { ScheduleTrigger } from '../../engine/schedule/schedule-trigger.ts';
import type { DueTick } from './decide-ticks.ts';

/** A schedule as it is stored, ready to be computed. */
export interface StoredSchedule {
  /** UUID. */
  workflowId: string;
  trigger: ScheduleTrigger;
  /** Milliseconds since 1970. */
  accountedUntil: number;
}

/** Ticks that are written at once; what is left follows in another transaction. */
export const ticksMax = 1000;

/**
 * The times that have come and have no tick yet, ascending, at most `ticksMax`.
 *
 * A time whose delay is not over holds back those behind it, so that ticks are in the order of their times.
 */
export function listDue(schedule: StoredSchedule, now: number): { due: DueTick[]; hasMore: boolean } {
  const compiled = compileSchedule(schedule.trigger);
  const passed = listOccurrences(compiled, { after: schedule.accountedUntil, upTo: now, limit: ticksMax + 1 });
  const all = passed.map(({ at }) => ({ at, dueAt: at + delayOf(schedule, at) }));
  const early = all.findIndex(({ dueAt }) => dueAt > now);
  const due = early === -1 ? all : all.slice(0, early);
  return { due: due.slice(0, ticksMax), hasMore: due.length > ticksMax };
}

/** When the next run is due after a time that has its tick, delay included, as a timestamp; null where none follows. */
export function findNextDue(schedule: Omit<StoredSchedule, 'accountedUntil'>, after: number): string | null {
  const next = findNext(compileSchedule(schedule.trigger), after);
  return next === undefined ? null : toTimestamp(next.at + delayOf(schedule, next.at));
}

function delayOf({ workflowId, trigger }: Omit<StoredSchedule, 'accountedUntil'>, at: number): number {
  return findDelay(workflowId, at, trigger.jitter === undefined ? 0 : (readDuration(trigger.jitter) ?? 0));
}
