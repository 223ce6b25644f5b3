import { FormulaError } from '../../values/formula-error.ts';
import { splitLocal } from '../../values/local-time.ts';
import { Timestamp } from '../../values/timestamp.ts';
import { findOffset, fromLocal } from '../../values/zone.ts';
import { example, type FunctionFamily, overload, parameter } from '../define.ts';
import { boolean, text, timestamp } from '../signature.ts';

/** Hours of one day of the week, in seconds from its midnight. */
interface Hours {
  /** Monday is 1, Sunday 7. */
  weekday: number;
  from: number;
  to: number;
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const entry = /^([a-z]{3})(?:-([a-z]{3}))? (\d{2}):(\d{2})-(\d{2}):(\d{2})$/;
const day = 86_400;
/** The same day of the next week counts, too: today's hours may be over. */
const daysAhead = 7;

/** Texts of formulas are constants, as a rule: each is read once. */
const known = new Map<string, readonly Hours[]>();
const knownMax = 1000;

function readHours(written: string): readonly Hours[] {
  const read = known.get(written) ?? written.split(',').flatMap((one) => readEntry(one.trim()));
  if (known.size >= knownMax) known.clear();
  known.set(written, read);
  return read;
}

function readEntry(written: string): Hours[] {
  const [, first = '', last = first, ...clock] = entry.exec(written) ?? [];
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = clock.map(Number);
  const [begin, end] = [weekdays.indexOf(first), weekdays.indexOf(last)];
  const [from, to] = [(fromHour * 60 + fromMinute) * 60, (toHour * 60 + toMinute) * 60];
  const isClock = fromMinute < 60 && toMinute < 60 && from < to && to <= day;
  if (begin < 0 || end < begin || !isClock) {
    throw new FormulaError('invalid_argument', 'Hours are written as `mon-fri 09:00-17:00, sat 10:00-14:00`');
  }
  return weekdays.slice(begin, end + 1).map((_, index) => ({ weekday: begin + index + 1, from, to }));
}

/** Local seconds since 1970 of an instant, and of the midnight before it. */
function localOf(at: Timestamp, zone: string): { local: number; midnight: number } {
  const local = at.seconds + findOffset(zone, at.seconds);
  return { local, midnight: Math.floor(local / day) * day };
}

function isOpen(at: Timestamp, hours: readonly Hours[], zone: string): boolean {
  const { local, midnight } = localOf(at, zone);
  const { weekday } = splitLocal(midnight, 0);
  return hours.some((one) => one.weekday === weekday && one.from <= local - midnight && local - midnight < one.to);
}

function nextOpen(at: Timestamp, hours: readonly Hours[], zone: string): Timestamp {
  if (isOpen(at, hours, zone)) return at;
  const { midnight } = localOf(at, zone);
  const openings = Array.from({ length: daysAhead + 1 }, (_, index) => midnight + index * day).flatMap((start) =>
    hours
      .filter(({ weekday }) => weekday === splitLocal(start, 0).weekday)
      .map(({ from }) => fromLocal(zone, start + from)),
  );
  const next = openings.filter((opening) => opening > at.seconds).toSorted((a, b) => a - b)[0];
  // Each week has an opening.
  return next === undefined ? at : new Timestamp(next, 0);
}

const parameters = [parameter('time', timestamp), parameter('hours', text)] as const;
const inZone = [...parameters, parameter('zone', text)] as const;

/** Hours of the week in a time zone, such as those of an office or a maintenance window. */
export const openingHours: FunctionFamily = {
  name: 'Opening hours',
  functions: [
    {
      name: 'isOpen',
      description:
        'Whether a time lies within hours of the week, written as `mon-fri 09:00-17:00, sat 10:00-14:00`, in the zone of the integration or another.',
      overloads: [
        overload(parameters, boolean, (at, hours, run) => isOpen(at, readHours(hours), run.zone)),
        overload(inZone, boolean, (at, hours, zone) => isOpen(at, readHours(hours), zone)),
      ],
      examples: [
        example("isOpen(timestamp('2026-11-23T08:30:00Z'), 'mon-fri 09:00-17:00', 'Europe/Berlin')", true),
        example("isOpen(timestamp('2026-11-23T16:00:00Z'), 'mon-fri 09:00-17:00', 'Europe/Berlin')", false),
        example(
          "isOpen(timestamp('2026-11-22T12:00:00Z'), 'mon-fri 09:00-17:00, sun 13:00-24:00', 'Europe/Berlin')",
          true,
        ),
      ],
    },
    {
      name: 'nextOpen',
      description:
        'When hours of the week begin next, in the zone of the integration or another; the time itself where it lies within them. An opening that the clock leaves out counts as the next moment there is.',
      overloads: [
        overload(parameters, timestamp, (at, hours, run) => nextOpen(at, readHours(hours), run.zone)),
        overload(inZone, timestamp, (at, hours, zone) => nextOpen(at, readHours(hours), zone)),
      ],
      examples: [
        example(
          "nextOpen(timestamp('2026-11-20T17:00:00Z'), 'mon-fri 09:00-17:00', 'Europe/Berlin')",
          '2026-11-23T08:00:00Z',
        ),
        example(
          "nextOpen(timestamp('2026-11-23T09:15:00Z'), 'mon-fri 09:00-17:00', 'Europe/Berlin')",
          '2026-11-23T09:15:00Z',
        ),
        example(
          "nextOpen(timestamp('2026-03-29T00:00:00Z'), 'sun 02:30-04:00', 'Europe/Berlin')",
          '2026-03-29T01:30:00Z',
        ),
      ],
    },
  ],
};
