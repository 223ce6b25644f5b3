import type { Json } from '../core/json.ts';
import { toInstant } from '../formula/calendar.ts';
import type { ConversionOptions } from './conversion-options.ts';
import { type Converter, converters, expectations, inconvertible } from './convert.ts';
import { isCurrency, toMajorUnits, toMinorUnits } from './currencies.ts';
import { formatTime, readTime } from '../formula/values/date-pattern.ts';
import { FormulaError } from '../formula/values/formula-error.ts';
import { formatDay, readLocal, splitLocal, toLocal } from '../formula/values/local-time.ts';
import { parseTimestamp } from '../formula/values/parse-timestamp.ts';
import { Timestamp } from '../formula/values/timestamp.ts';
import { findOffset, fromLocal } from '../formula/values/zone.ts';
import { toNumber } from '../formula/read-text.ts';
import type { MappingRule } from './rules.ts';
import { convertUnit, shareFamily } from './units.ts';

/** A compiled conversion. */
export interface Conversion {
  /** Name of the conversion, for messages. */
  to: string;
  /** Completes the sentence "expected …". */
  expected: string;
  /** @param zone Of clock times that name none. Default UTC. */
  apply: ConvertIn;
}

type ConvertIn = (value: Json, zone?: string) => ReturnType<Converter>;

export type CompiledConversion =
  | { ok: true; conversion: Conversion }
  /** `field` is the invalid option. */
  | { ok: false; field: string; problem: { code: string; message: string } };

/**
 * Compiles the `convert` of a rule: a name, or a name with options. Intended losses with options: formats keep only the
 * parts that they name, instants are truncated to milliseconds, and units round to 15 digits.
 */
export function compileConversion(convert: NonNullable<MappingRule['convert']>): CompiledConversion {
  if (typeof convert === 'string') {
    return accept(convert, expectations[convert], converters[convert]);
  }
  return compileWithOptions(convert);
}

function compileWithOptions(options: ConversionOptions): CompiledConversion {
  switch (options.to) {
    case 'date':
      return compileDate(options.format);
    case 'timestamp':
      return compileTimestamp(options);
    case 'formatted':
      return compileFormatted(options);
    case 'from_epoch':
      return compileFromEpoch(options.unit);
    case 'epoch':
      return compileEpoch(options.unit);
    case 'boolean':
      return compileWords(options);
    case 'unit':
      return compileUnit(options);
    case 'minor_units':
    case 'major_units':
      return compileMoney(options);
  }
}

function accept(to: string, expected: string, apply: ConvertIn): CompiledConversion {
  return {
    ok: true,
    conversion: { to, expected, apply: (value, zone) => (value === null ? null : apply(value, zone)) },
  };
}

function refuse(field: string, message: string): CompiledConversion {
  return { ok: false, field, problem: { code: 'invalid_value', message } };
}

interface InZone {
  format: string;
  timezone?: string | undefined;
}

/** An hour after noon and no repeated number, so that a format that round-trips it keeps every part. */
const sample = { localSeconds: Date.UTC(2001, 10, 28, 22, 33, 44) / 1000, nanos: 0 };

function compileDate(format: string): CompiledConversion {
  if (readBack(format)?.slice(0, 10) !== '2001-11-28') {
    return refuse('format', 'The format needs a full date: year, month and day, such as `dd.MM.yyyy`.');
  }
  return accept('date', `a date written as ${format}`, (value) =>
    readText(value, (text) => formatDay(splitLocal(readTime(text, format).localSeconds, 0))),
  );
}

function compileTimestamp({ format, timezone }: InZone): CompiledConversion {
  if (readBack(format)?.slice(0, 13) !== '2001-11-28T22') {
    return refuse('format', 'The format needs a full date and hour, such as `dd.MM.yyyy HH:mm`.');
  }
  if (timezone !== undefined && !isZone(timezone)) return refuse('timezone', unknownZone);
  return accept('timestamp', `a time written as ${format}`, (value, zone = 'UTC') =>
    readText(value, (text) => {
      const { localSeconds, nanos } = readTime(text, format);
      return toText(new Timestamp(fromLocal(timezone ?? zone, localSeconds), nanos).toMs());
    }),
  );
}

