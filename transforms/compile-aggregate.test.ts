import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../core/json.ts';
import { type Aggregate, compileAggregate, type GroupState } from './compile-aggregate.ts';
import { typeOfRecord } from '../formula/json-schema-type.ts';
import type { AggregateRules } from './rules.ts';
import { describeType } from '../formula/value-type.ts';

function compile(rules: AggregateRules): Aggregate {
  const compiled = compileAggregate(rules);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.aggregate;
}

/** Groups records as a run does, with each state put away as JSON after every one of them. */
function group(rules: AggregateRules, records: readonly JsonObject[]): JsonObject[] {
  const aggregate = compile(rules);
  const states = new Map<string, GroupState>();
  for (const record of records) {
    const read = aggregate.read(record);
    if (!read.ok) throw new Error(read.problem.message);
    const { key } = read.contribution;
    states.set(key, structuredClone(aggregate.fold(states.get(key), read.contribution)));
  }
  return [...states.values()].map((state) => aggregate.finish(state));
}

function refusal(rules: AggregateRules, record: JsonObject): string {
  const read = compile(rules).read(record);
  return read.ok ? 'taken' : `${read.problem.code} ${read.problem.field ?? ''}`;
}

const by = { group_by: ['team'] };

describe('transforms/compile-aggregate', () => {
  it.each<[string, AggregateRules['fields'][string], Json[], Json]>([
    ['counts records', { count: true }, [1, null, 1], 3],
    ['counts values', { count: 'x' }, [1, null, 'a'], 2],
    ['sums exactly', { sum: 'x' }, [0.1, 0.2, '0.30', null], 0.6],
    ['gives a sum that no number holds as text', { sum: 'x' }, ['12345678901234567.89', 0.01], '12345678901234567.90'],
    ['sums nothing to null', { sum: 'x' }, [null], null],
    ['averages what has a value', { avg: 'x' }, [1, null, 2], 1.5],
    ['rounds an average to what a number holds', { avg: 'x' }, [1, 0, 0], 1 / 3],
    ['finds the least number', { min: 'x' }, [3, -1, 2], -1],
    ['takes numbers for less than text', { max: 'x' }, [3, 'a', 2], 'a'],
    ['finds the greatest decimal text, as databases give numbers', { max: 'x' }, ['9.5', '10', '9'], '10'],
    ['finds the least of a short and a long number', { min: 'x' }, ['9007199254740993', 7], 7],
    ['finds a number that no decimal holds', { max: 'x' }, ['5', 1e300, 7], 1e300],
    ['takes decimal text for less than other text', { min: 'x' }, ['1a', '2'], '2'],
    ['averages what no number holds', { avg: 'x' }, ['9007199254740993'], '9007199254740993.00000000000000000000'],
    ['finds the greatest text', { max: 'x' }, ['a', 'c', 'b'], 'c'],
    ['takes the first value that is there', { first: 'x' }, [null, false, 1], false],
    ['takes the last value that is there', { last: 'x' }, [1, { a: 1 }, null], { a: 1 }],
    ['collects values', { collect: 'x' }, [2, null, 1, 2], [2, 1, 2]],
    [
      'collects values once',
      { distinct: 'x' },
      [10, '10', 2, 10, { a: 1, b: 2 }, { b: 2, a: 1 }],
      [10, '10', 2, { a: 1, b: 2 }],
    ],
    ['collects nothing to an empty list', { distinct: 'x' }, [null], []],
  ])('%s', (_, field, values, expected) => {
    const records = values.map((x) => ({ team: 'A', x }));

    expect(group({ ...by, fields: { made: field } }, records)).toEqual([{ team: 'A', made: expected }]);
  });

  it('makes groups of the values at several paths, which stand where they stood', () => {
    const rules = { group_by: ['site.city', 'team'], fields: { n: { count: true } } } as const;
    const records = [
      { site: { city: 'Bonn' }, team: 1 },
      { site: { city: 'Bonn' }, team: '1' },
      { site: {}, team: 1 },
      { team: 1 },
      { site: { city: 'Bonn' }, team: 1 },
    ];

    expect(group({ ...rules, group_by: [...rules.group_by] }, records)).toEqual([
      { site: { city: 'Bonn' }, team: 1, n: 2 },
      { site: { city: 'Bonn' }, team: '1', n: 1 },
      { site: { city: null }, team: 1, n: 2 },
    ]);
  });

  it.each<[string, AggregateRules, JsonObject, string]>([
    ['a sum of text', { ...by, fields: { s: { sum: 'x' } } }, { x: 'many' }, 'aggregate_failed s'],
    ['a sum of amounts beyond all measure', { ...by, fields: { s: { sum: 'x' } } }, { x: 1e300 }, 'aggregate_failed s'],
    ['a least list', { ...by, fields: { s: { min: 'x' } } }, { x: [1] }, 'aggregate_failed s'],
    ['a group of objects', { ...by, fields: {} }, { team: {} }, 'invalid_group team'],
  ])('refuses %s', (_, rules, record, problem) => {
    expect(refusal(rules, record)).toBe(problem);
  });

  it('tells everything that is wrong with its rules', () => {
    const problems = (rules: AggregateRules): unknown => {
      const compiled = compileAggregate(rules);
      return compiled.ok ? [] : compiled.problems.map(({ path, code }) => `${path} ${code}`);
    };

    expect(problems({ group_by: ['a['], fields: { n: { sum: ']' } } })).toEqual([
      'aggregate.group_by[0] invalid_path',
      'aggregate.fields.n.sum invalid_path',
    ]);
    expect(problems({ group_by: ['a', 'a'], fields: {} })).toEqual(['aggregate.group_by[1] duplicate_target']);
    expect(problems({ group_by: ['n.x'], fields: { n: { count: true } } })).toEqual([
      'aggregate.fields.n overlapping_target',
    ]);
  });

  it('knows the type of its groups', () => {
    const schema = { type: 'object', properties: { team: { type: 'string' }, pay: { type: 'number' } } };
    const compiled = compileAggregate(
      { ...by, fields: { n: { count: true }, top: { max: 'pay' }, all: { collect: 'team' } } },
      { recordType: typeOfRecord(schema) },
    );
    const members = compiled.ok ? [...compiled.aggregate.recordType.members] : [];

    expect(members.map(([name, type]) => `${name}: ${describeType(type)}`)).toEqual([
      'team: text',
      'n: number',
      'top: number',
      'all: list of text',
    ]);
    expect(compiled.ok && compiled.aggregate.recordType.others).toBeUndefined();
  });

  it('equals a naive aggregation, whatever the records', () => {
    const record = fc.record(
      { team: fc.constantFrom('A', 'B', 'C', null), cents: fc.option(fc.integer({ min: -1e9, max: 1e9 })) },
      { requiredKeys: [] },
    );
    const fields = { n: { count: true }, sum: { sum: 'x' }, low: { min: 'x' }, all: { collect: 'x' } } as const;

    fc.assert(
      fc.property(fc.array(record, { maxLength: 60 }), (drawn) => {
        const records = drawn.map(({ team = null, cents = null }) => ({
          team,
          x: cents === null ? null : cents / 100,
        }));
        const teams = [...new Set(records.map(({ team }) => team))];
        const naive = teams.map((team) => {
          const own = records.filter((one) => one.team === team);
          const all = own.map(({ x }) => x).filter((x) => x !== null);
          const sum = all.reduce((total, x) => total + Math.round(x * 100), 0) / 100;
          return {
            team,
            n: own.length,
            sum: all.length > 0 ? sum : null,
            low: all.length > 0 ? Math.min(...all) : null,
            all,
          };
        });

        expect(group({ ...by, fields }, records)).toEqual(naive);
      }),
    );
  });
});
