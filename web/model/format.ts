const dayMs = 86_400_000;
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['hour', 3600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' });
const counts = new Intl.NumberFormat('en');
const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const exactly = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
} as const;
const exact = new Intl.DateTimeFormat('en-GB', exactly);
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
const short = new Intl.DateTimeFormat('en', { weekday: 'short', hour: '2-digit', minute: '2-digit', hour12: false });

/** `5 minutes ago`, `in 2 hours`, `yesterday`; beyond a month, the date. */
export function formatRelative(iso: string, now: number): string {
  const at = new Date(iso);
  const ms = at.getTime() - now;
  if (Math.abs(ms) > 30 * dayMs) return dates.format(at);
  // `tomorrow` is what the calendar of who looks calls so, and not what is one and a half days ahead.
  if (Math.abs(ms) >= dayMs) return relative.format(countDays(at) - countDays(new Date(now)), 'day');
  const seconds = ms / 1000;
  const fitting = units.find(([, size]) => Math.abs(seconds) >= size);
  if (fitting === undefined) return seconds > 5 ? `in ${Math.round(seconds)} seconds` : 'just now';
  const [unit, size] = fitting;
  return relative.format(Math.round(seconds / size), unit);
}

/** Days of the calendar of who looks, from a fixed one on. */
function countDays(at: Date): number {
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / dayMs;
}

/** With day, zone and seconds: by the clock of who looks, or of a zone, which is then named. */
export function formatExact(iso: string, zone?: string): string {
  if (zone === undefined) return exact.format(new Date(iso));
  const text = new Intl.DateTimeFormat('en-GB', { ...exactly, timeZone: zone }).format(new Date(iso));
  return zone === 'UTC' ? text : `${text} (${zone})`;
}

const locals = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** `Mon, 23 Nov 2026, 17:30`, by the clock that a time with an offset was written by: `2026-11-23T17:30:00+01:00`. */
export function formatLocal(local: string): string {
  return locals.format(new Date(`${local.slice(0, 19)}Z`));
}

/** `14:03:22` */
export function formatClock(iso: string): string {
  return clock.format(new Date(iso));
}

/** `Mon 14:00` */
export function formatShort(iso: string): string {
  return short.format(new Date(iso));
}

export function formatCount(count: number): string {
  return counts.format(count);
}

/** `380 ms`, `4.2 s`, `3 min 5 s`, `2 h 4 min`, `3 d 1 h` */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 1440) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.floor(minutes / 1440)} d ${Math.floor((minutes % 1440) / 60)} h`;
}

/** `1 record`, `1,204 records` */
export function formatAmount(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `5 minutes`, `12 hours`, `7 days`. */
export function formatMinutes(minutes: number): string {
  if (minutes % 1440 === 0) return formatAmount(minutes / 1440, 'day');
  return minutes % 60 === 0 ? formatAmount(minutes / 60, 'hour') : formatAmount(minutes, 'minute');
}
