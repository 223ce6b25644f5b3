import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../core/json.ts';
import { converters, describeFailure, expectations, inconvertible } from './convert.ts';
import { conversions, type Conversion } from './rules.ts';

const cases: Readonly<Record<Conversion, { gives: [Json, Json][]; refuses: Json[] }>> = {
  string: {
    gives: [
      ['x', 'x'],
      [1.5, '1.5'],
      [1e21 / 1e21, '1'],
      [true, 'true'],
      [9_007_199_254_740_991, '9007199254740991'],
      ['', ''],
    ],
    refuses: [9_007_199_254_740_992, [], {}, ['x']],
  },
  trim: {
    gives: [
      ['  a b\t\n', 'a b'],
      [' ', ''],
      [1, '1'],
    ],
    refuses: [[' a '], {}],
  },
  lowercase: {
    gives: [
      ['ÄB c', 'äb c'],
      [true, 'true'],
      ['İI', 'i̇i'],
    ],
    refuses: [['A']],
  },
  uppercase: {
    gives: [
      ['straße', 'STRASSE'],
      [1, '1'],
    ],
    refuses: [{}],
  },
  number: {
    gives: [
      [1.5, 1.5],
      ['12.50', 12.5],
      [' -3 ', -3],
      ['+.5', 0.5],
      ['1.', 1],
      ['1e3', 1000],
      ['1.5E-3', 0.0015],
      ['-0', 0],
      ['0.1', 0.1],
      ['0.30000000000000004', 0.30000000000000004],
      ['000000000000000000012', 12],
      ['1.0000000000000000000', 1],
      ['9007199254740991', 9_007_199_254_740_991],
      ['', null],
      ['  ', null],
    ],
    refuses: [
      'twelve',
      '1,5',
      '0x10',
      '1_000',
      'Infinity',
      'NaN',
      '1e400',
      '1e-400',
      '12 34',
      '.',
      'e5',
      '--1',
      true,
      [1],
      {},
      '9007199254740993',
      '12345678901234567890',
      '0.12345678901234567890',
      '1e20',
    ],
  },
  integer: {
    gives: [
      [3, 3],
      ['3', 3],
      ['3.0', 3],
      ['3e2', 300],
      ['', null],
    ],
    refuses: [3.5, '3.5', '9007199254740993', 9_007_199_254_740_992, 'x', false, []],
  },
  boolean: {
    gives: [
      [true, true],
      [0, false],
      [1, true],
      ['Yes', true],
      [' TRUE ', true],
      ['off', false],
      ['N', false],
      ['', null],
    ],
    refuses: ['Known', 'ja', 2, -1, 'truee', [], {}],
  },
  date: {
    gives: [
      ['2024-02-29', '2024-02-29'],
      [' 2000-02-29 ', '2000-02-29'],
      ['2024-03-01T23:30:00-05:00', '2024-03-01'],
      ['2024-03-01T00:00:00+01:00', '2024-03-01'],
      ['2024-03-01 10:00', '2024-03-01'],
      ['0000-01-01', '0000-01-01'],
      ['', null],
    ],
    refuses: [
      '2023-02-29',
      '1900-02-29',
      '2024-04-31',
      '2024-13-01',
      '2024-00-10',
      '2024-01-00',
      '01/02/2024',
      '20240102',
      '2024-1-2',
      '2024-03-01T25:00:00Z',
      20_240_102,
      0,
      [],
    ],
  },
  timestamp: {
    gives: [
      ['2026-11-21T11:35:00Z', '2026-11-21T11:35:00.000Z'],
      ['2025-08-25T17:04:19.9796Z', '2025-08-25T17:04:19.979Z'],
      ['2024-03-01T23:30:00-05:00', '2024-03-02T04:30:00.000Z'],
      ['2024-03-01 23:30:00 +0530', '2024-03-01T18:00:00.000Z'],
      ['2024-03-01t00:00z', '2024-03-01T00:00:00.000Z'],
      ['2024-03-01T00:00+01', '2024-02-29T23:00:00.000Z'],
      ['0050-06-01T00:00:00Z', '0050-06-01T00:00:00.000Z'],
      ['', null],
    ],
    refuses: [
      '2026-11-21T11:35:00',
      '2026-11-21',
      '2026-02-30T00:00:00Z',
      '2026-11-21T24:00:00Z',
      '2026-11-21T11:60:00Z',
      '2026-11-21T11:35:60Z',
      '2026-11-21T11:35:00+25:00',
      '0000-01-01T00:00:00+01:00',
      '9999-12-31T23:59:59-01:00',
      1_700_000_000,
      'now',
    ],
  },
  email: {
    gives: [
      [' Ada.Lovelace+x@Example.COM ', 'ada.lovelace+x@example.com'],
      ["o'neil@sub.example.co", "o'neil@sub.example.co"],
      ['jürgen@müller.example', 'jürgen@müller.example'],
      ['', null],
    ],
    refuses: [
      'plain',
      'a@b',
      '@example.com',
      'a@',
      'a b@example.com',
      'a@@example.com',
      'a@b@example.com',
      '.a@example.com',
      'a..b@example.com',
      'Ada <ada@example.com>',
      'a@-x.com',
      'a@x-.com',
      'a@x..com',
      'a@[127.0.0.1]',
      `${'a'.repeat(65)}@example.com`,
      `a@${'x'.repeat(64)}.com`,
      `a@${'x.'.repeat(130)}com`,
      1,
      ['a@example.com'],
    ],
  },
  list: {
    gives: [
      ['x', ['x']],
      [['x'], ['x']],
      [{ a: 1 }, [{ a: 1 }]],
      [0, [0]],
      ['', ['']],
      [[], []],
    ],
    refuses: [],
  },
  json: {
    gives: [
      ['{"a":[1,null]}', { a: [1, null] }],
      [' "x" ', 'x'],
      ['null', null],
      ['', null],
      [[1], [1]],
      [1, 1],
      [
        '{"id":9007199254740991,"ratio":0.30000000000000004}',
        { id: 9_007_199_254_740_991, ratio: 0.30000000000000004 },
      ],
    ],
    refuses: [
      '{a:1}',
      "{'a':1}",
      '{"id":9007199254740993}',
      '[1e400]',
      '[0.12345678901234567890]',
      'undefined',
      `${'['.repeat(100_000)}1e5`,
    ],
  },
};

