import { FormulaError } from './formula-error.ts';
import { parseOffset } from './parse-timestamp.ts';

/** Since 1972, offsets in every zone change only at full quarters of an hour. */
const quarterSeconds = 900;
const cacheMax = 2000;

interface Zone {
  formatter: Intl.DateTimeFormat;
  /** Offsets by quarter of an hour. */
  offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();
/** There are about 600 zone names; other spellings and wrong names could add more. */
const zonesMax = 1000;

/**
 * Offset of a zone from UTC at an instant, in seconds. A zone is an IANA name (`Europe/Berlin`) or an offset
 * (`+02:00`).
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

/** Converts local time in a zone to an instant; skipped times move forward, repeated ones are the first of the two. */
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
  return new FormulaError(
    'invalid_argument',
    'Unknown time zone; use a name such as Europe/Berlin or an offset such as +02:00',
  );
}

function computeOffset(formatter: Intl.DateTimeFormat, seconds: number): number {
  const parts = new Map(formatter.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]));
  const read = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const dayMs = new Date(0).setUTCFullYear(read('year'), read('month') - 1, read('day'));
  return dayMs / 1000 + (read('hour') * 60 + read('minute')) * 60 + read('second') - seconds;
}
