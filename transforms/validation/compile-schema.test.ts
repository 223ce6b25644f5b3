import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/json.ts';
import type { RecordProblem } from '../problem.ts';
import { compileSchema } from './compile-schema.ts';

function validate(schema: JsonObject, record: JsonObject): RecordProblem | undefined {
  const compiled = compileSchema(schema, 'schema', 'invalid_record');
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.validate(record);
}

function judge(field: JsonObject, value: Json): boolean {
  return validate({ properties: { field } }, { field: value }) === undefined;
}

describe('transforms/validation/compile-schema', () => {
  it.each<[JsonObject, Json[], Json[]]>([
    [{ type: 'string' }, ['', 'x'], [1, null, []]],
    [{ type: ['integer', 'null'] }, [1, null], [1.5, '1']],
    [{ enum: ['a', 1, { b: [1] }] }, ['a', 1, { b: [1] }], ['b', '1', { b: [2] }]],
    [{ const: null }, [null], [0, false]],
    [{ minimum: 1, exclusiveMaximum: 3 }, [1, 2.5, 'x'], [0, 3]],
    [{ minLength: 2, maxLength: 2 }, ['ab', '😀😀', 5], ['a', '😀']],
    [{ minItems: 1, maxItems: 2, uniqueItems: true }, [[1], [1, 2], 'x'], [[], [1, 2, 3], [{ a: 1 }, { a: 1 }]]],
    [{ pattern: '^a+$' }, ['a', 3], ['b', 'ab']],
    [{ format: 'date' }, ['2026-11-21'], ['2026-02-30', '2026-11-21T00:00:00Z']],
    [{ format: 'date-time' }, ['2026-11-21T00:00:00Z'], ['2026-11-21', '2026-11-21T00:00:00']],
    [{ format: 'uuid' }, ['01890a5d-ac96-774b-bcce-b302099a8057'], ['x']],
    [{ items: { type: 'number' } }, [[], [1]], [['x']]],
    [{ required: ['a'], additionalProperties: false, properties: { a: {} } }, [{ a: 1 }], [{}, { a: 1, b: 1 }]],
    [{ minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 1 }]],
    [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1, 2], [0, 3]],
    [{ anyOf: [{ type: 'null' }, { minimum: 1 }] }, [null, 1], [0]],
    [{ oneOf: [{ minimum: 1 }, { maximum: 2 }] }, [0, 3], [1]],
    [{ not: { const: 1 } }, [2], [1]],
  ])('keeps %j', (schema, good, bad) => {
    expect(good.filter((value) => !judge(schema, value))).toEqual([]);
    expect(bad.filter((value) => judge(schema, value))).toEqual([]);
  });

  it('names the fields and shows no value', () => {
    const schema = {
      required: ['id'],
      properties: { name: { type: 'string' }, tags: { items: { maxLength: 3 } } },
    };

    expect(validate(schema, { name: 42, tags: ['ok', 'secret'] })).toEqual({
      code: 'invalid_record',
      field: 'id',
      message:
        'The record does not satisfy its schema: `id` is required; `name` is not of type string; `tags[1]` is longer than 3.',
    });
  });

  it('follows references within the schema, also to itself', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, additionalProperties: false };
    const schema: JsonObject = { $ref: '#/$defs/node', $defs: { node } };

    expect(validate(schema, { next: { next: {} } })).toBeUndefined();
    expect(validate(schema, { next: { other: 1 } })).toMatchObject({ field: 'next.other' });
  });

  it.each<[JsonObject, string]>([
    [{ propertes: {} }, 'schema.propertes'],
    [{ $ref: 'https://example.com/schema.json' }, 'schema.$ref'],
    [{ $ref: '#/$defs/gone' }, 'schema.$ref'],
    [{ $id: 'https://example.com' }, 'schema.$id'],
    [{ properties: { a: { type: 'text' } } }, 'schema.properties.a.type'],
    [{ properties: { a: { pattern: '(?=x)' } } }, 'schema.properties.a.pattern'],
    [{ properties: { a: { format: 'color' } } }, 'schema.properties.a.format'],
    [{ anyOf: [] }, 'schema.anyOf'],
    [{ items: 5 }, 'schema.items'],
  ])('refuses what it cannot keep: %j', (schema, path) => {
    expect(compileSchema(schema, 'schema', 'x')).toMatchObject({
      ok: false,
      problems: [{ path, code: 'invalid_schema' }],
    });
  });

  it('ends on schemas and records made to take for ever', () => {
    const hostile: [JsonObject, JsonObject][] = [
      [{ $ref: '#' }, {}],
      [{ properties: { a: { pattern: '^(a+)+$' } } }, { a: `${'a'.repeat(50_000)}!` }],
      [
        {
          $ref: '#/$defs/x',
          $defs: { x: { anyOf: Array.from({ length: 20 }, () => ({ items: { $ref: '#/$defs/x' } })) } },
        },
        {},
      ],
    ];

    for (const [schema, record] of hostile) {
      const problem = validate(schema, record);
      expect([undefined, 'invalid_record']).toContain(problem?.code);
    }
    expect(validate({ $ref: '#' }, {})?.message).toBe(
      'The record is too complex to validate by its schema; simplify the schema.',
    );
  });

  it('judges as Ajv does', () => {
    const scalar = fc.constantFrom<Json[]>(null, true, 0, 1, 2.5, 'a', 'bb');
    const { value } = fc.letrec<{ value: Json; schema: JsonObject }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        scalar,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value')),
      ),
      schema: fc.constant({}),
    }));
    const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.record(
          {
            type: fc.constantFrom<Json[]>('string', 'number', 'integer', 'object', 'array', ['null', 'boolean']),
            enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
            minimum: fc.integer({ min: 0, max: 2 }),
            maxLength: fc.integer({ min: 0, max: 2 }),
            minItems: fc.integer({ min: 0, max: 2 }),
            uniqueItems: fc.boolean(),
            required: fc.subarray(['a', 'b']),
            maxProperties: fc.integer({ min: 0, max: 2 }),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema')),
            additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
            items: tie('schema'),
          },
          { requiredKeys: [] },
        ),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
        fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
        fc.record({ not: tie('schema') }),
      ),
    }));
    const ajv = new Ajv2020({ strict: false });
    fc.assert(
      fc.property(schema, fc.dictionary(fc.constantFrom('a', 'b', 'c'), value), (given, made) => {
        const [plain, record]: [JsonObject, JsonObject] = JSON.parse(JSON.stringify([given, made]));
        const peer = ajv.compile(plain);

        expect(validate(plain, record) === undefined).toBe(peer(record));
        ajv.removeSchema(plain);
      }),
      { numRuns: 150 },
    );
  });
});
