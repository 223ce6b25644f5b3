import { describe, expect, it } from 'vitest';
import { fillFields } from './fill-fields.ts';
import { readFields } from './schema-fields.ts';

const fields = readFields({
  type: 'object',
  properties: {
    host: { type: 'string' },
    port: { type: 'integer', default: 5432 },
    read_only: { type: 'boolean' },
    regions: { type: 'array', items: { type: 'string' } },
    rules: { type: 'array', items: { type: 'object' } },
    schema: { type: 'string', default: 'public' },
  },
});

describe('web/model/forms/fill-fields', () => {
  it('shows each value in its control, and keeps what no control can show', () => {
    const rules = [{ from: 'a' }];
    const values = { host: 'db.example', port: 15432, read_only: true, regions: ['eu', 'us'], rules, former: 1 };

    const filled = fillFields(fields, values);

    expect(filled.fields.map(({ name, initial }) => [name, initial])).toEqual([
      ['host', 'db.example'],
      ['port', '15432'],
      ['read_only', 'on'],
      ['regions', 'eu\nus'],
      ['schema', ''],
    ]);
    expect(filled.kept).toEqual({ rules, former: 1 });
  });
});
