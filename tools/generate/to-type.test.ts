import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/json.ts';
import { toComment, toType } from './to-type.ts';

describe('tools/generate/to-type', () => {
  it.each<[Json, string]>([
    [{ $ref: '#/components/schemas/Account' }, 'Account'],
    [{ const: 'success' }, '"success"'],
    [{ const: true, type: 'boolean' }, 'true'],
    [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
    [{ type: 'integer', minimum: 1 }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ anyOf: [{ type: 'number' }, { type: 'integer' }, { type: 'null' }] }, 'number | null'],
    [{ allOf: [{ type: 'string' }, { enum: ['a', 'b'] }] }, '(string) & ("a" | "b")'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, '[string, number]'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [name: string]: number }'],
    [{ type: 'object' }, '{ [name: string]: unknown }'],
    [{}, 'unknown'],
    [false, 'never'],
  ])('writes %j as %s', (schema, type) => {
    expect(toType(schema)).toBe(type);
  });

  it('marks what may be left out, keeps descriptions, and leaves open objects open', () => {
    const schema = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string', description: 'Its id. */' }, 'odd name': { type: 'boolean' } },
    };

    expect(toType({ ...schema, additionalProperties: false }).replaceAll('\n', ' ')).toBe(
      '{ /** Its id. *\\/ */ "id": string; "odd name"?: boolean; }',
    );
    expect(toType({ ...schema, additionalProperties: {} })).toContain('[name: string]: unknown;');
    expect(toComment({ type: 'string' })).toBe('');
  });
});
