import { describe, expect, it } from 'vitest';
import type { Json } from '../core/json.ts';
import { toObject } from './json-reading.ts';
import { completeSchema, correctSchema } from './example-schema.ts';

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

describe('drafts/example-schema', () => {
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

  describe('correctSchema', () => {
    const folders = { type: 'array', items: { $ref: '#/components/schemas/Folder' } };
    const named = { $ref: '#/components/schemas/Folders' };
    const deref = (schema: Json | undefined) => (schema === named ? folders : toObject(schema));

    it.each([folders, named])('takes %j for the list within an object that the example shows', (schema) => {
      expect(correctSchema(schema, { folders: [{ id: 1 }], total: 1 }, deref)).toEqual({
        type: 'object',
        properties: { folders: schema, total: { type: 'number' } },
      });
    });

    it('takes the form of the example where it shows several lists', () => {
      expect(correctSchema(folders, { folders: [{ id: 1 }], labels: ['a'] }, deref)).toMatchObject({
        properties: { folders: { items: { properties: { id: { type: 'number' } } } }, labels: { type: 'array' } },
      });
    });

    it('takes a member for an object that the example shows as one', () => {
      const schema = { type: 'object', properties: { folders, paging: { type: 'array', items: { type: 'object' } } } };

      expect(correctSchema(schema, { folders: [], paging: { total: 1 } }, deref)).toEqual({
        type: 'object',
        properties: { folders, paging: { type: 'object', properties: { total: { type: 'number' } } } },
      });
    });

    it.each<[Json | undefined, Json | undefined]>([
      [folders, [{ id: 1 }]],
      [named, undefined],
      [{ type: 'object', properties: { folders } }, { folders: [{ id: 1 }] }],
      [undefined, { id: 1 }],
    ])('keeps %j beside the example %j', (schema, example) => {
      expect(correctSchema(schema, example, deref)).toBe(schema);
    });
  });

  it('keeps a schema without an example', () => {
    expect(completeSchema({ type: 'object' }, undefined)).toEqual({ type: 'object' });
  });
});
