import { findOffset } from '../../formula/values/zone.ts';

const day = 86_400;
/** Offsets change at full quarters of an hour only, as `findOffset` says. */
const quarter = 900;

/** How the wall clock of a zone shows a time: once, twice (the hour is turned back) or never (it is turned forward). */
export type Shown =
  { times: 'once'; at: number } | { times: 'twice'; at: number; again: number } | { times: 'never'; next: number };

/**
 * Finds the instants at which the clock of a zone shows a time. Seconds since 1970.
 *
 * @param localSeconds Those that the clock shows, as if it stood at UTC.
 * @returns for a time that is left out, as `next`, the first moment after the gap.
 */
export function resolveLocal(zone: string, localSeconds: number): Shown {
  const before = findOffset(zone, localSeconds - day);
  const after = findOffset(zone, localSeconds + day);
  if (before === after) return { times: 'once', at: localSeconds - before };
  const [early, late] = [localSeconds - before, localSeconds - after];
  const isEarly = findOffset(zone, early) === before;
  const isLate = findOffset(zone, late) === after;
  if (isEarly && isLate) return { times: 'twice', at: early, again: late };
  if (isEarly || isLate) return { times: 'once', at: isEarly ? early : late };
  return { times: 'never', next: findChange(zone, late, early, after) };
}

/** The first quarter of an hour in a gap, `from` before it, `to` behind it, that has the offset from then on. */
function findChange(zone: string, from: number, to: number, offset: number): number {
  let [low, high] = [Math.floor(from / quarter), Math.ceil(to / quarter)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (findOffset(zone, middle * quarter) === offset) high = middle;
    else low = middle;
  }
  return high * quarter;
}
