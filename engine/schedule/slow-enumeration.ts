/**
 * The rule of schedules told a second time, for tests: watches the clock of a zone minute by minute, with nothing but what Intl
 * shows.
 *
 * @param wanted.hours Those wanted; absent for every hour, also one that comes again.
 */
export function enumerateSlowly(
  wanted: { zone: string; hours: readonly number[] | undefined; minute: number },
  after: number,
  upTo: number,
): number[] {
  const show = createClock(wanted.zone);
  const found: number[] = [];
  const done = new Set<number>();
  // Two days before, so that an hour that comes again is known to have been there.
  const begin = after - 2 * 86_400_000;
  let last = show(begin - 60_000);
  for (let at = begin; at <= upTo; at += 60_000) {
    const local = show(at);
    // From the minute after the last one shown: more than one where the clock was turned forward, none where it was turned back.
    const passed = local > last ? range(last + 1, local) : [local];
    last = local;
    const due = passed.filter((minute) => isWanted(wanted, minute));
    const hits =
      wanted.hours === undefined ? due.filter((minute) => minute === local) : due.filter((m) => !done.has(m));
    for (const minute of hits) done.add(minute);
    if (hits.length > 0 && at > after) found.push(at);
  }
  return found;
}

function isWanted({ hours, minute }: { hours: readonly number[] | undefined; minute: number }, local: number): boolean {
  const ofDay = ((local % 1440) + 1440) % 1440;
  return ofDay % 60 === minute && (hours === undefined || hours.includes(Math.floor(ofDay / 60)));
}

/** Minutes since 1970 that a clock in the zone shows, by quarters of an hour, at which alone offsets change. */
function createClock(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const quarters = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / 900_000);
    const known =
      quarters.get(quarter) ?? Date.parse(`${format.format(quarter * 900_000).replace(' ', 'T')}Z`) / 60_000;
    quarters.set(quarter, known);
    return known + Math.floor((at - quarter * 900_000) / 60_000);
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
