import type { TickReason } from '../../core/enums.ts';
import { readDuration } from '../../engine/schedule/duration.ts';
import { scheduleDefaults, type ScheduleTrigger } from '../../engine/schedule/schedule-trigger.ts';

/** Up to so late, a time is on time: whatever `catch_up` says. */
const onTimeMs = 60_000;

/** A time of a schedule that has come. Milliseconds since 1970. */
export interface DueTick {
  /** The time that the schedule asks for. */
  at: number;
  /** The same with its delay, when its run is to start. */
  dueAt: number;
}

/** What a tick is to become: the reason for which it is missed, or a run. */
export type Decision = 'run' | Extract<TickReason, 'too_late' | 'later_one_ran'>;

/**
 * Says which of the times that have come start a run, as the schedule's `catch_up` has it.
 *
 * @param due Ascending.
 * @param known.hasMore There are later ones that have come as well.
 */
export function decideTicks(
  trigger: Pick<ScheduleTrigger, 'catch_up' | 'catch_up_within'>,
  due: readonly DueTick[],
  { now, hasMore }: { now: number; hasMore: boolean },
): Decision[] {
  const catchUp = trigger.catch_up ?? scheduleDefaults.catch_up;
  const within = trigger.catch_up_within ?? scheduleDefaults.catch_up_within;
  const withinMs = Math.max(onTimeMs, catchUp === 'none' ? 0 : (readDuration(within) ?? 0));
  return due.map(({ dueAt }, index) => {
    if (now - dueAt > withinMs) return 'too_late';
    const isLast = !hasMore && index === due.length - 1;
    return isLast || catchUp === 'all' ? 'run' : 'later_one_ran';
  });
}
