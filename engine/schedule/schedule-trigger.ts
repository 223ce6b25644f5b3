import { z } from 'zod';
import { concurrencyModes } from '../../core/enums.ts';
import { triggerId } from '../triggers/trigger-id.ts';
import { triggerOptions } from '../inputs/trigger-options.ts';
import { durationPattern } from './duration.ts';

/** Rhythms that follow the calendar of the time zone. */
export const rhythms = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const catchUpModes = ['none', 'last', 'all'] as const;

const duration = z.string().regex(durationPattern, 'Must be a number and a unit, s, m, h or d: 15m.');
const clockTime = z.string().regex(/^(?:[01]\d|2[0-3])?:[0-5]\d$/, 'Must be a time of day: 09:30. Of `hourly`: :30.');
const weekday = z.enum(weekdays);
const dayOfMonth = z.int().min(1).max(31);
const instant = z.iso.datetime({ offset: true, message: 'Must be an instant: 2026-11-21T11:35:00Z.' });

/** When a schedule starts runs: what can be previewed. What fits together is said by `checkSchedule`. */
export const scheduleTimes = z.strictObject({
  every: z
    .string()
    .regex(/^(?:hourly|daily|weekly|monthly|[1-9]\d{0,5}[smhd])$/, 'Must be hourly, daily, weekly, monthly or 15m.')
    .optional()
    .meta({
      description:
        '`hourly`, `daily`, `weekly` or `monthly` by the clock of the time zone; or an interval such as `15m`, `2h` or `1d`, at least `1m`, in even steps from `starts_at` on, else from midnight UTC of 1 January 1970. Either this or `cron`.',
      examples: ['daily'],
    }),
  at: z
    .union([clockTime, z.array(clockTime).min(1).max(24)])
    .optional()
    .meta({
      description:
        'Time of day, or several. Default: `00:00`. Of `hourly`: minutes past the hour, `:30`. A time that the clock leaves out when it is turned forward counts as the next moment there is; of a time that it shows twice, the first counts.',
      examples: ['02:30'],
    }),
  on: z
    .union([
      weekday,
      dayOfMonth,
      z
        .array(z.union([weekday, dayOfMonth]))
        .min(1)
        .max(31),
    ])
    .optional()
    .meta({
      description:
        'Of `weekly`: days of the week, default `mon`. Of `monthly`: days of the month, default 1; a day that the month does not have counts as its last one.',
      examples: [['mon', 'thu']],
    }),
  cron: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({
      description:
        'Five fields: minute, hour, day of the month, month, day of the week, as in crontab(5). With an hour of `*`, an hour that the clock shows twice counts twice.',
      examples: ['30 2 * * mon-fri'],
    }),
  timezone: z
    .string()
    .max(64)
    .optional()
    .meta({
      description: 'IANA name of the zone whose clock counts. Default: the `timezone` of the integration, or `UTC`.',
      examples: ['Europe/Berlin'],
    }),
  starts_at: instant
    .optional()
    .meta({ format: 'date-time', description: 'No run before this instant. An interval counts from here.' }),
  ends_at: instant.optional().meta({ format: 'date-time', description: 'No run at this instant or later.' }),
});

/** A trigger that starts runs at times. */
export const scheduleTrigger = scheduleTimes
  .extend({
    type: z.literal('schedule'),
    id: triggerId.optional(),
    jitter: duration.optional().meta({
      description:
        'Each run is put off by up to so long, at most `6h` and less than an interval: always the same for the same time. Default: not at all.',
      examples: ['5m'],
    }),
    catch_up: z.enum(catchUpModes).optional().meta({
      description:
        'Which times run late, that passed while the hub was down: `none`, only the `last` one (default), or `all` of them. One that is up to a minute late is not missed.',
    }),
    catch_up_within: duration.optional().meta({
      description: 'Times that passed longer ago are missed. Default: `24h`; at most `30d`.',
      examples: ['24h'],
    }),
    options: triggerOptions.optional().meta({ description: 'Of the runs that it starts.' }),
    not_in: z.string().min(1).max(255).optional().meta({
      description: 'A calendar, by name or id, which is stored. Times that are in it start nothing.',
      example: 'Public holidays',
    }),
    concurrency: z.enum(concurrencyModes).optional().meta({
      description:
        'What happens to its run while another one of the integration executes. Default: as the integration says.',
    }),
  })
  .meta({ id: 'ScheduleTrigger' });

/** What counts for members that are left out. Definitions are stored as they were sent. */
export const scheduleDefaults = { timezone: 'UTC', catch_up: 'last', catch_up_within: '24h' } as const;

export type ScheduleTimes = z.infer<typeof scheduleTimes>;
export type ScheduleTrigger = z.infer<typeof scheduleTrigger>;
