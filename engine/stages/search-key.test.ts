import { describe, expect, it } from 'vitest';
import type { FieldError } from '../../core/errors.ts';
import { compileEnrichments } from './enrichment.ts';
import { judgeSearchKey } from './search-key.ts';

const schema = { type: 'object', properties: { id: { type: 'string' }, email: { type: 'string' } } };
const open = { ...schema, additionalProperties: true };

describe('engine/stages/search-key', () => {
  it.each([
    ['id', { schema }, undefined],
    ['emial', { schema }, { code: 'unknown_field', allowed: ['email', 'id'] }],
    ['nick', { schema, findsBy: ['id'] }, { code: 'unknown_field', allowed: ['id'] }],
    ['nick', { schema: open }, undefined],
    ['nick', {}, undefined],
    ['email', { schema, findsBy: ['id'] }, { code: 'unsupported', allowed: ['id'] }],
    ['id', { schema: { properties: { email: {} } }, findsBy: ['id'] }, undefined],
    ['id', { findsBy: ['id'] }, undefined],
    ['a[', {}, { code: 'invalid_path' }],
  ])('judges %s by what is known of the object: %j', (key, object, expected) => {
    const problem = judgeSearchKey(key, object);

    if (expected === undefined) expect(problem).toBeUndefined();
    else expect(problem).toMatchObject(expected);
  });

  it('warns of a key that nothing will be found by, where records are completed', () => {
    const given = {
      as: 'm',
      connection_id: 'conn_1',
      object: 'users',
      by: 'manager',
      key: 'email',
      on_missing: 'null',
    } as const;
    const problems: FieldError[] = [];
    const warnings: FieldError[] = [];
    const recordType = { kind: 'object', members: new Map(), others: undefined } as const;

    compileEnrichments([given], [{ finds: true, findsBy: ['id'], schema }], {
      recordType,
      taken: [],
      problems,
      warnings,
    });

    expect(problems).toEqual([]);
    expect(warnings).toMatchObject([{ path: 'enrich[0].key', code: 'unsupported' }]);
  });
});
