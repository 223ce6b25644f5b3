import { isDay } from '../calendar.ts';
import { FormulaError } from './formula-error.ts';
import { type LocalTime, pad, toLocalSeconds } from './local-time.ts';

/**
 * Patterns of dates and times: `dd.MM.yyyy HH:mm`.
 *
 * A subset of Unicode's date field symbols; names are English. Text in single quotes and punctuation are literal.
 *
 * @see https://www.unicode.org/reports/tr35/tr35-dates.html#Date_Field_Symbol_Table
 */
type Part = { field: Field; width: number } | { text: string };

interface Field {
  write(time: LocalTime, width: number): string;
  /** Reads the digits or letters at the position. */
  read?: (width: number) => RegExp;
  apply?: (parts: Partial<LocalTime> & { isAfternoon?: boolean }, text: string) => void;
}

const months = 'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/**
 * Matches a name or its usual abbreviation exactly, not as a prefix: `marraskuu` is not March. @returns 0 for other
 * text.
 */
function readMonth(text: string): number {
  const isMeant = (name: string): boolean => text === name || text === name.slice(0, 3);
  return text === 'sept' ? 9 : months.findIndex((name) => isMeant(name.toLowerCase())) + 1;
}

const letters = (): RegExp => /\p{L}{1,20}/uy;
const digits = (width: number): RegExp => (width === 1 ? /\d{1,2}/y : new RegExp(`\\d{${width}}`, 'y'));

function digitField(name: 'day' | 'hour' | 'minute' | 'second'): Field {
  return {
    write: (time, width) => pad(time[name], width),
    read: digits,
    apply: (parts, text) => Object.assign(parts, { [name]: Number(text) }),
  };
}

const fields: ReadonlyMap<string, Field> = new Map([
  [
    'y',
    {
      write: ({ year }, width) => (width === 2 ? pad(year % 100, 2) : pad(year, 4)),
      read: (width) => (width === 2 ? /\d{2}/y : /\d{4}/y),
      // Two-digit years mean 1970–2069, nearly as in POSIX.
      apply: (parts, text) => {
        const number = Number(text);
        parts.year = text.length === 4 ? number : number + (number < 70 ? 2000 : 1900);
      },
    },
  ],
  [
    'M',
    {
      write: ({ month }, width) => {
        const name = months[month - 1] ?? '';
        if (width > 2) return width === 3 ? name.slice(0, 3) : name;
        return pad(month, width);
      },
      read: (width) => (width > 2 ? letters() : digits(width)),
      apply: (parts, text) => {
        parts.month = /^\d/.test(text) ? Number(text) : readMonth(text.toLowerCase());
      },
    },
  ],
  ['d', digitField('day')],
  ['H', digitField('hour')],
  ['h', { ...digitField('hour'), write: ({ hour }, width) => pad(hour % 12 === 0 ? 12 : hour % 12, width) }],
  ['m', digitField('minute')],
  ['s', digitField('second')],
  [
    'S',
    {
      write: ({ nanos }, width) => pad(nanos, 9).slice(0, width),
      read: (width) => new RegExp(`\\d{${Math.min(width, 9)}}`, 'y'),
      apply: (parts, text) => {
        parts.nanos = Number(text.padEnd(9, '0'));
      },
    },
  ],
  [
    'a',
    {
      write: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
      read: () => /[AaPp][Mm]/y,
      apply: (parts, text) => {
        parts.isAfternoon = text.toLowerCase() === 'pm';
      },
    },
  ],
  [
    'E',
    {
      write: ({ weekday }, width) => {
        const name = weekdays[weekday - 1] ?? '';
        return width === 4 ? name : name.slice(0, 3);
      },
      read: letters,
      apply: () => undefined,
    },
  ],
  ['D', { write: ({ dayOfYear }, width) => pad(dayOfYear, width) }],
  ['Q', { write: ({ month }, width) => pad(Math.ceil(month / 3), width) }],
]);

const widthMax = 9;
const cacheMax = 500;
const parsed = new Map<string, readonly Part[]>();

export function formatTime(time: LocalTime, pattern: string): string {
  return parsePattern(pattern)
    .map((part) => ('text' in part ? part.text : part.field.write(time, part.width)))
    .join('');
}

/**
 * Parses a time; parts that the pattern omits default to the start of the day. @throws {FormulaError} if it does not
 * match.
 */
export function readTime(text: string, pattern: string): { localSeconds: number; nanos: number } {
  const found: Partial<LocalTime> & { isAfternoon?: boolean } = {};
  let at = 0;
  for (const part of parsePattern(pattern)) {
    const piece = 'text' in part ? takeText(text, part.text, at) : takeField(text, part, at);
    if (piece === undefined) throw mismatch();
    if ('field' in part) part.field.apply?.(found, piece);
    at += piece.length;
  }
  const { year, month = 1, day = 1, minute = 0, second = 0, nanos = 0, isAfternoon } = found;
  let { hour = 0 } = found;
  if (isAfternoon !== undefined && (hour < 1 || hour > 12)) throw mismatch();
  if (isAfternoon !== undefined) hour = (hour % 12) + (isAfternoon ? 12 : 0);
  const isComplete = at === text.length && year !== undefined && year > 0;
  if (!isComplete || !isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) throw mismatch();
  return { localSeconds: toLocalSeconds(year, month, day) + (hour * 60 + minute) * 60 + second, nanos };
}

function takeText(text: string, expected: string, at: number): string | undefined {
  return text.startsWith(expected, at) ? expected : undefined;
}

function takeField(text: string, { field, width }: { field: Field; width: number }, at: number): string | undefined {
  const regex = field.read?.(width);
  if (regex === undefined)
    throw new FormulaError('invalid_argument', 'The pattern has a character that cannot be parsed');
  regex.lastIndex = at;
  return regex.exec(text)?.[0];
}

function mismatch(): FormulaError {
  return new FormulaError('invalid_argument', 'The text does not match the pattern');
}

function parsePattern(pattern: string): readonly Part[] {
  const known = parsed.get(pattern);
  if (known !== undefined) return known;
  if (pattern.length > 100) throw new FormulaError('too_large', 'Patterns have at most 100 characters');
  const parts: Part[] = [];
  for (const [whole, quoted, run] of pattern.matchAll(/'((?:[^']|'')*)'|(([A-Za-z])\3*)|[^A-Za-z']+|'/g)) {
    if (run === undefined) {
      if (whole === "'") throw new FormulaError('invalid_argument', 'The pattern has an unclosed quote');
      parts.push({ text: quoted === undefined ? whole : quoted === '' ? "'" : quoted.replaceAll("''", "'") });
    } else {
      const field = fields.get(run.slice(0, 1));
      if (field === undefined || run.length > widthMax) {
        throw new FormulaError('invalid_argument', 'The pattern has an unknown letter');
      }
      parts.push({ field, width: run.length });
    }
  }
  const [oldest] = parsed.keys();
  if (parsed.size >= cacheMax && oldest !== undefined) parsed.delete(oldest);
  parsed.set(pattern, parts);
  return parts;
}
