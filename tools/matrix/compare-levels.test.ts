import { describe, expect, it } from 'vitest';
import type { Verification } from '../../connectors/kit/catalogue-entry.ts';
import { compareLevels } from './compare-levels.ts';

function at(level: Verification['level'], verified: number): Verification {
  return { level, source: 's', asOf: '1', operations: { verified, total: 4 }, sheets: { complete: 0, objects: 1 } };
}

describe('tools/matrix/compare-levels', () => {
  it('takes what is proven as well or better', () => {
    expect(compareLevels({ a: at('described', 2) }, { a: at('proven', 4), b: at('documented', 0) })).toEqual([]);
  });

  it('holds what is proven for more than verified', () => {
    expect(compareLevels({ a: at('proven', 4) }, { a: at('verified', 4) })).toEqual([
      'a was proven and is only verified.',
    ]);
  });

  it('tells of a level that dropped, a connector that is gone, and fewer operations', () => {
    const before = { a: at('verified', 4), b: at('documented', 0) };

    expect(compareLevels(before, { a: at('described', 3) })).toEqual([
      'a was verified and is only described.',
      'b was documented and is gone.',
      '4 operations were verified, now only 3 are.',
    ]);
  });
});
