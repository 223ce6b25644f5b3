import { describe, expect, it } from 'vitest';
import type { Json } from '../core/json.ts';
import { listKeyForms, toKeyText, toSameKey } from './key-text.ts';

/** The text of values, and what stands for all of its forms. */
function keyOf(values: Json[]): { text: string; same: string; forms: string[] | undefined } {
  const text = toKeyText(values) ?? '';
  const plan = values.length > 1 ? ({ keyIsList: true } as const) : {};
  return { text, same: toSameKey(plan, text), forms: listKeyForms(plan, text) };
}

describe('engine/key-text', () => {
  it.each<[Json[], Json[]]>([
    [[7], ['7']],
    [[true], ['true']],
    [
      [7, 'a'],
      ['7', 'a'],
    ],
    [
      [7, '8'],
      ['7', 8],
    ],
    [
      [1.5, true],
      ['1.5', 'true'],
    ],
    [
      [1e21, -0.5],
      ['1e+21', '-0.5'],
    ],
  ])('takes %j and %j for one key', (a, b) => {
    expect(keyOf(a).same).toBe(keyOf(b).same);
    expect(keyOf(a).forms?.toSorted()).toEqual(keyOf(b).forms?.toSorted());
  });

  it.each<[Json[], Json[]]>([
    [['7'], ['07']],
    [
      ['7', 'a'],
      ['07', 'a'],
    ],
    [
      ['7', 'a'],
      ['7.0', 'a'],
    ],
    [
      ['a', 7],
      [7, 'a'],
    ],
    [
      ['1,2', '3'],
      ['1', '2,3'],
    ],
  ])('tells %j from %j', (a, b) => {
    expect(keyOf(a).same).not.toBe(keyOf(b).same);
  });

  it('knows the forms that a ledger may have of a key, and no other where each value is a text alone', () => {
    expect(keyOf([7, 'a']).forms).toEqual(['[7,"a"]', '["7","a"]']);
    expect(keyOf(['7', 8, 'c']).forms?.toSorted()).toEqual(
      ['["7","8","c"]', '["7",8,"c"]', '[7,"8","c"]', '[7,8,"c"]'].toSorted(),
    );
    expect(keyOf([1, '2', 3, '4', 5]).forms).toEqual(['[1,"2",3,"4",5]', '["1","2","3","4","5"]', '[1,2,3,4,5]']);
    expect(keyOf(['0042', 'a']).forms).toBeUndefined();
    expect(keyOf([7]).forms).toBeUndefined();
    expect(keyOf(['[7,"a"]'])).toMatchObject({ same: '[7,"a"]', forms: undefined });
  });
});
