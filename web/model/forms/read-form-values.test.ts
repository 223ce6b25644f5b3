import { describe, expect, it } from 'vitest';
import { readFormValues } from './read-form-values.ts';

const schema = {
  type: 'object',
  properties: {
    level: { enum: [1, 2] },
    team: { enum: ['it', 'hr'] },
    hours: { type: 'number' },
    remote: { type: 'boolean' },
    note: { type: 'string' },
  },
  required: ['remote'],
};

describe('web/model/forms/read-form-values', () => {
  it('gives each value in the type that its schema asks for, and leaves out what was left empty', () => {
    const typed: Record<string, string> = { level: '2', team: 'hr', hours: '7.5', note: '' };

    expect(readFormValues(schema, (name) => typed[name])).toEqual({ remote: false, level: 2, team: 'hr', hours: 7.5 });
  });
});
