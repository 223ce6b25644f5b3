import { describe, expect, it } from 'vitest';
import { completeSchema } from './example-schema.ts';

const users = [{ id: 1, name: null, tags: ['a'] }, { id: '2', name: 'Ann', tags: [] }, { manager: { id: 1 } }];
const form = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: { type: ['number', 'string'] },
      name: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      manager: { type: 'object', properties: { id: { type: 'number' } } },
    },
  },
};

describe('tools/slice/example-schema', () => {
  it.each([
    ['lists objects without members', { type: 'array', items: { type: 'object' } }],
    ['is an object without members', { type: 'object' }],
    ['is not there', undefined],
  ])('takes the form of the example where the schema %s', (_, schema) => {
    expect(completeSchema(schema, users)).toEqual(form);
  });

  it.each([
    { type: 'object', properties: { id: { type: 'string' } } },
    { type: 'array', items: { type: 'string' } },
    { $ref: '#/components/schemas/User' },
    { type: 'object', additionalProperties: { type: 'string' } },
  ])('keeps %j, which tells the form', (schema) => {
    expect(completeSchema(schema, users)).toBe(schema);
  });

  it('keeps a schema without an example', () => {
    expect(completeSchema({ type: 'object' }, undefined)).toEqual({ type: 'object' });
  });
});
