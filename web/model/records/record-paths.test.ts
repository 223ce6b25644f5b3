import { describe, expect, it } from 'vitest';
import { listValues, toCell, toTable } from './record-paths.ts';

describe('web/model/records/record-paths', () => {
  it('names values as rules of mappings do', () => {
    const record = { id: 7, name: { first: 'Ada', 'odd.name': null }, tags: ['a', 'b'], empty: {} };

    expect(listValues(record)).toEqual([
      { path: 'id', value: 7 },
      { path: 'name.first', value: 'Ada' },
      { path: 'name["odd.name"]', value: null },
      { path: 'tags', value: ['a', 'b'] },
      { path: 'empty', value: {} },
    ]);
  });

  it('puts declared fields first, and keeps those apart that no record has a value of', () => {
    const table = toTable(
      [
        { b: 1, extra: 'x', c: null },
        { a: null, b: 2 },
      ],
      ['a', 'b', 'c', 'never'],
    );

    expect([table.filled, table.empty]).toEqual([
      ['b', 'extra'],
      ['a', 'c'],
    ]);
    expect(table.rows[1]?.values.get('b')).toBe(2);
  });

  it('shows plain lists as one line, and cuts what is long', () => {
    expect([toCell(['a', 1, null]), toCell([{ a: 1 }]), toCell(null), toCell(false)]).toEqual([
      'a, 1, null',
      '[{"a":1}]',
      '',
      'false',
    ]);
    expect(toCell('x'.repeat(200))).toHaveLength(80);
  });
});
