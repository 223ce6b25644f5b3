import { isZone } from '../schedule/find-zone.ts';
import { daySeconds } from './calendar-days.ts';
import { findLastDay, readCompactDay, type Recurrence, readRecurrence } from './recurrence.ts';

/** An event of an iCalendar file. Times are those that the clock of its zone shows, in seconds as if it stood at UTC. */
export interface CalendarEvent {
  zone: string;
  startsAt: number;
  /** How long it lasts: days, by the clock, or seconds that pass. */
  lasts: { days: number } | { seconds: number };
  recurrence: Recurrence | undefined;
  /** The day since 1970 on which it begins for the last time. */
  lastDay: number;
  /** Times at which it would happen again, and does not. */
  left: ReadonlySet<number>;
  /** Times at which it happens besides. */
  also: readonly number[];
}

/** Events of one calendar, and those of them that happen again. */
const eventsMax = 2000;
const recurringMax = 200;

type Read = { ok: true; events: CalendarEvent[] } | { ok: false; message: string };

interface Line {
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
  /** In the text, from 1. */
  number: number;
}

class Unreadable extends Error {}

/**
 * Reads the events of an iCalendar file. What it cannot follow is refused, with the line: a window that is open at the wrong
 * time does harm that nobody sees.
 *
 * @param zone Of times that name none.
 * @see https://www.rfc-editor.org/rfc/rfc5545
 */
export function readICalendar(text: string, zone: string): Read {
  try {
    const found: { uid: string; of: number | undefined; event: CalendarEvent }[] = [];
    let lines: Line[] | undefined;
    let within = 0;
    const all = [...readLines(text)];
    if (all[0]?.name !== 'BEGIN' || all[0].value.toUpperCase() !== 'VCALENDAR')
      return { ok: false, message: 'The text of an iCalendar file begins with `BEGIN:VCALENDAR`.' };
    for (const line of all) {
      const kind = line.value.toUpperCase();
      if (line.name === 'BEGIN' && kind === 'VEVENT') [lines, within] = [[], 0];
      else if (line.name === 'BEGIN') within += 1;
      else if (line.name === 'END' && kind === 'VEVENT' && lines !== undefined) {
        if (!isCanceled(lines)) found.push(readEvent(lines, zone, line.number));
        if (found.length > eventsMax) throw new Unreadable(`A calendar has ${eventsMax} events at most.`);
        if (found.filter(({ event }) => event.recurrence !== undefined).length > recurringMax)
          throw new Unreadable(`A calendar has ${recurringMax} events with an \`RRULE\` at most.`);
        lines = undefined;
      } else if (line.name === 'END') within -= 1;
      // What is in an event has its own members, such as alarms.
      else if (within === 0) lines?.push(line);
    }
    if (lines !== undefined) throw new Unreadable('The text ends within an event.');
    return {
      ok: true,
      events: found.map(({ uid, of, event }) => (of === undefined ? replaceSome(uid, event, found) : event)),
    };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, message: error.message };
    throw error;
  }
}

/** Leaves out what other events stand for: one that was moved has an event of its own. */
function replaceSome(
  uid: string,
  event: CalendarEvent,
  all: readonly { uid: string; of: number | undefined }[],
): CalendarEvent {
  const moved = all.flatMap((other) => (other.uid === uid && other.of !== undefined ? [other.of] : []));
  return moved.length === 0 ? event : { ...event, left: new Set([...event.left, ...moved]) };
}

/** Long lines are folded: what follows a line end and a space belongs to the line before. */
function* readLines(text: string): Generator<Line> {
  const lines = text.split(/\r\n|\n|\r/);
  for (let index = 0; index < lines.length; index += 1) {
    let line = lines[index] ?? '';
    const number = index + 1;
    const parts = [line];
    while (/^[ \t]/.test(lines[index + 1] ?? '')) parts.push((lines[(index += 1)] ?? '').slice(1));
    line = parts.join('');
    if (line.trim() === '') continue;
    const colon = findColon(line);
    if (colon === -1) throw new Unreadable(`Line ${number} has no \`:\`.`);
    const [name = '', ...parameters] = line.slice(0, colon).split(';');
    const pairs = parameters.map((parameter): [string, string] => {
      const [key = '', value = ''] = parameter.split('=');
      return [key.toUpperCase(), value.replaceAll('"', '')];
    });
    yield { name: name.toUpperCase(), parameters: new Map(pairs), value: line.slice(colon + 1).trim(), number };
  }
}

