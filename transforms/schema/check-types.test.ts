import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Filter, MappingRule } from '../rules.ts';
import { compileMapping } from '../compile-mapping.ts';
import { type CheckedTypes, checkTypes, type KnownSchema, type TypedParts } from './check-types.ts';

const source: JsonObject = {
  type: 'object',
  required: ['id', 'email', 'state', 'age', 'tags'],
  properties: {
    id: { type: 'string' },
    email: { type: 'string' },
    nick: { type: ['string', 'null'] },
    state: { enum: ['A', 'T'] },
    age: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' } },
    job: { type: 'object', properties: { title: { type: 'string' } }, additionalProperties: false },
  },
};
const target: JsonObject = {
  type: 'object',
  required: ['login'],
  properties: {
    login: { type: 'string' },
    number: { type: 'string', readOnly: true },
    status: { enum: ['ACTIVE', 'SUSPENDED'] },
    years: { type: 'integer' },
    groups: { type: 'array', items: { type: 'string' } },
    profile: {
      type: 'object',
      required: ['name', 'first'],
      properties: { name: { type: 'string' }, first: { type: ['string', 'null'] } },
    },
  },
};
const login: MappingRule = { to: 'login', from: 'email' };

/** All that is required is needed. */
const creation: TypedParts['write'] = { operation: 'create', needs: [] };

function check(rules: MappingRule[], parts: Partial<TypedParts> = {}): CheckedTypes {
  const known = (schema: JsonObject): KnownSchema => ({ schema, from: 'declaration' });
  const ends = { source: known(source), target: known(target), write: creation, ...parts };
  return checkTypes({ mapping: rules, reads: ends.source?.schema, ...ends });
}

function list(rules: MappingRule[], parts?: Partial<TypedParts>): string[] {
  const { problems, warnings } = check(rules, parts);
  return [
    ...problems.map(({ path, code }) => `${path} ${code}`),
    ...warnings.map(({ path, code }) => `${path} ${code}?`),
  ];
}

