import { describe, expect, it } from 'vitest';
import { orderMembers } from './order-members.ts';

const schema = { type: 'object', properties: { name: {}, born: {}, id: {} } };

describe('services/connections/order-members', () => {
  it('begins with the key, goes on as the schema does, and ends with what it does not list', () => {
    const record = { extra: 1, born: null, name: 'Ann', id: 7 };

    const ordered = orderMembers(record, { key: ['id'], schema });

    expect(Object.entries(ordered)).toEqual([
      ['id', 7],
      ['name', 'Ann'],
      ['born', null],
      ['extra', 1],
    ]);
  });

  it('leaves a record as it is whose object is not declared', () => {
    expect(Object.keys(orderMembers({ zeta: 1, alpha: 2 }, {}))).toEqual(['zeta', 'alpha']);
  });
});
