import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/json.ts';
import { mergePatch, replaceMembers } from './merge-patch.ts';

/** @see https://www.rfc-editor.org/rfc/rfc7396#appendix-A */
const examples: [Json, Json, Json][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

describe('services/shared/merge-patch', () => {
  it.each(examples)('patches %j by %j to %j', (current, patch, result) => {
    expect(mergePatch(current, patch)).toEqual(result);
  });

  it('leaves the value it was given as it is', () => {
    const current = { a: { b: 'c' } };

    mergePatch(current, { a: { b: null } });

    expect(current).toEqual({ a: { b: 'c' } });
  });

  it('replaces whole members, and takes null ones away', () => {
    const current = { a: { b: 1, c: 2 }, d: 3, e: 4 };

    expect(replaceMembers(current, { a: { b: 5 }, d: null })).toEqual({ a: { b: 5 }, e: 4 });
  });
});