describe('transforms/schema/check-types', () => {
  it.each<[MappingRule, string[]]>([
    [{ to: 'status', from: 'state', lookup: { A: 'ACTIVE', T: 'SUSPENDED' } }, []],
    [{ to: 'years', from: 'age', convert: 'integer' }, []],
    [{ to: 'groups', from: 'tags' }, []],
    [{ to: 'groups[]', from: 'tags' }, []],
    [{ to: 'groups[]', from: 'state' }, []],
    [{ to: 'groups[0]', from: 'state' }, []],
    [{ to: 'number', from: 'nick', on_null: 'omit' }, []],
    [{ to: 'number', from: 'nick', default: 'none' }, []],
    [{ to: 'number', from: 'nick', required: true }, []],
    [{ to: 'number', formula: 'upper(email)' }, []],
    [{ to: 'number', from: 'emial' }, ['mapping[1].from unknown_field']],
    [{ to: 'number', from: 'email.domain' }, ['mapping[1].from type_mismatch']],
    [{ to: 'number', from: 'job.titel' }, ['mapping[1].from unknown_field']],
    [{ to: 'nmuber', from: 'email' }, ['mapping[1].to unknown_field']],
    [{ to: 'number', from: 'tags' }, ['mapping[1].from type_mismatch']],
    [{ to: 'groups', from: 'email' }, ['mapping[1].from type_mismatch']],
    [{ to: 'groups[]', from: 'age' }, ['mapping[1].from type_mismatch']],
    [{ to: 'years', from: 'age' }, ['mapping[1].from type_mismatch?']],
    [{ to: 'years', formula: 'upper(email)' }, ['mapping[1].formula type_mismatch']],
    [{ to: 'years', value: 1.5 }, ['mapping[1].value type_mismatch']],
    [{ to: 'number', from: 'tags', convert: 'trim' }, ['mapping[1].convert impossible_conversion']],
    [{ to: 'years', from: 'state', convert: 'integer' }, ['mapping[1].convert impossible_conversion']],
    [{ to: 'number', from: 'nick' }, ['mapping[1].from possible_null?']],
    [{ to: 'number', value: null }, ['mapping[1].value possible_null']],
    [{ to: 'number', from: 'email', convert: 'trim', on_error: 'null' }, ['mapping[1].from possible_null?']],
    [{ to: 'status', from: 'email' }, ['mapping[1].from not_allowed?']],
    [{ to: 'status', from: 'state' }, ['mapping[1].from not_allowed']],
    [{ to: 'years', from: 'nick', convert: 'json', default: 'x' }, ['mapping[1].default type_mismatch']],
    [{ to: 'status', value: 'GONE' }, ['mapping[1].value not_allowed']],
    [{ to: 'status', from: 'state', lookup: { A: 'ACTIVE', T: 'GONE' } }, ['mapping[1].lookup not_allowed?']],
    [{ to: 'status', from: 'state', lookup: { A: 'GONE' } }, ['mapping[1].lookup not_allowed']],
    [{ to: 'status', from: 'state', lookup: { A: 'ACTIVE', B: 'ACTIVE' } }, ['mapping[1].lookup["B"] never_matches?']],
    [{ to: 'status', from: 'tags', lookup: { A: 'ACTIVE' } }, ['mapping[1].lookup impossible_lookup']],
    [{ to: 'profile.name', from: 'email' }, ['mapping missing_required']],
    [{ to: 'profile', value: { name: 'x', first: null } }, []],
    [{ to: 'profile', value: { name: 'x' } }, ['mapping[1].value possibly_missing']],
    [{ to: 'profile', from: 'job' }, ['mapping[1].from possibly_missing']],
  ])('says of %j what is wrong with it', (rule, findings) => {
    expect(list([login, rule])).toEqual(findings);
  });

  it('needs what the target needs, but for writes that make no record', () => {
    const rule: MappingRule = { to: 'number', from: 'email' };

    expect(list([rule])).toEqual(['mapping missing_required']);
    expect(list([{ ...login, only_on: 'update' }])).toEqual(['mapping missing_required']);
    expect(list([rule], { write: undefined })).toEqual([]);
    expect(list([{ to: 'login', from: 'nick' }])).toEqual([
      'mapping[0].from possible_null?',
      'mapping[0] possibly_missing?',
    ]);
  });

  it('says what was probably meant', () => {
    expect(check([login, { to: 'number', from: 'job.titel' }]).problems).toEqual([
      {
        path: 'mapping[1].from',
        code: 'unknown_field',
        message: 'Unknown field `job.titel`. Did you mean `job.title`?',
        allowed: ['job.title'],
      },
    ]);
  });

  it.each<[Filter, string[]]>([
    [{ field: 'state', operator: 'equals', value: 'A' }, []],
    [{ field: 'nick', operator: 'equals', value: null }, []],
    [{ field: 'age', operator: 'greater', value: 3 }, []],
    [{ field: 'tags', operator: 'contains', value: 'x' }, []],
    ["state == 'A' && age > 3 && size(email) > 2", []],
    [{ field: 'staet', operator: 'exists' }, ['source.filter.field unknown_field']],
    [{ field: 'state', operator: 'equals', value: 'B' }, ['source.filter.value never_matches']],
    [{ field: 'age', operator: 'not_equals', value: '3' }, ['source.filter.value never_matches']],
    [{ field: 'age', operator: 'in', value: [3, '9007199254740993'] }, []],
    ["age == '9007199254740993' && age != '0.10000000000000001'", []],
    [{ field: 'age', operator: 'less', value: '3' }, ['source.filter.operator never_matches']],
    [{ field: 'age', operator: 'starts_with', value: '3' }, ['source.filter.operator never_matches']],
    [
      { any: [{ not: { field: 'state', operator: 'in', value: ['A', 'B', 'C'] } }] },
      ['source.filter.any[0].not.value never_matches', 'source.filter.any[0].not.value never_matches'],
    ],
    ["state in ['A', 'a'] && age > 3", ['source.filter never_matches']],
    ["size(email) > 2 && 'X' == state", ['source.filter never_matches']],
  ])('says of the filter %j what can never match', (filter, findings) => {
    expect(list([login], { filter })).toEqual(findings);
  });

  it('says nothing of what no schema speaks of', () => {
    const rules: MappingRule[] = [
      { to: 'a[0].b', from: 'x.y[1]', convert: 'number' },
      { to: 'c', from: 'z', lookup: { a: 1 } },
      { to: 'd[]', formula: 'x.y' },
    ];
    const open = { schema: { type: 'object', additionalProperties: true }, from: 'declaration' } as const;

    for (const end of [undefined, open]) {
      const filter = { field: 'q', operator: 'less', value: 1 } as const;
      expect(list(rules, { source: end, target: end, filter })).toEqual([]);
    }
    expect(list(rules, { reads: undefined, target: undefined })).toEqual([]);
  });

  it('takes a sample for no more than a hint', () => {
    const rules: MappingRule[] = [
      login,
      { to: 'number', from: 'emial' },
      { to: 'groups', from: 'email' },
      { to: 'status', formula: "stat == 'A' ? 'ACTIVE' : 'SUSPENDED'" },
    ];
    const sampled: KnownSchema = { schema: source, from: 'sample' };

    expect(list(rules, { source: sampled, filter: "agge > 3 && state == 'A'" })).toEqual([
      'source.filter unknown_field?',
      'mapping[1].from unknown_field?',
      'mapping[3].formula doubtful_formula?',
      'mapping[2].from type_mismatch?',
    ]);
    expect(check(rules, { source: sampled }).warnings[0]).toMatchObject({
      message: expect.stringMatching(/^No sampled record has `emial`\. Did you mean `email`\?/),
      allowed: ['email'],
    });
  });

  it('takes what a catalog needs for what the system may fill in', () => {
    expect(list([{ to: 'number', from: 'email' }], { target: { schema: target, from: 'catalog' } })).toEqual([
      'mapping missing_required?',
    ]);
  });

  it('ends with schemas that contain themselves', () => {
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`n${i}`, { $ref: '#/$defs/Node' }]));
    const schema: JsonObject = {
      type: 'object',
      properties: { node: { $ref: '#/$defs/Node' } },
      $defs: { Node: { type: 'object', properties } },
    };
    const known: KnownSchema = { schema, from: 'declaration' };

    expect(list([{ to: 'node', from: 'node' }], { source: known, target: known })).toEqual([]);
    expect(list([{ to: 'node', from: 'node.n1.n2.n3' }], { source: known, target: known })).toEqual([]);
  });

  /** Schemas of fields, with the values that they describe. */
  type Field = { schema: JsonObject; values: fc.Arbitrary<Json> };
  const show = (made: Field): Field => Object.assign(made, { [fc.toStringMethod]: () => JSON.stringify(made.schema) });
  const scalarField = fc.constantFrom<Field[]>(
    { schema: { type: 'string' }, values: fc.string({ minLength: 1 }).map((text) => `x${text}`) },
    { schema: { type: 'integer' }, values: fc.integer() },
    { schema: { type: 'number' }, values: fc.oneof(fc.integer(), fc.constant(1.5)) },
    { schema: { type: 'boolean' }, values: fc.boolean() },
    { schema: { enum: ['a', 'b', 1] }, values: fc.constantFrom<Json[]>('a', 'b', 1) },
    { schema: { enum: ['a', 'b'] }, values: fc.constantFrom<Json[]>('a', 'b') },
    { schema: { type: 'null' }, values: fc.constant(null) },
  );
  const field: fc.Memo<Field> = fc.memo((depth) =>
    depth <= 1
      ? scalarField
      : fc.oneof(
          scalarField,
          scalarField.map(({ schema, values }): Field => {
            const nullable = { anyOf: [schema, { type: 'null' }] };
            return { schema: nullable, values: fc.oneof(values, fc.constant(null)) };
          }),
          field(depth - 1).map(({ schema, values }) => {
            return { schema: { type: 'array', items: schema }, values: fc.array(values, { maxLength: 3 }) };
          }),
          objectField(depth - 1),
        ),
  );
  const names = ['a', 'b', 'c'];
  const objectField: fc.Memo<Field> = fc.memo((depth) =>
    fc
      .record({ fields: fc.tuple(field(depth), field(depth), field(depth)), required: fc.subarray(names) })
      .map(({ fields, required }): Field => {
        const entries = fields.map((member, i) => [names[i] ?? '', member] as const);
        const properties = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
        const model = Object.fromEntries(entries.map(([name, { values }]) => [name, values]));
        const values = fc.record(model, { requiredKeys: required });
        return show({ schema: { type: 'object', properties, required, additionalProperties: false }, values });
      }),
  );
  const path = fc.constantFrom('a', 'b', 'c', 'a.a', 'b.a', 'b.c', 'c[0]', 'a.b[0]');
  const rule: fc.Arbitrary<MappingRule> = fc.record(
    {
      to: fc.oneof(path, fc.constantFrom('a[]', 'b[]')),
      from: path,
      convert: fc.constantFrom('string', 'trim', 'number', 'integer', 'boolean', 'list'),
      lookup: fc.constantFrom<Record<string, Json>[]>({ a: 'b', b: 'a' }, { a: 1, true: null }, { a: [1] }),
      default: fc.constantFrom<Json[]>('a', 1, null, ['x']),
      required: fc.boolean(),
      on_null: fc.constantFrom('null', 'omit', 'error'),
      on_error: fc.constantFrom('fail_record', 'omit', 'null'),
    },
    { requiredKeys: ['to', 'from'] },
  );

  it('lets nothing pass without a word whose result the target would refuse by its type', () => {
    let passed = 0;
    const cases = fc.record({
      ends: fc.tuple(objectField(2), objectField(2)),
      rules: fc.uniqueArray(rule, { minLength: 1, maxLength: 3, selector: ({ to }) => to.slice(0, 1) }),
    });
    fc.assert(
      fc.property(cases, fc.infiniteStream(fc.nat()), ({ ends: [from, to], rules }, seeds) => {
        const known = (schema: JsonObject): KnownSchema => ({ schema, from: 'declaration' });
        const ends = { source: known(from.schema), target: known(to.schema) };
        const silent = rules.filter((given) => list([given], { ...ends, write: undefined }).length === 0);
        const compiled = compileMapping(silent);
        if (silent.length === 0 || !compiled.ok) return;
        // What is not complete is judged by what is there.
        const isWhole = list(silent, ends).length === 0;
        passed += 1;
        for (const record of fc.sample(from.values, { numRuns: 10, seed: seeds.next().value })) {
          const result = compiled.mapping.apply(JSON.parse(JSON.stringify(record)), { now: 0 });
          // Texts that are no numbers fail by their value, not by their type.
          const byValue = ['convert_failed', 'required_missing', 'lookup_missing', 'null_value'];
          if (!result.ok) expect(byValue).toContain(result.problem.code);
          else expect(listMismatches(result.value, to.schema, isWhole), JSON.stringify(silent)).toEqual([]);
        }
      }),
      { numRuns: 4000 },
    );
    expect(passed).toBeGreaterThan(30);
  });
});

