import { z } from 'zod';
import { weekdays } from '../schedule/schedule-trigger.ts';

/** Longest iCalendar text of one calendar, in characters. */
export const icalendarMax = 65_536;
const weeklyMax = 100;
const datesMax = 1000;
const hoursMax = 24;

const from = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Must be a time of day: 09:00.')
  .meta({ description: 'The time of day at which it begins.', example: '09:00' });
const to = z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Must be a time of day: 17:30, or 24:00 for the end of the day.')
  .meta({
    description: 'The time of day at which it ends, on the next day where that is not later than `from`.',
    example: '17:30',
  });
const date = z.iso.date({ message: 'Must be a date: 2026-12-24.' });
const weekday = z.enum(weekdays);

/** What a calendar says of time. What fits together is said by `checkCalendar`. */
export const calendarTimes = z.strictObject({
  timezone: z
    .string()
    .max(64)
    .default('UTC')
    .meta({ description: 'IANA name of the time zone whose clock counts.', example: 'Europe/Berlin' }),
  weekly: z
    .array(
      z
        .strictObject({
          on: z
            .union([weekday, z.array(weekday).min(1).max(7)])
            .meta({ description: 'Days of the week.', example: ['mon', 'tue', 'wed', 'thu', 'fri'] }),
          from,
          to,
        })
        .meta({ id: 'CalendarWeekly' }),
    )
    .max(weeklyMax)
    .optional()
    .meta({
      description: 'Hours of each week that are in the calendar.',
      example: [{ on: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:30' }],
    }),
  dates: z
    .array(
      z
        .strictObject({
          from: date.meta({ description: 'The first day.', example: '2026-12-24' }),
          to: date.optional().meta({ description: 'The last day. Default: the first one.', example: '2027-01-01' }),
          hours: z
            .array(z.strictObject({ from, to }).meta({ id: 'CalendarHours' }))
            .max(hoursMax)
            .optional()
            .meta({
              description:
                'Hours that are in the calendar on these days; none with an empty list. Default: whole days.',
              example: [],
            }),
        })
        .meta({ id: 'CalendarDates' }),
    )
    .max(datesMax)
    .optional()
    .meta({
      description:
        'Days that follow hours of their own instead of `weekly`. Of several that name a day, the last one counts.',
      example: [{ from: '2026-12-24', to: '2027-01-01', hours: [] }],
    }),
  icalendar: z.string().max(icalendarMax).optional().meta({
    description: 'Text of an iCalendar file (RFC 5545), whose events are added or taken out.',
    example:
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20261224\r\nRRULE:FREQ=YEARLY\r\nEND:VEVENT\r\nEND:VCALENDAR',
  }),
  icalendar_events: z.enum(['in', 'out']).default('in').meta({
    description: 'Whether the events of `icalendar` are `in` the calendar, or taken `out` of it, as holidays are.',
  }),
});

export type CalendarTimes = z.infer<typeof calendarTimes>;
