import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './narrow.ts';

describe('connectors/kit/narrow', () => {
  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['-9007199254740993', '-9007199254740993'],
    ['9007199254740991', 9_007_199_254_740_991],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['1.0000000000000000000', 1],
    ['0.30000000000000004', 0.300_000_000_000_000_04],
    ['1000000000000000000000', '1000000000000000000000'],
    ['"1234567890123456789"', '1234567890123456789'],
  ])('keeps the digits of %s', (text, value) => {
    expect(parseJson(text)).toBe(value);
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
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);

        expect(JSON.stringify(parseJson(text))).toBe(text);
      }),
    );
  });
});
