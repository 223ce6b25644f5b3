import { describe, expect, it } from 'vitest';
import { describeMembers } from './describe-members.ts';

const common = { id: 'Unique id.', type: 'Its type.' };

describe('api/openapi/describe-members', () => {
  it('describes members by their names, at any depth', () => {
    const item = { type: 'object', properties: { id: { type: 'string' }, other: { type: 'string' } } };

    expect(describeMembers({ type: 'array', items: item }, common)).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string', description: 'Unique id.' }, other: { type: 'string' } },
      },
    });
  });

  it('leaves descriptions, references and members of other names as they are', () => {
    const schema = {
      properties: {
        id: { description: 'Its own.' },
        type: { $ref: '#/$defs/Type' },
        constructor: { type: 'string' },
      },
      required: ['id'],
      default: { id: 'x' },
    };

    expect(describeMembers(schema, common)).toEqual(schema);
  });
});
