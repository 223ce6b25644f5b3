import { describe, expect, it } from 'vitest';
import { readFields, toValues } from './schema-fields.ts';

const schema = {
  type: 'object',
  properties: {
    base_url: { type: 'string', title: 'Address', format: 'uri' },
    token: { type: 'string', writeOnly: true },
    private_key: { type: 'string', format: 'password' },
    port: { type: 'integer', default: 5432 },
    ssl: { type: 'string', enum: ['require', 'disable'], default: 'require' },
    read_only: { type: 'boolean' },
    scopes: { type: 'array', items: { type: 'string' } },
  },
  required: ['token'],
};

describe('web/model/forms/schema-fields', () => {
  it('asks for what is required first, and for each value by the control that fits it', () => {
    const fields = readFields(schema);

    expect(fields.map(({ name, kind, initial }) => [name, kind, initial])).toEqual([
      ['token', 'secret', ''],
      ['base_url', 'text', ''],
      ['private_key', 'secret lines', ''],
      ['port', 'number', '5432'],
      ['ssl', 'choice', 'require'],
      ['read_only', 'switch', ''],
      ['scopes', 'list', ''],
    ]);
  });

  it('makes what was typed into what the API takes, without what was left empty', () => {
    const typed: Record<string, string> = { token: 'secret', port: '15432', read_only: 'on', scopes: 'a, b\n c ,' };

    expect(toValues(readFields(schema), (name) => typed[name])).toEqual({
      token: 'secret',
      port: 15432,
      read_only: true,
      scopes: ['a', 'b', 'c'],
    });
  });

  it('says of a switch that is on by default when it was switched off', () => {
    const fields = readFields({
      properties: { verify: { type: 'boolean', default: true }, trace: { type: 'boolean' } },
    });

    expect(toValues(fields, () => undefined)).toEqual({ verify: false });
  });

  it.each([undefined, null, 'text', {}, { properties: 1 }])('has no fields for %j', (given) => {
    expect(readFields(given)).toEqual([]);
  });
});