/** The first one that is not in quotes. */
function findColon(line: string): number {
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') quoted = !quoted;
    else if (line[at] === ':' && !quoted) return at;
  }
  return -1;
}

function isCanceled(lines: readonly Line[]): boolean {
  return lines.some(({ name, value }) => name === 'STATUS' && value.toUpperCase() === 'CANCELLED');
}

function readEvent(
  lines: readonly Line[],
  zone: string,
  end: number,
): { uid: string; of: number | undefined; event: CalendarEvent } {
  const find = (name: string): Line | undefined => lines.find((line) => line.name === name);
  const start = find('DTSTART');
  if (start === undefined) throw new Unreadable(`The event that ends in line ${end} has no \`DTSTART\`.`);
  const from = readTime(start, start.value, zone);
  const rule = find('RRULE');
  const read = rule && readRecurrence(rule.value);
  if (read?.ok === false) throw new Unreadable(`Line ${rule?.number ?? end}: ${read.message}`);
  const first = Math.floor(from.seconds / daySeconds);
  const lastDay = read === undefined ? first : findLastDay(read.recurrence, first);
  if (lastDay === undefined)
    throw new Unreadable(`Line ${rule?.number ?? end}: the rule goes on for more than thirty years.`);
  const stray = lines.find(({ name }) => name === 'EXRULE');
  if (stray !== undefined) throw new Unreadable(`Line ${stray.number}: \`EXRULE\` is not known here. Use \`EXDATE\`.`);
  const replaced = find('RECURRENCE-ID');
  const times = (name: string): number[] =>
    lines
      .filter((line) => line.name === name)
      .flatMap((line) => line.value.split(',').map((value) => toZone(readTime(line, value, zone), from, line)));
  const event: CalendarEvent = {
    zone: from.zone,
    startsAt: from.seconds,
    lasts: readLength(from, find('DTEND'), find('DURATION'), zone),
    recurrence: read?.recurrence,
    lastDay,
    left: new Set(times('EXDATE')),
    also: times('RDATE'),
  };
  const of = replaced && toZone(readTime(replaced, replaced.value, zone), from, replaced);
  return { uid: find('UID')?.value ?? '', of, event };
}

interface LocalTime {
  seconds: number;
  zone: string;
  isDate: boolean;
}

const timePattern = /^(\d{8})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/;

function readTime({ parameters, number }: Line, value: string, zone: string): LocalTime {
  const [, date = '', hours, minutes, seconds, utc] = timePattern.exec(value) ?? [];
  const day = readCompactDay(date);
  if (!Number.isInteger(day)) throw new Unreadable(`Line ${number}: \`${value.slice(0, 40)}\` is no date or time.`);
  const named = parameters.get('TZID');
  if (named !== undefined && !isZone(named))
    throw new Unreadable(`Line ${number}: the time zone \`${named.slice(0, 60)}\` is not one of the IANA names.`);
  const time = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return { seconds: day * daySeconds + time, zone: utc === 'Z' ? 'UTC' : (named ?? zone), isDate: hours === undefined };
}

/** Exceptions are told by the clock of their event: one of another zone would have to be found by its instant. */
function toZone(time: LocalTime, from: LocalTime, { number, name }: Line): number {
  if (time.zone === from.zone || time.isDate) return time.seconds;
  throw new Unreadable(`Line ${number}: \`${name}\` has another time zone than the event.`);
}

const durationPattern = /^P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$/;

function readLength(
  from: LocalTime,
  end: Line | undefined,
  duration: Line | undefined,
  zone: string,
): CalendarEvent['lasts'] {
  if (duration !== undefined) {
    const [found, weeks, days, hours, minutes, seconds] = durationPattern.exec(duration.value) ?? [];
    if (found === undefined) throw new Unreadable(`Line ${duration.number}: a duration is such as \`PT2H\`.`);
    const whole = Number(weeks ?? 0) * 7 + Number(days ?? 0);
    const rest = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
    return rest === 0 ? { days: whole } : { seconds: whole * daySeconds + rest };
  }
  if (end === undefined) return from.isDate ? { days: 1 } : { seconds: 0 };
  const to = readTime(end, end.value, zone);
  if (to.zone !== from.zone)
    throw new Unreadable(`Line ${end.number}: an event ends in the time zone in which it begins.`);
  if (to.seconds < from.seconds) throw new Unreadable(`Line ${end.number}: the event ends before it begins.`);
  const seconds = to.seconds - from.seconds;
  return from.isDate ? { days: seconds / daySeconds } : { seconds };
}
