import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../core/json.ts';
import { compileConversion } from './compile-conversion.ts';
import { type ConversionOptions, units } from './conversion-options.ts';
import { inconvertible } from './convert.ts';
import { shareFamily } from './units.ts';

function convert(options: ConversionOptions, value: Json, zone?: string): unknown {
  const compiled = compileConversion(options);
  if (!compiled.ok) throw new Error(compiled.problem.message);
  return compiled.conversion.apply(value, zone);
}

const berlin = 'Europe/Berlin';
const words: ConversionOptions = { to: 'boolean', true: ['ja', 'Aktiv'], false: ['nein', '0'] };

describe('transforms/compile-conversion', () => {
  it.each<[ConversionOptions, Json, Json]>([
    [{ to: 'date', format: 'dd.MM.yyyy' }, ' 21.11.2026 ', '2026-11-21'],
    [{ to: 'date', format: 'MMM d, yyyy' }, 'Nov 5, 2026', '2026-11-05'],
    [{ to: 'date', format: 'dd.MM.yyyy' }, ' ', null],
    [{ to: 'timestamp', format: 'dd.MM.yyyy HH:mm', timezone: berlin }, '21.11.2026 12:30', '2026-11-21T11:30:00.000Z'],
    [{ to: 'timestamp', format: 'yyyyMMddHHmmss', timezone: 'UTC' }, '20261121123000', '2026-11-21T12:30:00.000Z'],
    [{ to: 'formatted', format: 'dd.MM.yyyy', timezone: berlin }, '2026-11-21', '21.11.2026'],
    [{ to: 'formatted', format: 'dd.MM. HH:mm', timezone: berlin }, '2026-11-20T23:30:00Z', '21.11. 00:30'],
    [{ to: 'from_epoch', unit: 'seconds' }, 0, '1970-01-01T00:00:00.000Z'],
    [{ to: 'from_epoch', unit: 'milliseconds' }, '1500', '1970-01-01T00:00:01.500Z'],
    [{ to: 'epoch', unit: 'seconds' }, '1970-01-01T01:00:01.9+01:00', 1],
    [{ to: 'epoch', unit: 'milliseconds' }, '1970-01-01T00:00:01.5Z', 1500],
    [words, 'JA', true],
    [words, 0, false],
    [words, true, true],
    [{ to: 'unit', from: 'GiB', unit: 'MiB' }, 1.5, 1536],
    [{ to: 'unit', from: 'B', unit: 'kB' }, '1234', 1.234],
    [{ to: 'unit', from: 'min', unit: 'h' }, 90, 1.5],
    [{ to: 'unit', from: 'd', unit: 'w' }, 1, 0.142857142857143],
    [{ to: 'minor_units', currency: 'EUR' }, '12.34', 1234],
    [{ to: 'minor_units', currency: 'EUR' }, 0.29, 29],
    [{ to: 'minor_units', currency: 'EUR' }, '12.3400', 1234],
    [{ to: 'minor_units', currency: 'JPY' }, 12, 12],
    [{ to: 'minor_units', currency: 'KWD' }, '-1.5', -1500],
    [{ to: 'major_units', currency: 'EUR' }, 1234, 12.34],
    [{ to: 'major_units', currency: 'CLF' }, '-5', -0.0005],
  ])('converts by %j: %j', (options, value, expected) => {
    expect(convert(options, value)).toEqual(expected);
    expect(convert(options, null)).toBeNull();
  });

  it.each<[ConversionOptions, Json, Json, Json]>([
    [
      { to: 'timestamp', format: 'dd.MM.yyyy HH:mm' },
      '21.11.2026 12:30',
      '2026-11-21T12:30:00.000Z',
      '2026-11-21T11:30:00.000Z',
    ],
    [{ to: 'formatted', format: 'dd.MM. HH:mm' }, '2026-11-20T23:30:00Z', '20.11. 23:30', '21.11. 00:30'],
    [
      { to: 'formatted', format: 'dd.MM. HH:mm', timezone: 'UTC' },
      '2026-11-20T23:30:00Z',
      '20.11. 23:30',
      '20.11. 23:30',
    ],
  ])('takes the zone of the integration where a conversion names none: %j', (options, value, inUtc, inBerlin) => {
    expect([convert(options, value), convert(options, value, berlin)]).toEqual([inUtc, inBerlin]);
  });

  it.each<[ConversionOptions, Json]>([
    [{ to: 'date', format: 'dd.MM.yyyy' }, '31.02.2026'],
    [{ to: 'date', format: 'dd.MM.yyyy' }, '21.11.2026 12:00'],
    [{ to: 'date', format: 'dd.MM.yyyy' }, 20_261_121],
    [{ to: 'timestamp', format: 'dd.MM.yyyy HH:mm', timezone: 'UTC' }, 'soon'],
    [{ to: 'formatted', format: 'dd.MM.yyyy', timezone: 'UTC' }, 'tomorrow'],
    [{ to: 'from_epoch', unit: 'seconds' }, 1.5],
    [{ to: 'from_epoch', unit: 'seconds' }, 9_007_199_254_740_991],
    [{ to: 'epoch', unit: 'seconds' }, '1970-01-01'],
    [words, 'oui'],
    [words, ['ja']],
    [{ to: 'unit', from: 'PB', unit: 'B' }, 123_456],
    [{ to: 'unit', from: 'B', unit: 'kB' }, 'much'],
    [{ to: 'unit', from: 'B', unit: 'kB' }, true],
    [{ to: 'minor_units', currency: 'EUR' }, 0.295],
    [{ to: 'minor_units', currency: 'JPY' }, '1.5'],
    [{ to: 'minor_units', currency: 'EUR' }, '1e400'],
    [{ to: 'minor_units', currency: 'EUR' }, 1e300],
    [{ to: 'major_units', currency: 'EUR' }, 12.5],
  ])('refuses to convert by %j: %j', (options, value) => {
    expect(convert(options, value)).toBe(inconvertible);
  });

  it.each<[string, ConversionOptions]>([
    ['format', { to: 'date', format: 'MM/yyyy' }],
    ['format', { to: 'date', format: 'dd.MM.yyyy b' }],
    ['format', { to: 'timestamp', format: 'dd.MM.yyyy hh:mm', timezone: 'UTC' }],
    ['timezone', { to: 'timestamp', format: 'dd.MM.yyyy HH:mm', timezone: 'Europe/Berlinn' }],
    ['format', { to: 'formatted', format: "dd 'of", timezone: 'UTC' }],
    ['timezone', { to: 'formatted', format: 'dd', timezone: '+99:00' }],
    ['false', { to: 'boolean', true: ['x'], false: ['X'] }],
    ['unit', { to: 'unit', from: 'GiB', unit: 'h' }],
    ['currency', { to: 'minor_units', currency: 'ZZZ' }],
  ])('says that %s is wrong in %j', (field, options) => {
    expect(compileConversion(options)).toMatchObject({ ok: false, field, problem: { code: 'invalid_value' } });
  });

  const instants = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });

  it('brings dates and times back from their text', () => {
    const format = 'dd.MM.yyyy HH:mm:ss.SSS';
    fc.assert(
      fc.property(instants, (date) => {
        const text = convert({ to: 'formatted', format, timezone: 'UTC' }, date.toISOString());

        expect(convert({ to: 'timestamp', format, timezone: 'UTC' }, String(text))).toBe(date.toISOString());
      }),
    );
  });

  it('brings instants back from their number of milliseconds', () => {
    fc.assert(
      fc.property(instants, (date) => {
        expect(convert({ to: 'epoch', unit: 'milliseconds' }, date.toISOString())).toBe(date.getTime());
        expect(convert({ to: 'from_epoch', unit: 'milliseconds' }, date.getTime())).toBe(date.toISOString());
      }),
    );
  });

  it('brings every amount of minor units back', () => {
    const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF');
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), currency, (minor, code) => {
        const major = convert({ to: 'major_units', currency: code }, minor);

        expect(convert({ to: 'minor_units', currency: code }, Number(major))).toBe(minor);
      }),
    );
  });

  it('brings amounts of twelve digits back from every other unit of their family', () => {
    const unit = fc.constantFrom(...units);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), unit, unit, (amount, from, other) => {
        fc.pre(shareFamily(from, other));
        const converted = convert({ to: 'unit', from, unit: other }, amount);
        fc.pre(typeof converted === 'number');
        const back = convert({ to: 'unit', from: other, unit: from }, converted);

        expect(Number(Number(back).toPrecision(12))).toBe(amount);
      }),
    );
  });
});
