import type { Calendar } from './calendar.ts';

/** When something may be done: only in these calendars, and in none of those. */
export interface Window {
  onlyIn: readonly Calendar[];
  notIn: readonly Calendar[];
}

/** Changes that are looked at until windows that exclude each other are given up. */
const changesMax = 400;

/**
 * When a window is open next.
 *
 * @returns `at` itself where it is open then; `undefined` where it stays closed for all that can be seen.
 */
export function findOpening(window: Window, at: number): number | undefined {
  let moment = at;
  for (let changes = 0; changes < changesMax; changes += 1) {
    const now = moment;
    const closing = findClosing(window, now);
    if (closing === undefined) return moment;
    const next = closing.findChange(now);
    if (next === undefined) return undefined;
    moment = next;
  }
  return undefined;
}

/** The calendar that closes a window at an instant; `undefined` where it is open. */
export function findClosing({ onlyIn, notIn }: Window, at: number): Calendar | undefined {
  return onlyIn.find((calendar) => !calendar.isIn(at)) ?? notIn.find((calendar) => calendar.isIn(at));
}
