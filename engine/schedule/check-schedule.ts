import type { FieldError } from '../../core/errors.ts';
import { compileSchedule, isRhythm, toList } from './compile-schedule.ts';
import { readDuration } from './duration.ts';
import { isZone, suggestZone } from './find-zone.ts';
import { findNext } from './list-occurrences.ts';
import { readCron } from './read-cron.ts';
import { type ScheduleTimes, type ScheduleTrigger, weekdays } from './schedule-trigger.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The shortest interval between runs of a schedule. */
export const intervalMinMs = minuteMs;
const intervalMaxMs = 366 * dayMs;
const jitterMaxMs = 6 * hourMs;
const catchUpMaxMs = 30 * dayMs;

/** Whether a schedule ever has a time does not depend on when it is asked. */
const someTime = Date.UTC(2026, 0, 1);

/**
 * Looks at what shapes alone do not tell of the times of a schedule: what excludes each other, zones, cron fields, lengths.
 *
 * @returns problems, by paths within the trigger.
 */
export function checkTimes(times: ScheduleTimes): FieldError[] {
  const { every, cron, starts_at: startsAt, ends_at: endsAt } = times;
  const problems: FieldError[] = [];
  const add = (path: string, code: string, message: string, more: Partial<FieldError> = {}): void => {
    problems.push({ path, code, message, ...more });
  };
  if (every === undefined && cron === undefined)
    add('every', 'required', 'Say when: with `every`, such as daily or 15m, or with `cron`.');
  if (every !== undefined && cron !== undefined)
    add('cron', 'conflict', '`every` and `cron` exclude each other. Leave one of them out.');
  if (every !== undefined) problems.push(...checkEvery(times, every));
  if (cron !== undefined) problems.push(...checkCron(times, cron));
  if (times.timezone !== undefined) problems.push(...checkZone(times.timezone));
  if (startsAt !== undefined && endsAt !== undefined && Date.parse(endsAt) <= Date.parse(startsAt))
    add('ends_at', 'invalid_value', 'A schedule ends after it starts.');
  if (problems.length === 0 && findNext(compileSchedule({ ...times, ends_at: undefined }), someTime) === undefined)
    add(cron === undefined ? 'every' : 'cron', 'never', 'This never happens: no year has such a day.');
  return problems;
}

/** The same for a whole trigger. */
export function checkSchedule(trigger: ScheduleTrigger): FieldError[] {
  const problems = checkTimes(trigger);
  const { jitter, catch_up_within: within, every = '' } = trigger;
  const jitterMs = jitter === undefined ? 0 : (readDuration(jitter) ?? 0);
  const everyMs = isRhythm(every) ? undefined : readDuration(every);
  const most = Math.min(jitterMaxMs, everyMs === undefined ? jitterMaxMs : everyMs - 1);
  if (jitterMs > most) {
    const message =
      everyMs !== undefined && everyMs <= jitterMaxMs
        ? `A jitter is shorter than the interval, ${every}.`
        : 'A jitter has at most 6h.';
    problems.push({ path: 'jitter', code: 'out_of_range', message });
  }
  if (within !== undefined && (readDuration(within) ?? 0) > catchUpMaxMs)
    problems.push({
      path: 'catch_up_within',
      code: 'out_of_range',
      message: 'Times are caught up within 30d at most.',
    });
  return problems;
}

function checkEvery({ at, on }: ScheduleTimes, every: string): FieldError[] {
  const problems: FieldError[] = [];
  const add = (path: string, code: string, message: string): void => {
    problems.push({ path, code, message });
  };
  const everyMs = isRhythm(every) ? undefined : readDuration(every);
  if (everyMs !== undefined && everyMs < intervalMinMs) add('every', 'out_of_range', 'The shortest interval is 1m.');
  else if (everyMs !== undefined && everyMs > intervalMaxMs)
    add('every', 'out_of_range', 'The longest interval is 366d.');
  else if (everyMs !== undefined && everyMs % minuteMs !== 0)
    add('every', 'out_of_range', 'An interval has whole minutes: 2m.');
  if (everyMs !== undefined && at !== undefined)
    add('at', 'conflict', 'An interval has no time of day. Let it begin with `starts_at`, or use daily.');
  for (const time of at === undefined || everyMs !== undefined ? [] : toList(at)) {
    if (time.startsWith(':') === (every === 'hourly')) continue;
    add(
      'at',
      'invalid_value',
      every === 'hourly' ? 'Of hourly, `at` is minutes only: :30.' : 'Say the hour, too: 09:30.',
    );
  }
  const days = on === undefined ? [] : toList(on);
  if (days.length > 0 && every !== 'weekly' && every !== 'monthly')
    add('on', 'conflict', '`on` goes with weekly or monthly only.');
  if (every === 'weekly' && days.some((day) => typeof day === 'number'))
    add('on', 'invalid_value', `Of weekly, \`on\` is days of the week: ${weekdays.join(', ')}.`);
  if (every === 'monthly' && days.some((day) => typeof day === 'string'))
    add('on', 'invalid_value', 'Of monthly, `on` is days of the month: 1 to 31.');
  return problems;
}

function checkCron({ at, on }: ScheduleTimes, cron: string): FieldError[] {
  const problems: FieldError[] = [];
  const read = readCron(cron);
  if (!read.ok) problems.push({ path: 'cron', code: 'invalid_value', message: read.message });
  for (const [path, value] of [
    ['at', at],
    ['on', on],
  ] as const) {
    if (value === undefined) continue;
    problems.push({ path, code: 'conflict', message: `\`cron\` says it all: leave \`${path}\` out.` });
  }
  return problems;
}

/** Looks whether the `timezone` of something is one. */
export function checkZone(name: string): FieldError[] {
  if (isZone(name)) return [];
  const suggestion = suggestZone(name);
  return [
    {
      path: 'timezone',
      code: 'unknown_timezone',
      message: `Unknown time zone "${name}". Use an IANA name, such as Europe/Berlin.`,
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  ];
}
