import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../core/json.ts';
import { compileFilter, type Keep } from './compile-filter.ts';
import { conditionSchema, type Condition, type Filter } from './rules.ts';

const environment = { now: 0 };

function keeps(filter: Filter, record: JsonObject): ReturnType<Keep> {
  const compiled = compileFilter(filter);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.keep(record, environment);
}

const record: JsonObject = {
  n: 5,
  s: 'beta',
  t: true,
  z: null,
  tags: ['a', 'b'],
  o: { p: '2024-01-01' },
  numeric: '5',
};

describe('transforms/compile-filter', () => {
  it.each<[Condition, boolean]>([
    [{ field: 'n', operator: 'equals', value: 5 }, true],
    [{ field: 'n', operator: 'equals', value: '5' }, false],
    [{ field: 'numeric', operator: 'equals', value: 5 }, false],
    [{ field: 't', operator: 'equals', value: true }, true],
    [{ field: 't', operator: 'equals', value: 1 }, false],
    [{ field: 'z', operator: 'equals', value: null }, true],
    [{ field: 'missing', operator: 'equals', value: null }, true],
    [{ field: 'missing', operator: 'equals', value: 'x' }, false],
    [{ field: 'missing', operator: 'not_equals', value: 'x' }, true],
    [{ field: 'tags', operator: 'equals', value: 'a' }, false],
    [{ field: 'n', operator: 'greater', value: 4 }, true],
    [{ field: 'n', operator: 'greater', value: 5 }, false],
    [{ field: 'n', operator: 'greater_or_equal', value: 5 }, true],
    [{ field: 'n', operator: 'less', value: 5 }, false],
    [{ field: 'n', operator: 'less_or_equal', value: 5 }, true],
    [{ field: 'numeric', operator: 'greater', value: 4 }, false],
    [{ field: 'n', operator: 'greater', value: '4' }, false],
    [{ field: 'z', operator: 'less', value: 1 }, false],
    [{ field: 'missing', operator: 'less', value: 1 }, false],
    [{ field: 'o.p', operator: 'greater_or_equal', value: '2023-12-31' }, true],
    [{ field: 's', operator: 'less', value: 'B' }, false],
    [{ field: 's', operator: 'in', value: ['alpha', 'beta'] }, true],
    [{ field: 'numeric', operator: 'in', value: [5] }, false],
    [{ field: 'missing', operator: 'in', value: [null] }, true],
    [{ field: 'missing', operator: 'not_in', value: ['x'] }, true],
    [{ field: 's', operator: 'not_in', value: ['beta'] }, false],
    [{ field: 's', operator: 'contains', value: 'et' }, true],
    [{ field: 'tags', operator: 'contains', value: 'b' }, true],
    [{ field: 'tags', operator: 'contains', value: '' }, false],
    [{ field: 'n', operator: 'contains', value: '5' }, false],
    [{ field: 's', operator: 'starts_with', value: 'be' }, true],
    [{ field: 's', operator: 'ends_with', value: 'be' }, false],
    [{ field: 'tags', operator: 'starts_with', value: 'a' }, false],
    [{ field: 'z', operator: 'exists' }, true],
    [{ field: 'missing', operator: 'exists' }, false],
    [{ field: 'missing', operator: 'not_exists' }, true],
    [{ field: 'constructor', operator: 'exists' }, false],
  ])('compares without coercion: %j', (condition, expected) => {
    expect(keeps(condition, record)).toBe(expected);
  });

  it.each<[Condition, boolean]>([
    [
      {
        all: [
          { field: 'n', operator: 'exists' },
          { field: 't', operator: 'equals', value: true },
        ],
      },
      true,
    ],
    [
      {
        all: [
          { field: 'n', operator: 'exists' },
          { field: 'q', operator: 'exists' },
        ],
      },
      false,
    ],
    [
      {
        any: [
          { field: 'q', operator: 'exists' },
          { field: 'n', operator: 'exists' },
        ],
      },
      true,
    ],
    [{ any: [{ field: 'q', operator: 'exists' }] }, false],
    [{ not: { any: [{ field: 'q', operator: 'exists' }] } }, true],
  ])('combines conditions: %j', (condition, expected) => {
    expect(keeps(condition, record)).toBe(expected);
  });

  it('names the place of every wrong path', () => {
    const filter: Filter = {
      all: [
        { field: 'a', operator: 'exists' },
        { any: [{ not: { field: 'x[', operator: 'exists' } }, { field: 'y..z', operator: 'exists' }] },
      ],
    };

    const compiled = compileFilter(filter, { path: 'source.filter' });

    expect(compiled).toMatchObject({
      ok: false,
      problems: [
        { path: 'source.filter.all[1].any[0].not.field', code: 'invalid_path' },
        { path: 'source.filter.all[1].any[1].field', code: 'invalid_path' },
      ],
    });
  });

  it('refuses conditions that are nested too deep', () => {
    let condition: Condition = { field: 'a', operator: 'exists' };
    for (let i = 0; i < 50; i += 1) condition = { not: condition };

    expect(compileFilter(condition)).toMatchObject({ ok: false, problems: [{ code: 'nested_too_deep' }] });
  });

  it.each(['a ==', '"text"', '1 + 1'])('refuses %s as a filter', (formula) => {
    expect(compileFilter(formula, { path: 'source.filter' })).toMatchObject({
      ok: false,
      problems: [{ path: 'source.filter', code: 'invalid_formula' }],
    });
  });

  it.each<[Json, boolean]>([
    [true, true],
    [false, false],
    [null, false],
    ['true', false],
    [1, false],
  ])('keeps a record when its formula gives %j: %s', (value, expected) => {
    expect(keeps('x', { x: value })).toBe(expected);
  });

  it.each<[string, boolean]>([
    ['n > 4 && s.startsWith("be")', true],
    ['missing > 4', false],
    ['!(missing > 4)', false],
    ['"a" in tags', true],
  ])('decides by %s: %s', (formula, expected) => {
    expect(keeps(formula, record)).toBe(expected);
  });

  it('gives a problem for a record that the formula fails on, without a value of it', () => {
    const kept = keeps('n / z > 1', { n: 5, z: 0 });

    expect(kept).toEqual({ code: 'filter_failed', message: 'Division by zero (line 1, column 3).' });
  });

  it('never throws on any condition and record', () => {
    const field = fc.constantFrom('a', 'a.b', 'a[0]', '__proto__', 'toString', 'a..b');
    const scalar = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null));
    const operator = fc.constantFrom('equals', 'in', 'less', 'contains', 'exists');
    const condition = fc.record({ field, operator, value: fc.oneof(scalar, fc.array(scalar)) });
    fc.assert(
      fc.property(condition, fc.dictionary(fc.constantFrom('a', 'b'), fc.jsonValue()), (raw, value) => {
        const parsed = conditionSchema.safeParse(raw);
        const compiled = parsed.success ? compileFilter(parsed.data) : undefined;

        if (compiled?.ok === true)
          expect(typeof compiled.keep(JSON.parse(JSON.stringify(value)), environment)).toBe('boolean');
      }),
    );
  });

  // A long part that is nearly everywhere in a long text takes a minute to be found, or not.
  it.each(['contains', 'starts_with', 'ends_with'] as const)('bounds the text that %s looks for', (operator) => {
    const parse = (length: number) => conditionSchema.safeParse({ field: 'a', operator, value: 'x'.repeat(length) });

    expect([parse(1000).success, parse(1001).success]).toEqual([true, false]);
  });
});
