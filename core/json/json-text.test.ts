import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLongNumber, keepsDigits, parseJson, parseMarked } from './json-text.ts';

/** Such numbers come back as texts. */
function holdsNoLongWhole(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(holdsNoLongWhole);
}

describe('core/json/json-text', () => {
  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['-9007199254740993', '-9007199254740993'],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', '9007199254740992'],
    ['1234567890123456800', '1234567890123456800'],
    ['1234567890.1234560', 1_234_567_890.123_456],
    ['1.234567890123456e20', 123_456_789_012_345_600_000],
    ['[1e999, 12345678901234567e-3]', ['1e999', '12345678901234567e-3']],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['1.0000000000000000000', 1],
    ['0.30000000000000004', 0.300_000_000_000_000_04],
    ['1000000000000000000000', '1000000000000000000000'],
    ['"1234567890123456789"', '1234567890123456789'],
  ])('keeps the digits of %s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it('keeps the digits of a long number wherever it stands', () => {
    fc.assert(
      fc.property(fc.nat(70), fc.nat(40), fc.integer({ min: 17, max: 40 }), (before, after, length) => {
        const digits = '9'.repeat(length);
        const text = `{"a":"${'x1'.repeat(before)}","n":${digits},"b":"${'7'.repeat(after % 15)}"}`;

        expect(parseJson(text)).toMatchObject({ n: digits });
      }),
    );
  });

  it('gives back what JSON can hold', () => {
    fc.assert(
      fc.property(fc.jsonValue().filter(holdsNoLongWhole), (value) => {
        const text = JSON.stringify(value);

        expect(JSON.stringify(parseJson(text))).toBe(text);
      }),
    );
  });

  it('marks what would lose digits, and nothing else', () => {
    const marked = parseMarked('{"a":[9007199254740993,1],"b":"9007199254740993"}', (source) => `<${source}>`);

    expect(marked).toEqual({ a: ['<9007199254740993>', 1], b: '9007199254740993' });
  });

  it.each([
    ['0.1000', 0.1, true],
    ['1e2', 100, true],
    ['-0', 0, true],
    ['0.10000000000000001', 0.1, false],
    ['1e-400', 0, false],
    ['1e400', Infinity, false],
  ])('compares the digits of %s with %d', (text, number, kept) => {
    expect(keepsDigits(text, number)).toBe(kept);
  });

  it.each([
    ['9007199254740993', true],
    ['-12345678901234567.5', true],
    ['1234567890123456', false],
    ['09007199254740993', false],
    ['9007199254740993x', false],
    ['1.0000000000000000', false],
  ])('knows whether %s is a number that becomes text', (text, expected) => {
    expect(isLongNumber(text)).toBe(expected);
    if (expected) expect(parseJson(text)).toBe(text);
  });

  // A pattern that looks for the last zeros takes hours for this.
  it('reads a long row of zeros in one go', () => {
    const text = `0.1${'0'.repeat(2_000_000)}1`;

    expect(keepsDigits(text, Number(text))).toBe(false);
  });
});
