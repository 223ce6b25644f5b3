import { describe, expect, it } from 'vitest';
import { readComparisons } from './read-comparisons.ts';
import type { Filter } from './rules.ts';

function decide(filter: Filter): string[] {
  return readComparisons(filter).decisive.map(
    ({ segments, operator, values }) => `${segments.join('.')} ${operator} ${values.join(', ')}`,
  );
}

describe('transforms/read-comparisons', () => {
  it.each<[string, string[]]>([
    ["status == 'active' && 3 < age", ['status equals active', 'age greater 3']],
    ['a.b[0] != null && (c in [1, 2] && d)', ['a.b.0 not_equals ', 'c in 1, 2']],
    ["a == 1 && size(b) > 2 && c == 'x'", ['a equals 1']],
    ["a == 1 || b == 'x'", []],
    ["!(a == 1) && b == 'x'", []],
    ['a == b', []],
    ['a ==', []],
  ])('finds in %s what decides, up to the first part that may fail', (formula, decisive) => {
    expect(decide(formula)).toEqual(decisive);
  });

  it('finds what decides at any place among conditions, which cannot fail', () => {
    const filter: Filter = {
      all: [
        { field: 'left', operator: 'not_exists' },
        { all: [{ field: 'status', operator: 'not_in', value: ['x', null] }] },
        { any: [{ field: 'a', operator: 'equals', value: 1 }] },
        { field: 'age', operator: 'less_or_equal', value: 3 },
      ],
    };

    expect(decide(filter)).toEqual(['status not_in x, ', 'age less_or_equal 3']);
    expect(readComparisons({ not: { field: 'a', operator: 'equals', value: 1 } }).comparisons).toEqual([]);
  });
});
