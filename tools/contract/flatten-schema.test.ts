import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { flattenSchema } from './flatten-schema.ts';

const text = { type: 'string' };
const open = { additionalProperties: true };
const schemas: Record<string, JsonObject> = {
  Base: { type: 'object', required: ['id', 'name'], properties: { id: { ...text, readOnly: true }, name: text } },
  Loop: { $ref: '#/$defs/Loop' },
};

describe('tools/contract/flatten-schema', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'parts of one, without what is read only',
      { allOf: [{ $ref: '#/$defs/Base' }, { required: ['kind'], properties: { kind: { enum: ['a'] } } }] },
      {
        type: 'object',
        properties: { kind: { type: 'string', enum: ['a'] }, id: { type: ['null', 'string'] }, name: text },
        required: ['name', 'kind'],
        ...open,
      },
    ],
    [
      'what all alternatives need',
      {
        oneOf: [
          { type: 'object', required: ['a', 'b'], properties: { a: text, b: text } },
          { type: 'object', required: ['a'], properties: { a: { type: 'integer' }, c: text } },
        ],
      },
      {
        type: 'object',
        properties: {
          a: { type: ['integer', 'string'] },
          b: { type: ['null', 'string'] },
          c: { type: ['null', 'string'] },
        },
        required: ['a'],
        ...open,
      },
    ],
    [
      'nothing that the system fills in',
      {
        type: 'object',
        required: ['a', '@odata.type'],
        properties: { a: { ...text, default: 'x' }, '@odata.type': text },
      },
      {
        type: 'object',
        properties: { a: { type: ['null', 'string'] }, '@odata.type': { type: ['null', 'string'] } },
        ...open,
      },
    ],
    [
      'lists',
      { type: 'array', items: { $ref: '#/$defs/Base' } },
      {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: ['null', 'string'] }, name: text },
          required: ['name'],
          ...open,
        },
      },
    ],
    ['what is itself alone', { $ref: '#/$defs/Loop' }, {}],
    ['what nobody describes', { $ref: '#/$defs/Missing' }, {}],
  ])('tells %s', (_, schema, expected) => {
    expect(flattenSchema(schema, schemas)).toEqual(expected);
  });
});
