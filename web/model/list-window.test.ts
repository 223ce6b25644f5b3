import { describe, expect, it } from 'vitest';
import { findParts, listSegments, PartHeights, windowRows } from './list-window.ts';

describe('web/model/list-window', () => {
  it('takes parts that were not seen to be as high as the first that were, by their rows, and keeps to that', () => {
    const rowCount = 6 * windowRows + 3;
    const unseen = (rowPx: number): number[] => [windowRows * rowPx, 3 * rowPx];
    const estimate = (): readonly number[] => heights.estimate(rowCount);

    const heights = new PartHeights();
    heights.fit(1280);
    expect(estimate()).toEqual([180, 180, 180, 180, 180, ...unseen(45)]);
    heights.note(0, 50 * windowRows);
    expect(estimate()).toEqual([200, 200, 200, 200, 200, ...unseen(50)]);
    for (const part of [1, 2, 3, 4]) heights.note(part, 40 * windowRows);
    heights.note(9, 9999);
    expect([heights.knows(4), heights.knows(5)]).toEqual([true, false]);
    expect(estimate()).toEqual([200, 160, 160, 160, 160, ...unseen(42)]);
    // A gap that is drawn already would be another one.
    heights.note(2, 90 * windowRows);
    expect(estimate()).toEqual([200, 160, 360, 160, 160, ...unseen(42)]);
    heights.fit(1280);
    expect(estimate()).toEqual([200, 160, 360, 160, 160, ...unseen(42)]);
    // In another width, lines break elsewhere.
    heights.fit(390);
    expect(estimate()).toEqual([180, 180, 180, 180, 180, ...unseen(45)]);
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
