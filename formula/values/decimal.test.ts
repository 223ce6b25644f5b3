import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, type Rounding } from './decimal.ts';

function read(text: string): Decimal {
  const decimal = Decimal.parse(text);
  if (decimal === undefined) throw new Error('Not a decimal.');
  return decimal;
}

describe('formula/values/decimal', () => {
  it.each(['0', '-1.50', '0.001', '123456789012345678901234567890.12', '-0.5'])('keeps the digits of %s', (text) => {
    expect(read(text).toString()).toBe(text);
  });

  it.each(['', '.', '1e3', '1,5', ' 1', '--1', 'NaN', '1'.repeat(61)])('refuses %j', (text) => {
    expect(Decimal.parse(text)).toBeUndefined();
  });

  it.each<[string, number, Rounding, string]>([
    ['2.5', 0, 'half_up', '3'],
    ['-2.5', 0, 'half_up', '-3'],
    ['2.5', 0, 'half_even', '2'],
    ['3.5', 0, 'half_even', '4'],
    ['2.51', 0, 'half_even', '3'],
    ['2.1', 0, 'up', '3'],
    ['-2.9', 0, 'down', '-2'],
    ['-2.1', 0, 'floor', '-3'],
    ['-2.9', 0, 'ceiling', '-2'],
    ['1.2', 3, 'half_up', '1.200'],
  ])('rounds %s to %d places, %s: %s', (text, places, rounding, expected) => {
    expect(read(text).round(places, rounding).toString()).toBe(expected);
  });

  it.each<[string, string, number, string]>([
    ['10', '3', 2, '3.33'],
    ['-10', '3', 0, '-3'],
    ['1', '0.008', 1, '125.0'],
    ['0.05', '2', 2, '0.03'],
  ])('divides %s by %s to %d places: %s', (a, b, places, expected) => {
    expect(read(a).dividedBy(read(b), places, 'half_up').toString()).toBe(expected);
  });

  it('refuses more digits than it has, and division by zero', () => {
    const large = read('9'.repeat(60));

    expect(() => large.times(large)).toThrow('60 digits');
    expect(() => read('1').dividedBy(read('0'), 2, 'half_up')).toThrow('Division by zero');
    expect(() => read('1').round(-1, 'down')).toThrow('Decimal places');
  });

  it('adds and subtracts as whole numbers of the last place do', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        const [x, y] = [new Decimal(BigInt(a), 3), new Decimal(BigInt(b), 3)];

        expect(x.plus(y).digits).toBe(BigInt(a) + BigInt(b));
        expect(x.plus(y).minus(y).compare(x)).toBe(0);
        expect(Math.sign(x.compare(y))).toBe(Math.sign(a - b));
      }),
    );
  });

  it('writes a number as it reads', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), (value) => {
        fc.pre(value === 0 || Math.abs(value) > 1e-20);

        expect(Number(Decimal.fromNumber(value).toString())).toBe(value + 0);
      }),
    );
  });
});
