import type { Calendar } from '../../client/operations.data.ts';
import { type CalendarDay, calendarDays } from './calendar-draft.ts';
import { formatAmount } from './format.ts';

/** Says in few words what is in a calendar: `Mon–Fri 09:00–17:30 · 2 dates · iCalendar`. */
export function describeCalendar(
  calendar: Pick<Calendar, 'weekly' | 'dates' | 'icalendar' | 'icalendar_events'>,
): string {
  const { weekly = [], dates = [], icalendar = '', icalendar_events: events } = calendar;
  const parts = [
    ...weekly.map(({ on, from, to }) => `${describeDays([on].flat())} ${from}–${to}`),
    ...(dates.length === 0 ? [] : [formatAmount(dates.length, 'date')]),
    ...(icalendar === '' ? [] : [events === 'in' ? 'iCalendar' : 'without iCalendar events']),
  ];
  return parts.length === 0 ? 'Nothing is in it yet' : parts.join(' · ');
}

/** `Mon–Fri`, `Mon, Wed`, `Every day` */
function describeDays(days: readonly CalendarDay[]): string {
  const at = calendarDays.flatMap(([day], index) => (days.includes(day) ? [index] : []));
  if (at.length === calendarDays.length) return 'Every day';
  const short = (index: number): string => (calendarDays[index]?.[1] ?? '').slice(0, 3);
  const [first = 0] = at;
  const last = at.at(-1) ?? first;
  return at.length > 2 && last - first === at.length - 1 ? `${short(first)}–${short(last)}` : at.map(short).join(', ');
}
