import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../core/json.ts';
import { compileMapping, type Mapping } from './compile-mapping.ts';
import { typeOfRecord } from '../formula/json-schema-type.ts';
import { conversions, mappingRuleSchema, type MappingRule } from './rules.ts';

const environment = { now: 0 };

function compile(...rules: MappingRule[]): Mapping {
  const compiled = compileMapping(rules);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.mapping;
}

function map(rules: MappingRule[], record: JsonObject): Json {
  const result = compile(...rules).apply(record, environment);
  return result.ok ? result.value : { problem: result.problem.code, field: result.problem.field ?? null };
}

function findProblems(rules: MappingRule[], options = {}): string[] {
  const compiled = compileMapping(rules, options);
  return compiled.ok ? [] : compiled.problems.map(({ path, code }) => `${path} ${code}`);
}

describe('transforms/compile-mapping', () => {
  it.each<[string, MappingRule, JsonObject, Json]>([
    ['copies a field', { to: 'a', from: 'x' }, { x: 1 }, { a: 1 }],
    ['leaves a missing field out', { to: 'a', from: 'x' }, {}, {}],
    ['takes null over', { to: 'a', from: 'x' }, { x: null }, { a: null }],
    ['takes null over from further up', { to: 'a', from: 'x.y' }, { x: null }, { a: null }],
    ['sets a constant', { to: 'a.b', value: { z: 1, y: 2 } }, {}, { a: { b: { y: 2, z: 1 } } }],
    ['sets a constant null', { to: 'a', value: null }, {}, { a: null }],
    ['converts a constant', { to: 'a', value: '12', convert: 'number' }, {}, { a: 12 }],
    ['evaluates a formula', { to: 'a', formula: 'x' }, { x: 'v' }, { a: 'v' }],
    [
      'gives what formulas have and JSON has not as text',
      { to: 'a', formula: 'now()' },
      {},
      { a: '1970-01-01T00:00:00Z' },
    ],
    ['leaves a formula without a value out', { to: 'a', formula: 'x' }, {}, {}],
    [
      'converts before the lookup',
      { to: 'a', from: 'x', convert: 'lowercase', lookup: { on: 1 } },
      { x: 'ON' },
      { a: 1 },
    ],
    [
      'looks numbers and booleans up by their text',
      { to: 'a', from: 'x', lookup: { true: 'T' } },
      { x: true },
      { a: 'T' },
    ],
    ['leaves a value without an entry out', { to: 'a', from: 'x', lookup: { on: 1 } }, { x: 'off' }, {}],
    ['finds no entry for a list', { to: 'a', from: 'x', lookup: { on: 1 } }, { x: ['on'] }, {}],
    ['finds no inherited entry', { to: 'a', from: 'x', lookup: { on: 1 } }, { x: 'constructor' }, {}],
    ['looks null up nowhere', { to: 'a', from: 'x', lookup: { null: 1 } }, { x: null }, { a: null }],
    ['gives a null entry', { to: 'a', from: 'x', lookup: { off: null } }, { x: 'off' }, { a: null }],
    ['defaults what is missing', { to: 'a', from: 'x', default: 'd' }, {}, { a: 'd' }],
    ['defaults what is null', { to: 'a', from: 'x', default: 0 }, { x: null }, { a: 0 }],
    ['defaults to null', { to: 'a', from: 'x', default: null }, {}, { a: null }],
    ['defaults what has no entry', { to: 'a', from: 'x', lookup: {}, default: 'd' }, { x: 1 }, { a: 'd' }],
    ['leaves the default unconverted', { to: 'a', from: 'x', convert: 'number', default: '7' }, {}, { a: '7' }],
    ['fills a required field by its default', { to: 'a', from: 'x', default: 1, required: true }, {}, { a: 1 }],
    [
      'counts blank text as null for numbers',
      { to: 'a', from: 'x', convert: 'number', default: 1 },
      { x: ' ' },
      { a: 1 },
    ],
    ['parses JSON text', { to: 'a', from: 'x', convert: 'json' }, { x: '{"b":1,"a":2}' }, { a: { a: 2, b: 1 } }],
    ['adds to a list', { to: 'a[]', from: 'x' }, { x: 'v' }, { a: ['v'] }],
    ['adds the items of a list to a list', { to: 'a.b[]', from: 'x' }, { x: [1, 2] }, { a: { b: [1, 2] } }],
    ['makes a list of an empty list', { to: 'a[]', from: 'x' }, { x: [] }, { a: [] }],
    ['makes no list of nothing', { to: 'a[]', from: 'x' }, {}, {}],
    ['leaves null out', { to: 'a', from: 'x', on_null: 'omit' }, { x: null }, {}],
    ['defaults before it leaves null out', { to: 'a', from: 'x', on_null: 'omit', default: 1 }, { x: null }, { a: 1 }],
    ['takes no error in a missing field', { to: 'a', from: 'x', on_null: 'error' }, {}, {}],
    ['leaves out what fails', { to: 'a', from: 'x', convert: 'number', on_error: 'omit' }, { x: 'no' }, {}],
    ['takes null for what fails', { to: 'a', formula: '1 / x', on_error: 'null' }, { x: 0 }, { a: null }],
    [
      'takes the default for what fails',
      { to: 'a', from: 'x', convert: 'number', on_error: 'default', default: 0, required: true },
      { x: 'no' },
      { a: 0 },
    ],
    [
      'converts as options say',
      { to: 'a', from: 'x', convert: { to: 'date', format: 'dd.MM.yyyy' } },
      { x: '21.11.2026' },
      { a: '2026-11-21' },
    ],
  ])('%s', (_, rule, record, expected) => {
    expect(map([rule], record)).toEqual(expected);
  });

  it('looks up in the stored table that the rule or its formula names', () => {
    const table = 'lut_01kanm3t1fe7krd5v2mgxzs2v8';
    const mapping = compile(
      { to: 'a', from: 'x', lookup: { table } },
      { to: 'b', formula: `lookup('${table}', x) ?? 'none'` },
      { to: 'c', from: 'x', lookup: { table: 'inline', other: 'one more' } },
    );
    const tables = new Map([[table, new Map([['1', 'one']])]]);

    expect(mapping.apply({ x: 1 }, { now: 0, tables })).toEqual({ ok: true, value: { a: 'one', b: 'one' } });
    expect(mapping.apply({ x: 'table' }, { now: 0, tables })).toEqual({ ok: true, value: { b: 'none', c: 'inline' } });
    expect(mapping.apply({ x: 1 }, { now: 0 })).toMatchObject({ ok: false, problem: { code: 'lookup_missing' } });
    expect(mapping.tables).toEqual([
      { path: 'mapping[0].lookup.table', table },
      { path: 'mapping[1].formula', table },
    ]);
    // What the table holds changes without the record: no key follows from such a field.
    expect([mapping.sourcesOf('a'), mapping.sourcesOf('b'), mapping.sourcesOf('c')]).toEqual([
      undefined,
      undefined,
      ['x'],
    ]);
  });

  it.each<[string, MappingRule, JsonObject, string]>([
    ['required and missing', { to: 'a.b', from: 'x', required: true }, {}, 'required_missing'],
    ['required and null', { to: 'a.b', from: 'x', required: true }, { x: null }, 'required_missing'],
    ['required with a null default', { to: 'a.b', from: 'x', default: null, required: true }, {}, 'required_missing'],
    ['required without an entry', { to: 'a.b', from: 'x', lookup: {}, required: true }, { x: 1 }, 'lookup_missing'],
    ['required and no formula value', { to: 'a.b', formula: 'x', required: true }, {}, 'required_missing'],
    ['not convertible', { to: 'a.b', from: 'x', convert: 'number' }, { x: 'twelve' }, 'convert_failed'],
    [
      'not convertible although defaulted',
      { to: 'a.b', from: 'x', convert: 'date', default: '2024-01-01' },
      { x: 1 },
      'convert_failed',
    ],
    ['a formula that throws', { to: 'a.b', formula: '1 / x' }, { x: 0 }, 'formula_failed'],
    ['null where it is an error', { to: 'a.b', from: 'x', on_null: 'error' }, { x: null }, 'null_value'],
    [
      'required and left out since it failed',
      { to: 'a.b', from: 'x', convert: 'number', on_error: 'omit', required: true },
      { x: 'no' },
      'convert_failed',
    ],
    ['infinite', { to: 'a.b', from: 'x' }, { x: JSON.parse('1e400') }, 'unfit_value'],
    ['too deep', { to: 'a.b', from: 'x' }, { x: JSON.parse('['.repeat(5000) + ']'.repeat(5000)) }, 'unfit_value'],
  ])('refuses a record: %s', (_, rule, record, code) => {
    expect(map([{ to: 'first', value: 1 }, rule], record)).toEqual({ problem: code, field: 'a.b' });
  });

  it('shows no value in a problem', () => {
    const rules: MappingRule[] = [{ to: 'a', from: 'x', convert: 'email', lookup: {}, required: true }];

    for (const x of ['Ada Lovelace', 'ada@example.com']) {
      expect(JSON.stringify(compile(...rules).apply({ x }, environment))).not.toMatch(/ada/i);
    }
  });

  it('names the source of a required field', () => {
    const result = compile({ to: 'a', from: 'x["y z"]', required: true }).apply({}, environment);

    expect(result).toMatchObject({ problem: { message: 'The field is required, and `x.y z` holds no value.' } });
  });

  it.each<{ rules: MappingRule[]; problems: string[] }>([
    {
      rules: [
        { to: 'a', value: 1 },
        { to: 'a..b', from: 'x[' },
      ],
      problems: ['mapping[1].to invalid_path', 'mapping[1].from invalid_path'],
    },
    { rules: [{ to: 'a' }], problems: ['mapping[0] missing_source'] },
    { rules: [{ to: 'a', from: 'x', value: null }], problems: ['mapping[0] ambiguous_source'] },
    { rules: [{ to: 'a', formula: 'x +' }], problems: ['mapping[0].formula invalid_formula'] },
    {
      rules: [
        { to: 'a', value: 1 },
        { to: '["a"]', value: 2 },
      ],
      problems: ['mapping[1].to duplicate_target'],
    },
    {
      rules: [
        { to: 'a.b', value: 1 },
        { to: 'a', value: 2 },
      ],
      problems: ['mapping[1].to overlapping_target'],
    },
    {
      rules: [
        { to: 'a[]', value: 1 },
        { to: 'a[0]', value: 2 },
      ],
      problems: ['mapping[1].to overlapping_target'],
    },
    {
      rules: [{ to: 'a', from: 'x', on_error: 'default' }],
      problems: ['mapping[0].on_error missing_default'],
    },
    { rules: [{ to: 'a[0]', from: 'x', only_on: 'create' }], problems: ['mapping[0].only_on invalid_value'] },
    {
      rules: [{ to: 'a', from: 'x', convert: { to: 'date', format: 'MM/yyyy' } }],
      problems: ['mapping[0].convert.format invalid_value'],
    },
    { rules: [{ to: 'a.__proto__.b', value: 1 }], problems: ['mapping[0].to forbidden_name'] },
    { rules: [{ to: 'a', value: 'x', convert: 'number' }], problems: ['mapping[0].value convert_failed'] },
    { rules: [{ to: 'a', value: null, required: true }], problems: ['mapping[0].value required_missing'] },
  ])('refuses to compile $rules', ({ rules, problems }) => {
    expect(findProblems(rules)).toEqual(problems);
  });

  it('adds to a list in the order of the rules', () => {
    const rules: MappingRule[] = [
      { to: 'groups[]', value: 'staff' },
      { to: 'name', from: 'name' },
      { to: 'groups[]', from: 'teams' },
      { to: 'groups[]', from: 'lead' },
    ];

    expect(map(rules, { name: 'Ada', teams: ['a', 'b'], lead: 'c' })).toEqual({
      groups: ['staff', 'a', 'b', 'c'],
      name: 'Ada',
    });
    expect(map(rules.slice(1), { name: 'Ada' })).toEqual({ name: 'Ada' });
  });

  it('gives rules without a policy that of the mapping', () => {
    const rules: MappingRule[] = [
      { to: 'a', from: 'x' },
      { to: 'b', from: 'x', on_null: 'null' },
      { to: 'c', from: 'y', convert: 'number' },
    ];
    const compiled = compileMapping(rules, { defaults: { on_null: 'omit', on_error: 'omit' } });

    expect(compiled.ok && compiled.mapping.apply({ x: null, y: 'no' }, environment)).toEqual({
      ok: true,
      value: { b: null },
    });
  });

  it('leaves out of a write what is for other writes', () => {
    const { selectFields } = compile(
      { to: 'id', value: 1 },
      { to: 'profile.password', value: 'p', only_on: 'create' },
      { to: 'profile.seen', value: 's', only_on: 'update' },
      { to: 'once.only', value: 'o', only_on: 'create' },
    );
    const record = { id: 1, profile: { password: 'p', seen: 's' }, once: { only: 'o' } };

    expect(selectFields?.(record, 'create')).toEqual({ id: 1, profile: { password: 'p' }, once: { only: 'o' } });
    expect(selectFields?.(record, 'update')).toEqual({ id: 1, profile: { seen: 's' } });
    expect(selectFields?.({ id: 1 }, 'update')).toEqual({ id: 1 });
    expect(compile({ to: 'id', value: 1 }).selectFields).toBeUndefined();
  });

  it('says where a formula is wrong, and what was probably meant', () => {
    const recordType = typeOfRecord({ type: 'object', properties: { email: { type: 'string' } } });
    const compiled = compileMapping([{ to: 'a', formula: 'lower(emial)' }], { recordType, path: 'steps[0].mapping' });

    expect(compiled).toEqual({
      ok: false,
      problems: [
        {
          path: 'steps[0].mapping[0].formula',
          code: 'invalid_formula',
          message: 'Unknown field `emial` (line 1, column 7). Did you mean `email`?',
          allowed: ['email'],
        },
      ],
    });
  });

  it('gives equal text for records that differ only in the order of members', () => {
    const mapping = compile({ to: 'list', from: 'items' }, { to: 'o', from: 'object' }, { to: 'n', from: 'n' });
    const one = { n: 1, items: [{ a: 1, b: { c: 1, d: 2 } }], object: { x: 1, y: [{ p: 1, q: 2 }] } };
    const other = { object: { y: [{ q: 2, p: 1 }], x: 1 }, items: [{ b: { d: 2, c: 1 }, a: 1 }], n: 1 };

    expect(JSON.stringify(mapping.apply(other, environment))).toBe(JSON.stringify(mapping.apply(one, environment)));
  });

  it('reports a constant that its rule cannot map, with the members of a field error only', () => {
    const compiled = compileMapping([{ to: 'a', value: 1, lookup: {}, required: true }]);

    const message = 'The lookup table has no entry for the value (a whole number); add one, or set a default.';
    expect(compiled).toEqual({
      ok: false,
      problems: [{ path: 'mapping[0].value', code: 'lookup_missing', message }],
    });
  });

  it('shares no changeable constant between records', () => {
    const mapping = compile({ to: 'a', value: { list: [1] } });
    const result = mapping.apply({}, environment);

    expect(result.ok && Object.isFrozen(result.value['a'])).toBe(true);
    expect(mapping.apply({}, environment)).toEqual(result);
  });

  it('keeps records apart', () => {
    const mapping = compile({ to: 'a', from: 'x' }, { to: 'b.c', from: 'y', convert: 'list' });
    const first = mapping.apply({ x: 1, y: 2 }, environment);
    const second = mapping.apply({ y: 3 }, environment);

    expect(first).toEqual({ ok: true, value: { a: 1, b: { c: [2] } } });
    expect(second).toEqual({ ok: true, value: { b: { c: [3] } } });
  });

  it('never throws, changes no source and pollutes nothing on any mapping and record', () => {
    const name = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom('a', '__proto__', 'constructor', 'x.y[0]', '["__proto__"].p'),
    );
    // As a request brings it: JSON has no negative zero.
    const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)));
    const rule = fc.record(
      {
        to: name,
        from: name,
        convert: fc.constantFrom(...conversions),
        lookup: fc.dictionary(fc.string(), json),
        default: json,
        required: fc.boolean(),
      },
      { requiredKeys: ['to', 'from'] },
    );
    const record = fc.dictionary(name, fc.jsonValue());
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), record, (rules, value) => {
        const parsed = mappingRuleSchema.array().safeParse(rules);
        const compiled = parsed.success ? compileMapping(parsed.data) : undefined;
        const source: JsonObject = JSON.parse(JSON.stringify(value));
        const before = JSON.stringify(source);

        const result = compiled?.ok === true ? compiled.mapping.apply(source, environment) : undefined;

        expect(JSON.stringify(source)).toBe(before);
        expect(Object.keys(Object.prototype)).toEqual([]);
        if (result?.ok === true) expect(JSON.parse(JSON.stringify(result.value))).toEqual(result.value);
      }),
      { numRuns: 500 },
    );
  });

  const facts = compile(
    { to: 'id', from: '["employee"].id', required: true },
    { to: 'profile', from: 'person' },
    { to: 'login.name', from: 'email', convert: 'email' },
    { to: 'login.realm', value: 'corp' },
    { to: 'state', from: 'state', lookup: { A: 1 } },
    { to: 'title', from: 'title', default: 'none' },
    { to: 'label', formula: 'x.y ?? z' },
    { to: 'age', formula: 'yearsBetween(born, today())' },
  );

  it('lists its targets in canonical spelling', () => {
    expect(facts.targets).toEqual(['id', 'profile', 'login.name', 'login.realm', 'state', 'title', 'label', 'age']);
  });

  it.each([
    ['id', 'employee.id'],
    ['["id"]', 'employee.id'],
    ['profile', 'person'],
    ['profile.name[0]', 'person.name[0]'],
    ['login', undefined],
    ['login.name', undefined],
    ['login.realm', undefined],
    ['state', undefined],
    ['title', undefined],
    ['label', undefined],
    ['unknown', undefined],
    ['not a path[', undefined],
  ])('says what %s is a plain copy of', (target, source) => {
    expect(facts.isIdentityOf(target)).toBe(source);
  });

  it.each([
    ['id', ['employee.id']],
    ['profile.name', ['person']],
    ['login', ['email']],
    ['login.name', ['email']],
    ['login.realm', []],
    ['state', ['state']],
    ['label', ['x.y', 'z']],
    ['age', undefined],
    ['unknown', undefined],
    ['not a path[', undefined],
  ])('says what %s depends on', (target, sources) => {
    expect(facts.sourcesOf(target)).toEqual(sources);
  });
});