const rows = Object.entries(cases).flatMap(([name, { gives }]) =>
  gives.map(([value, expected]) => ({ name, value, expected })),
);
const refusals = Object.entries(cases).flatMap(([name, { refuses }]) => refuses.map((value) => ({ name, value })));

function convert(name: string, value: Json): unknown {
  const conversion = conversions.find((known) => known === name);
  return conversion === undefined ? undefined : converters[conversion](value);
}

describe('transforms/convert', () => {
  it.each(rows)('converts to $name: $value', ({ name, value, expected }) => {
    expect(convert(name, value)).toEqual(expected);
  });

  it.each(refusals)('refuses to convert to $name: $value', ({ name, value }) => {
    expect(convert(name, value)).toBe(inconvertible);
  });

  it.each(conversions)('leaves null alone: %s', (conversion) => {
    expect(converters[conversion](null)).toBeNull();
  });

  it.each(conversions)('never throws, and gives its own results unchanged: %s', (conversion) => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.double().map(String), fc.date().map(String)), (value) => {
        const once = converters[conversion](JSON.parse(JSON.stringify(value)));

        if (once !== inconvertible && conversion !== 'json') expect(converters[conversion](once)).toEqual(once);
      }),
    );
  });

  it('brings every number back from its text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger()), (number) => {
        const text = converters.string(number);

        if (text !== inconvertible) expect(converters.number(text)).toBe(number + 0);
      }),
    );
  });

  it('keeps the instant of every timestamp', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
        expect(converters.timestamp(date.toISOString())).toBe(date.toISOString());
      }),
    );
  });

  it('names the expected and the found type without showing the value', () => {
    const describeFor = (to: Conversion, value: Json): string =>
      describeFailure({ to, expected: expectations[to] }, value);

    expect(describeFor('number', 'Ada Lovelace')).toBe(
      'Cannot convert to number: expected a number, or decimal text that a number can represent exactly; found text of 12 characters.',
    );
    expect(describeFor('string', ['secret'])).toContain('found a list of 1 items.');
    expect(describeFor('integer', 3.25)).toContain('found a number with a fraction.');
  });

  it.each([
    ['number', `${'1'.repeat(1_000_000)}x`],
    ['email', `${'a.'.repeat(500_000)}@`],
    ['timestamp', `2024-01-01T00:00:00.${'1'.repeat(1_000_000)}`],
    ['trim', `x${' '.repeat(1_000_000)}x`],
    ['json', '[1e5,'.repeat(200_000)],
  ])('ends on a million hostile characters: %s', (name, text) => {
    expect([inconvertible, text]).toContain(convert(name, text));
  });
});
