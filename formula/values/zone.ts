import { FormulaError } from './formula-error.ts';
import { parseOffset } from './parse-timestamp.ts';

/** Offsets change at full quarters of an hour only, since 1972 in every zone. */
const quarterSeconds = 900;
const cacheMax = 2000;

interface Zone {
  formatter: Intl.DateTimeFormat;
  /** Offsets by quarter of an hour. */
  offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();
/** There are some 600 names of zones; case and wrong names could make more. */
const zonesMax = 1000;

/**
 * Seconds that a zone is ahead of UTC at an instant. A zone is an IANA name (`Europe/Berlin`) or an offset (`+02:00`).
 *
 * @throws {FormulaError} `invalid_argument` for an unknown zone.
 */
export function findOffset(zone: string, seconds: number): number {
  if (zone === 'UTC' || zone === 'Z' || zone === '') return 0;
  if (/^[+-]?\d/.test(zone)) {
    const offset = parseOffset(zone);
    if (!Number.isNaN(offset)) return offset;
    throw unknownZone();
  }
  const known = openZone(zone);
  const quarter = Math.floor(seconds / quarterSeconds);
  const cached = known.offsets.get(quarter);
  if (cached !== undefined) return cached;
  if (known.offsets.size >= cacheMax) known.offsets.clear();
  const offset = computeOffset(known.formatter, quarter * quarterSeconds);
  known.offsets.set(quarter, offset);
  return offset;
}

/** Seconds since 1970 of what a clock in the zone shows; skipped times move on, repeated ones are the first of two. */
export function fromLocal(zone: string, localSeconds: number): number {
  const before = findOffset(zone, localSeconds - 86_400);
  const after = findOffset(zone, localSeconds + 86_400);
  const first = localSeconds - before;
  if (before === after || findOffset(zone, first) === before) return first;
  const second = localSeconds - after;
  return findOffset(zone, second) === after ? second : first;
}

function openZone(name: string): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  try {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    const zone = { formatter, offsets: new Map<number, number>() };
    if (zones.size >= zonesMax) zones.clear();
    zones.set(name, zone);
    return zone;
  } catch {
    throw unknownZone();
  }
}

function unknownZone(): FormulaError {
  return new FormulaError('invalid_argument', 'Unknown time zone; zones are named like Europe/Berlin or +02:00');
}

function computeOffset(formatter: Intl.DateTimeFormat, seconds: number): number {
  const parts = new Map(formatter.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]));
  const read = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const dayMs = new Date(0).setUTCFullYear(read('year'), read('month') - 1, read('day'));
  return dayMs / 1000 + (read('hour') * 60 + read('minute')) * 60 + read('second') - seconds;
}
