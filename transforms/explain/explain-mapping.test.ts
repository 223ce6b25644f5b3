import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { compileMapping } from '../compile-mapping.ts';
import { conversions, type MappingRule } from '../rules.ts';
import { compileMappingExplainer } from './index.ts';

function explain(rule: Omit<MappingRule, 'to'>, record: JsonObject) {
  const [field] = compileMappingExplainer([{ to: 'x', ...rule }], {})(record, { now: 0 });
  if (field === undefined) throw new Error('A rule has no explanation.');
  return field;
}

const record: JsonObject = { email: ' Ada@Example.com ', state: 'A', nested: { n: '7' }, none: null };

describe('transforms/explain/explain-mapping', () => {
  it('tells the source, every step and the value', () => {
    expect(explain({ from: 'email', convert: 'email', required: true }, record)).toEqual({
      to: 'x',
      rule: 'mapping[0]',
      sources: [{ path: 'email', value: ' Ada@Example.com ' }],
      steps: [
        { kind: 'read', text: 'email', value: ' Ada@Example.com ' },
        { kind: 'convert', text: 'email', value: 'ada@example.com' },
      ],
      value: 'ada@example.com',
    });
  });

  it.each<[string, Omit<MappingRule, 'to'>, object]>([
    [
      'a constant',
      { value: 1, convert: 'string' },
      {
        sources: [],
        steps: [
          { kind: 'constant', value: 1 },
          { kind: 'convert', value: '1' },
        ],
        value: '1',
      },
    ],
    [
      'an entry that was found',
      { from: 'state', lookup: { A: 'ACTIVE' } },
      { steps: [{ kind: 'read' }, { kind: 'lookup', value: 'ACTIVE' }], value: 'ACTIVE' },
    ],
    [
      'a default',
      { from: 'missing', default: 'none' },
      {
        sources: [{ path: 'missing' }],
        steps: [
          { kind: 'read', text: 'missing' },
          { kind: 'default', value: 'none' },
        ],
        value: 'none',
      },
    ],
    [
      'a default behind a lookup',
      { from: 'state', lookup: {}, default: 'none' },
      { steps: [{ kind: 'read' }, { kind: 'lookup' }, { kind: 'default' }], value: 'none' },
    ],
    ['a null', { from: 'none' }, { sources: [{ value: null }], steps: [{ value: null }], value: null }],
    [
      'the parts of a formula',
      { formula: 'nested.n + lower(state)', convert: 'uppercase' },
      {
        sources: [
          { path: 'nested.n', value: '7' },
          { path: 'state', value: 'A' },
        ],
        steps: [
          { kind: 'expression', text: 'lower(state)', value: 'a' },
          { kind: 'formula', text: 'nested.n + lower(state)', value: '7a' },
          { kind: 'convert', text: 'uppercase', value: '7A' },
        ],
        value: '7A',
      },
    ],
  ])('tells of %s', (_, rule, expected) => {
    expect(explain(rule, record)).toMatchObject(expected);
  });

  it('shows no step and no value for what is not there', () => {
    const field = explain({ from: 'missing', convert: 'email' }, record);

    expect(field.steps).toEqual([
      { kind: 'read', text: 'missing' },
      { kind: 'convert', text: 'email' },
    ]);
    expect(field).not.toHaveProperty('value');
  });

  it.each<[Omit<MappingRule, 'to'>, string, number]>([
    [{ from: 'state', convert: 'number', lookup: { 1: 'x' }, default: 0 }, 'convert_failed', 2],
    [{ formula: 'state - 1' }, 'formula_failed', 1],
    [{ from: 'missing', required: true }, 'required_missing', 1],
    [{ from: 'state', lookup: {}, required: true }, 'lookup_missing', 2],
  ])('ends with the step at which %j fails', (rule, code, steps) => {
    const field = explain(rule, record);

    expect(field.error?.code).toBe(code);
    expect(field.steps).toHaveLength(steps);
  });

  it('shortens what is too long to be shown', () => {
    const field = explain({ from: 'long' }, { long: 'x'.repeat(5000) });

    expect([field.shortened, field.value]).toEqual([true, `${'x'.repeat(500)}…`]);
    expect(explain({ from: 'long' }, { long: Array.from({ length: 1000 }, () => 1) }).value).toBe(
      'a list of 1000 items',
    );
  });

  it('gives the values and problems of the mapping, whatever the rule and the record', () => {
    const rule = fc.record(
      {
        to: fc.constant('x'),
        from: fc.constantFrom('a', 'b.c', 'd[0]'),
        convert: fc.constantFrom(...conversions),
        lookup: fc.dictionary(fc.constantFrom('1', 'true', 'x'), fc.jsonValue({ maxDepth: 1 })),
        default: fc.jsonValue({ maxDepth: 1 }),
        required: fc.boolean(),
      },
      { requiredKeys: ['to', 'from'] },
    );
    const value = fc.oneof(fc.constantFrom(null, 1, true, 'x', '1', '2026-11-21'), fc.jsonValue({ maxDepth: 2 }));
    const records = fc.record(
      { a: value, b: fc.record({ c: value }), d: fc.array(value, { maxLength: 2 }) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(rule, records, (drawn, drawnRecord) => {
        const given: unknown = JSON.parse(JSON.stringify([drawn, drawnRecord]));
        const [one, input] = given as [MappingRule, JsonObject];
        const compiled = compileMapping([one]);
        if (!compiled.ok) return;
        const mapped = compiled.mapping.apply(input, { now: 0 });
        const field = explain(one, input);
        if (mapped.ok) expect(field.value).toEqual(mapped.value['x']);
        else expect(field.error?.code).toBe(mapped.problem.code);
      }),
      { numRuns: 500 },
    );
  });
});
