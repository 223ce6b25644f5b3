/** The times that a cron expression stands for. */
export interface CronFields {
  minutes: readonly number[];
  hours: readonly number[];
  daysOfMonth: ReadonlySet<number>;
  months: ReadonlySet<number>;
  /** Sunday is 0. */
  weekdays: ReadonlySet<number>;
  /** Whether days of the month and days of the week begin with `*`: if neither does, a day that fits one of them counts. */
  anyDayOfMonth: boolean;
  anyWeekday: boolean;
}

export type CronResult = { ok: true; fields: CronFields } | { ok: false; message: string };

interface Field {
  name: string;
  min: number;
  max: number;
  /** Names that stand for numbers, from `min` on. */
  names?: readonly string[];
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** In the order of cron, which counts from Sunday. */
export const cronWeekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const minute: Field = { name: 'minute', min: 0, max: 59 };
const hour: Field = { name: 'hour', min: 0, max: 23 };
const dayOfMonth: Field = { name: 'day of the month', min: 1, max: 31 };
const month: Field = { name: 'month', min: 1, max: 12, names: monthNames };
/** 7 is Sunday, too. */
const weekday: Field = { name: 'day of the week', min: 0, max: 7, names: cronWeekdays };

/**
 * Reads a cron expression of five fields: lists, ranges, steps and names of months and weekdays, as crontab(5) has them.
 *
 * @see https://man7.org/linux/man-pages/man5/crontab.5.html
 */
export function readCron(text: string): CronResult {
  const words = text.trim().toLowerCase().split(/\s+/);
  const [minuteText, hourText, dayText, monthText, weekdayText] = words;
  if (words.length !== 5 || !minuteText || !hourText || !dayText || !monthText || !weekdayText)
    return {
      ok: false,
      message: `A cron expression has 5 fields: minute, hour, day of the month, month, day of the week. This one has ${text.trim() === '' ? 0 : words.length}.`,
    };
  const problems: string[] = [];
  const read = (field: Field, word: string): number[] => {
    const values = readField(field, word);
    if (typeof values === 'string') problems.push(values);
    return typeof values === 'string' ? [] : values;
  };
  const fields: CronFields = {
    minutes: read(minute, minuteText),
    hours: read(hour, hourText),
    daysOfMonth: new Set(read(dayOfMonth, dayText)),
    months: new Set(read(month, monthText)),
    weekdays: new Set(read(weekday, weekdayText).map((day) => day % 7)),
    anyDayOfMonth: dayText.startsWith('*'),
    anyWeekday: weekdayText.startsWith('*'),
  };
  const [message] = problems;
  return message === undefined ? { ok: true, fields } : { ok: false, message };
}

/** The values of a field, ascending; or what is wrong with it. */
function readField(field: Field, word: string): number[] | string {
  const values = new Set<number>();
  for (const part of word.split(',')) {
    const [range = '', step, more] = part.split('/');
    const size = step === undefined ? 1 : readNumber(step);
    if (more !== undefined || size === undefined || size < 1 || size > field.max)
      return `"${part}" is not a valid step of the ${field.name}. Use */n or a-b/n, with n from 1 to ${field.max}.`;
    const [from, to] = readRange(field, range, step !== undefined);
    if (from === undefined || to === undefined || from < field.min || to > field.max)
      return `"${range}" is not a valid ${field.name}. Use ${field.min} to ${field.max}${field.names === undefined ? '' : `, or ${field.names[0]} to ${field.names.at(-1)}`}.`;
    if (from > to) return `"${range}" goes backwards. Begin the range of the ${field.name} with the smaller value.`;
    for (let value = from; value <= to; value += size) values.add(value);
  }
  return [...values].toSorted((a, b) => a - b);
}

function readRange(field: Field, text: string, hasStep: boolean): [number | undefined, number | undefined] {
  if (text === '*') return [field.min, field === weekday ? 6 : field.max];
  const [first = '', last, more] = text.split('-');
  if (more !== undefined) return [undefined, undefined];
  const from = readValue(field, first);
  // `5/15` begins at 5 and goes on to the end, as in other crons.
  if (last === undefined) return [from, hasStep ? field.max : from];
  const to = readValue(field, last);
  // Sunday ends a week as well as it begins one: `fri-sun`.
  return [from, field === weekday && to === 0 && from !== 0 ? 7 : to];
}

function readValue({ names, min }: Field, text: string): number | undefined {
  const index = names?.indexOf(text) ?? -1;
  return index === -1 ? readNumber(text) : index + min;
}

function readNumber(text: string): number | undefined {
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}
