import type { JsonObject, JsonValue } from '../../../model/json.ts';

export type Rhythm = 'hourly' | 'daily' | 'weekly' | 'monthly' | 'interval' | 'cron';

export const rhythms: readonly (readonly [Rhythm, string])[] = [
  ['hourly', 'Every hour'],
  ['daily', 'Every day'],
  ['weekly', 'Every week'],
  ['monthly', 'Every month'],
  ['interval', 'At an interval'],
  ['cron', 'By cron'],
];

export const weekdays = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
] as const;

export function toRhythm({ every, cron }: JsonObject): Rhythm {
  if (cron !== undefined) return 'cron';
  return rhythms.find(([rhythm]) => rhythm === every)?.[0] ?? 'interval';
}

/** The schedule in another rhythm. What has no meaning in it is gone: days of the week, and times of day of an hour. */
export function changeRhythm(trigger: JsonObject, rhythm: Rhythm): JsonObject {
  const { every: _every, cron: _cron, at, on: _on, ...rest } = trigger;
  if (rhythm === 'cron') return { ...rest, cron: '0 2 * * *' };
  if (rhythm === 'interval') return { ...rest, every: '15m' };
  const isHour = rhythm === 'hourly';
  const isKept = at !== undefined && toTexts(at).every((time) => time.startsWith(':') === isHour);
  return { ...rest, every: rhythm, ...(isKept ? { at } : isHour ? {} : { at: '02:00' }) };
}

/** One value or a list of them, as texts. */
export function toTexts(value: JsonValue | undefined): string[] {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return list.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
}

/** Times of day with commas between them; after the last comma, the next one is being written. */
export function readTimes(text: string): JsonValue | undefined {
  const [first, ...others] = splitList(text);
  return others.length === 0 ? first : [first ?? '', ...others];
}

/** Days of the month with commas between them. */
export function readDays(text: string): JsonValue | undefined {
  const days = splitList(text).map((day) => (/^\d+$/.test(day) ? Number(day) : day));
  return days.length === 0 ? undefined : days;
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