const GeneratedSchema = z.object({
  anyOf: z.array(z.record(z.string(), z.json())).optional(),
  enum: z.array(z.json()).optional(),
  type: z.string().optional(),
  items: z.record(z.string(), z.json()).default({}),
  properties: z.record(z.string(), z.record(z.string(), z.json())).default({}),
  required: z.array(z.string()).default([]),
});

/** A judge of its own: what of a value its schema does not allow. */
function listMismatches(value: Json, schema: JsonObject, isWhole: boolean, at = ''): string[] {
  const { anyOf, enum: listed, type, items, properties, required } = GeneratedSchema.parse(schema);
  if (anyOf !== undefined) {
    return anyOf.some((choice) => listMismatches(value, choice, isWhole, at).length === 0) ? [] : [at];
  }
  if (listed !== undefined) return listed.includes(value) ? [] : [at];
  if (type === 'array') {
    if (!Array.isArray(value)) return [at];
    return value.flatMap((item, i) => listMismatches(item, items, isWhole, `${at}[${i}]`));
  }
  if (type === 'object') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [at];
    return [
      ...required.filter((name) => isWhole && !Object.hasOwn(value, name)),
      ...Object.entries(value).flatMap(([name, member]) =>
        listMismatches(member, properties[name] ?? { enum: [] }, isWhole, `${at}.${name}`),
      ),
    ];
  }
  if (type === 'null') return value === null ? [] : [at];
  if (type === 'integer') return Number.isInteger(value) ? [] : [at];
  return typeof value === type ? [] : [at];
}
