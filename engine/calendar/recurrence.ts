import { findWeekday, readDay, toCivil, toWeekday } from './calendar-days.ts';

/** When an event of an iCalendar file happens again: the part of RFC 5545 that goes by days. */
export interface Recurrence {
  /** Whether it may happen on a day, given the day on which it happened first. @param day Since 1970. */
  fits(day: number, first: number): boolean;
  /** How often it happens; absent: not limited. */
  count: number | undefined;
  /** The last moment at which it may begin, as the text has it; absent: without end. */
  until: string | undefined;
}

interface Rule {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  byDay: readonly { nth: number | undefined; weekday: number }[];
  byMonth: readonly number[];
  byMonthDay: readonly number[];
  weekStart: number;
}

type Read = { ok: true; recurrence: Recurrence } | { ok: false; message: string };

const known = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTH', 'BYMONTHDAY', 'WKST']);
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;

/** Reads `FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24`. What it cannot follow is refused: it would be at other times than it says. */
export function readRecurrence(text: string): Read {
  const parts = new Map(
    text
      .toUpperCase()
      .split(';')
      .map((part) => {
        const [name = '', value = ''] = part.split('=');
        return [name, value];
      }),
  );
  const stray = [...parts.keys()].find((name) => !known.has(name));
  if (stray !== undefined) return refuse(`\`${stray}\` of a rule is not known here.`);
  const freq = frequencies.find((one) => one === parts.get('FREQ'));
  if (freq === undefined) return refuse('A rule repeats `DAILY`, `WEEKLY`, `MONTHLY` or `YEARLY`.');
  const byDay = list(parts.get('BYDAY')).map((entry) => {
    const [, nth = '', name = ''] = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(entry) ?? [];
    return { nth: nth === '' ? undefined : Number(nth), weekday: name === '' ? -1 : findWeekday(name) };
  });
  const rule: Rule = {
    freq,
    interval: Number(parts.get('INTERVAL') ?? 1),
    byDay,
    byMonth: list(parts.get('BYMONTH')).map(Number),
    byMonthDay: list(parts.get('BYMONTHDAY')).map(Number),
    weekStart: findWeekday(parts.get('WKST') ?? 'MO'),
  };
  const wrong = findWrong(rule, parts.get('COUNT'));
  if (wrong !== undefined) return refuse(wrong);
  const count = parts.get('COUNT');
  return {
    ok: true,
    recurrence: {
      count: count === undefined ? undefined : Number(count),
      until: parts.get('UNTIL'),
      fits: (day, first) => day >= first && fits(rule, day, first),
    },
  };
}

function refuse(message: string): Read {
  return { ok: false, message };
}

function list(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : text.split(',');
}

const isWhole = (number: number, from: number, to: number): boolean =>
  Number.isInteger(number) && number >= from && number <= to;

function findWrong({ freq, interval, byDay, byMonth, byMonthDay, weekStart }: Rule, count = '1'): string | undefined {
  if (!isWhole(interval, 1, 1000)) return '`INTERVAL` is a number from 1 to 1000.';
  if (!isWhole(Number(count), 1, 10_000)) return '`COUNT` is a number from 1 to 10000.';
  if (weekStart === -1 || byDay.some(({ weekday }) => weekday === -1)) return 'A day of the week is such as `MO`.';
  if (!byMonth.every((month) => isWhole(month, 1, 12))) return '`BYMONTH` has numbers from 1 to 12.';
  if (!byMonthDay.every((day) => isWhole(Math.abs(day), 1, 31)))
    return '`BYMONTHDAY` has numbers from 1 to 31, or -31 to -1.';
  const isOrdinal = byDay.some(({ nth }) => nth !== undefined);
  if (isOrdinal && (freq === 'DAILY' || freq === 'WEEKLY'))
    return 'Only monthly and yearly rules have days such as `2MO`.';
  if (isOrdinal && freq === 'YEARLY' && byMonth.length === 0)
    return 'A yearly rule with days such as `2MO` needs `BYMONTH`.';
  return byDay.some(({ nth = 1 }) => !isWhole(Math.abs(nth), 1, 5))
    ? 'Days such as `2MO` count from 1 to 5.'
    : undefined;
}

function fits(rule: Rule, day: number, first: number): boolean {
  const { freq, interval, byDay, byMonth, byMonthDay, weekStart } = rule;
  const [date, start] = [toCivil(day), toCivil(first)];
  const inMonth = byMonth.length === 0 || byMonth.includes(date.month);
  const onMonthDay = byMonthDay.some((wanted) => date.day === (wanted < 0 ? date.days + 1 + wanted : wanted));
  const onDay = byDay.some(({ nth, weekday }) => weekday === date.weekday && (nth === undefined || isNth(date, nth)));
  const filters = inMonth && (byMonthDay.length === 0 || onMonthDay) && (byDay.length === 0 || onDay);
  const isFree = byMonthDay.length === 0 && byDay.length === 0;
  switch (freq) {
    case 'DAILY':
      return filters && (day - first) % interval === 0;
    case 'WEEKLY': {
      const weekOf = (of: number): number => Math.floor((of - ((toWeekday(of) - weekStart + 7) % 7)) / 7);
      const isWeek = (weekOf(day) - weekOf(first)) % interval === 0;
      return filters && isWeek && (byDay.length > 0 || date.weekday === start.weekday);
    }
    case 'MONTHLY': {
      const months = (date.year - start.year) * 12 + date.month - start.month;
      return filters && months % interval === 0 && (!isFree || date.day === start.day);
    }
    case 'YEARLY': {
      const isMonth = byMonth.length > 0 || !isFree || date.month === start.month;
      return filters && isMonth && (date.year - start.year) % interval === 0 && (!isFree || date.day === start.day);
    }
  }
}

function isNth({ day, days }: { day: number; days: number }, nth: number): boolean {
  return nth > 0 ? Math.ceil(day / 7) === nth : Math.ceil((days - day + 1) / 7) === -nth;
}

/** Days are looked at for so long for a rule that happens a number of times. */
const walkedDaysMax = 366 * 30;

/** The day on which it happens for the last time; `undefined` where a `count` is not used up within thirty years. */
export function findLastDay({ count, fits: happens }: Recurrence, first: number): number | undefined {
  if (count === undefined) return Infinity;
  let rest = count;
  for (let day = first; day < first + walkedDaysMax; day += 1) {
    if (happens(day, first)) rest -= 1;
    if (rest === 0) return day;
  }
  return undefined;
}

/** Days since 1970 of `20261224`. */
export function readCompactDay(text: string): number {
  return readDay(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`);
}
