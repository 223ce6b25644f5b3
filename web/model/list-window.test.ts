import { describe, expect, it } from 'vitest';
import { findParts, listSegments, PartHeights, windowRows } from './list-window.ts';

describe('web/model/list-window', () => {
  it('takes parts that were not seen to be as high as those that were, by their rows', () => {
    const rowCount = 2 * windowRows + 3;

    const heights = new PartHeights();
    expect(heights.estimate(rowCount)).toEqual([45 * windowRows, 45 * windowRows, 135]);
    heights.note(0, 50 * windowRows);
    expect(heights.estimate(rowCount)).toEqual([50 * windowRows, 50 * windowRows, 150]);
    heights.note(1, 30 * windowRows);
    heights.note(3, 9999);
    expect(heights.estimate(rowCount)).toEqual([50 * windowRows, 30 * windowRows, 120]);
  });

  it.each([
    [0, 250, { first: 0, last: 2 }],
    [150, 250, { first: 1, last: 2 }],
    [-500, -100, { first: 0, last: 0 }],
    [5000, 6000, { first: 3, last: 3 }],
  ])('finds what lies between %d and %d px', (from, to, range) => {
    expect(findParts([100, 100, 100, 100], from, to)).toEqual(range);
  });

  it('leaves gaps as high as the rows that are left out, and keeps what has the focus', () => {
    expect(listSegments([10, 20, 30, 40, 50], { first: 3, last: 3 }, 1)).toEqual([
      { gapPx: 10, before: 1 },
      { part: 1 },
      { gapPx: 30, before: 3 },
      { part: 3 },
      { gapPx: 50, before: 5 },
    ]);
    expect(listSegments([10, 20], { first: 0, last: 1 }, undefined)).toEqual([{ part: 0 }, { part: 1 }]);
  });
});
