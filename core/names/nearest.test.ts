import { describe, expect, it } from 'vitest';
import { countEdits } from './nearest.ts';

describe('core/names/nearest', () => {
  it.each([
    ['', '', 0],
    ['', 'okta', 4],
    ['okta', 'okta', 0],
    ['okat', 'okta', 1],
    ['jira', 'jiras', 1],
    ['kitten', 'sitting', 3],
    // No part is edited twice: a swap is not taken apart by an insertion.
    ['ca', 'abc', 3],
  ])('counts from "%s" to "%s" %i edits', (a, b, edits) => {
    expect(countEdits(a, b)).toBe(edits);
    expect(countEdits(b, a)).toBe(edits);
  });
});