function compileFormatted({ format, timezone }: InZone): CompiledConversion {
  if (attempt(() => formatTime(splitLocal(sample.localSeconds, 0), format)) === undefined) {
    return refuse('format', 'The format has an unknown letter or an unclosed quote.');
  }
  if (timezone !== undefined && !isZone(timezone)) return refuse('timezone', unknownZone);
  return accept('formatted text', 'a date such as 2026-11-21, or a timestamp', (value, zone = 'UTC') =>
    readText(value, (text) => {
      const instant = parseTimestamp(text);
      return formatTime(instant === undefined ? readLocal(text, 'UTC') : toLocal(instant, timezone ?? zone), format);
    }),
  );
}

const msPerUnit = { seconds: 1000, milliseconds: 1 } as const;

function compileFromEpoch(unit: keyof typeof msPerUnit): CompiledConversion {
  return accept('timestamp', `a whole number of ${unit} since 1970, in the years 0001 to 9999`, (value) =>
    readWhole(value, (whole) => attempt(() => toText(Timestamp.fromMs(whole * msPerUnit[unit]).toMs()))),
  );
}

function compileEpoch(unit: keyof typeof msPerUnit): CompiledConversion {
  return accept(`epoch ${unit}`, expectations.timestamp, (value) =>
    readText(value, (text) => {
      const instant = toInstant(text);
      return instant === undefined ? undefined : Math.floor(Date.parse(instant) / msPerUnit[unit]);
    }),
  );
}

function compileWords({ true: yes, false: no }: { true: string[]; false: string[] }): CompiledConversion {
  const words = new Map([
    ...yes.map((word) => [word.toLowerCase(), true] as const),
    ...no.map((word) => [word.toLowerCase(), false] as const),
  ]);
  const both = no.find((word) => yes.some((other) => other.toLowerCase() === word.toLowerCase()));
  if (both !== undefined)
    return refuse('false', 'A word cannot mean both true and false; remove it from one of the lists.');
  return accept('boolean', `one of the words ${[...yes, ...no].join(', ')}`, (value) => {
    if (typeof value === 'boolean') return value;
    return readText(typeof value === 'number' ? String(value) : value, (text) => words.get(text.toLowerCase()));
  });
}

function compileUnit({ from, unit }: Extract<ConversionOptions, { to: 'unit' }>): CompiledConversion {
  if (!shareFamily(from, unit))
    return refuse('unit', `${from} cannot be converted to ${unit}: one measures data, the other time.`);
  return accept(unit, `a number of ${from}, or its decimal text`, (value) => {
    if (typeof value === 'number') return convertUnit(value, from, unit) ?? inconvertible;
    return readText(value, (text) => {
      const amount = toNumber(text);
      return amount === undefined ? undefined : convertUnit(amount, from, unit);
    });
  });
}

function compileMoney({
  to,
  currency,
}: Extract<ConversionOptions, { to: 'minor_units' | 'major_units' }>): CompiledConversion {
  if (!isCurrency(currency)) return refuse('currency', 'Unknown currency code.');
  if (to === 'major_units') {
    return accept(currency, `a whole number of minor units of ${currency}`, (value) =>
      readWhole(value, (minor) => toMajorUnits(minor, currency)),
    );
  }
  return accept(`minor units of ${currency}`, `an amount of ${currency} without smaller parts`, (value) => {
    if (typeof value === 'number') return toMinorUnits(value, currency) ?? inconvertible;
    return readText(value, (text) => toMinorUnits(text, currency));
  });
}

/** Trims text before reading it; blank text counts as null. */
function readText(value: Json, read: (text: string) => Json | undefined): Json | typeof inconvertible {
  if (typeof value !== 'string') return inconvertible;
  const text = value.trim();
  if (text === '') return null;
  return attempt(() => read(text)) ?? inconvertible;
}

function readWhole(value: Json, read: (whole: number) => Json | undefined): Json | typeof inconvertible {
  const whole = converters.integer(value);
  return typeof whole === 'number' ? (read(whole) ?? inconvertible) : whole;
}

/** Values that the formula library rejects cannot be converted. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof FormulaError) return undefined;
    throw error;
  }
}

function readBack(format: string): string | undefined {
  const { localSeconds, nanos } = sample;
  const read = attempt(() => readTime(formatTime(splitLocal(localSeconds, nanos), format), format));
  return read && toText(read.localSeconds * 1000);
}

function toText(ms: number): string {
  return new Date(ms).toISOString();
}

const unknownZone = 'Unknown time zone; use a name such as Europe/Berlin or an offset such as +02:00.';

function isZone(zone: string): boolean {
  return attempt(() => findOffset(zone, 0)) !== undefined;
}
