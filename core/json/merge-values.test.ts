import { describe, expect, it } from 'vitest';
import { mergeValues } from './merge-values.ts';

describe('core/json/merge-values', () => {
  it('merges objects, replaces everything else, and keeps what was not given', () => {
    const record = { id: 1, name: 'Ann', home: { city: 'Bonn', zip: 'x' }, tags: ['a', 'b'], boss: { id: 2 } };

    expect(mergeValues(record, { name: null, home: { zip: '53111' }, tags: ['c'], boss: 3, born: 1990 })).toEqual({
      id: 1,
      name: null,
      home: { city: 'Bonn', zip: '53111' },
      tags: ['c'],
      boss: 3,
      born: 1990,
    });
  });

  it('takes a name of the language for a member like any other', () => {
    const values: unknown = JSON.parse('{"__proto__": {"admin": true}}');

    const merged = mergeValues({ id: 1 }, Object(values));

    expect([Object.hasOwn(merged, '__proto__'), Object.hasOwn(Object.prototype, 'admin')]).toEqual([true, false]);
  });
});
