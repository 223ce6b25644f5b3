import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { invalidRequest } from '../../core/errors.ts';
import { checkTimes } from '../../engine/schedule/check-schedule.ts';
import { compileSchedule } from '../../engine/schedule/compile-schedule.ts';
import { listOccurrences } from '../../engine/schedule/list-occurrences.ts';
import { showLocal } from '../../engine/schedule/show-local.ts';
import { scheduleDefaults, scheduleTimes } from '../../engine/schedule/schedule-trigger.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { instant, timestamp } from '../shared/schemas.ts';
import { messages } from '../../core/messages.ts';

const timesShown = 10;

export const previewScheduleInput = scheduleTimes
  .extend({
    after: instant
      .optional()
      .meta({ format: 'date-time', description: 'Show the times after this instant. Default: now.' }),
  })
  .meta({ id: 'SchedulePreviewInput' });

export const schedulePreviewRecord = z
  .object({
    times: z.array(
      z.object({
        at: timestamp,
        local: z.string().meta({
          format: 'date-time',
          description: 'The same on the clock of the time zone, with its offset from UTC.',
          examples: ['2026-11-22T02:30:00+01:00'],
        }),
        clock_change: z.enum(['left_out', 'first_of_two']).optional().meta({
          description:
            'The clock is changed on this day: it leaves the time out, so that the next moment counts, or shows it twice, and the first counts.',
        }),
      }),
    ),
  })
  .meta({ id: 'SchedulePreview' });

/**
 * Shows the next ten times of a schedule that need not be saved; fewer where it ends before.
 *
 * @throws {HubError} `invalid_request` with what is wrong with it.
 */
export function previewSchedule({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.infer<typeof previewScheduleInput>;
}): z.infer<typeof schedulePreviewRecord> {
  requireScope(ctx, 'integrations:read');
  const { after, ...times } = input;
  const problems = checkTimes(times);
  if (problems.length > 0) throw invalidRequest(messages.scheduleInvalid, problems);
  const from = after === undefined ? ctx.clock.now() : Date.parse(after);
  return {
    times: listOccurrences(compileSchedule(times), { after: from, limit: timesShown }).map(({ at, clockChange }) => ({
      at: toTimestamp(at),
      local: showLocal(times.timezone ?? scheduleDefaults.timezone, at),
      ...(clockChange === undefined ? {} : { clock_change: clockChange }),
    })),
  };
}
