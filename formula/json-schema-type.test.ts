import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { typeOfRecord } from './json-schema-type.ts';
import { describeType } from './value-type.ts';

function typeOfField(schema: JsonObject, root: JsonObject = {}): string {
  const type = typeOfRecord({ type: 'object', properties: { field: schema }, ...root }).members.get('field');
  return type === undefined ? 'missing' : describeType(type);
}

describe('formula/json-schema-type', () => {
  it.each<[JsonObject, string]>([
    [{ type: 'string' }, 'text'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['number', 'null'] }, 'number'],
    [{ type: ['number', 'string'] }, 'any value'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text'],
    [{ oneOf: [{ type: 'string' }, { type: 'boolean' }] }, 'any value'],
    [{ enum: ['a', 'b', null] }, 'text'],
    [{ const: true }, 'boolean'],
    [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, 'list of list of text'],
    [{ type: 'array' }, 'list'],
    [{ type: 'object' }, 'object'],
    [{ allOf: [{ type: 'string' }] }, 'any value'],
    [{}, 'any value'],
    [{ $ref: '#/$defs/Name' }, 'text'],
    [{ $ref: '#/$defs/Missing' }, 'any value'],
    [{ $ref: 'https://example.com/schema' }, 'any value'],
  ])('reads %j as %s', (schema, expected) => {
    expect(typeOfField(schema, { $defs: { Name: { type: 'string' } } })).toBe(expected);
  });

  it('takes an object that lists its members for complete, unless it allows others', () => {
    const properties = { a: { type: 'string' } };

    expect(typeOfRecord({ type: 'object', properties }).others).toBeUndefined();
    expect(typeOfRecord({ type: 'object', properties, additionalProperties: false }).others).toBeUndefined();
    expect(typeOfRecord({ type: 'object', properties, additionalProperties: {} }).others).toEqual({ kind: 'any' });
    expect(typeOfRecord({ type: 'object' }).others).toEqual({ kind: 'any' });
    expect(typeOfRecord(undefined).others).toEqual({ kind: 'any' });
  });

  it('ends with schemas that contain themselves', () => {
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`n${i}`, { $ref: '#/$defs/Node' }]));
    const schema: JsonObject = {
      type: 'object',
      properties: { self: { $ref: '#' }, node: { $ref: '#/$defs/Node' } },
      $defs: { Node: { type: 'object', properties } },
    };

    const { members } = typeOfRecord(schema);

    expect([members.get('self')?.kind, members.get('node')?.kind]).toEqual(['any', 'object']);
  });
});
