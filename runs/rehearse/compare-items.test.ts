import { describe, expect, it } from 'vitest';
import type { PreviewedItem } from '../../flow/preview-item.ts';
import { compareItems, listDifferent, type PastItem } from './compare-items.ts';

const failed: PastItem = {
  status: 'failed',
  outcomes: new Map([
    ['made', 'passed'],
    ['account', 'failed'],
  ]),
};

const write = (writes: object, outcome: PreviewedItem['outcome'] = 'succeeded'): PreviewedItem => ({
  outcome,
  steps: [
    { step: 'made', outcome: 'passed' },
    { step: 'account', outcome: 'passed', writes: { ...writes } },
  ],
});

const ofItem = (): boolean => true;

describe('runs/rehearse/compare-items', () => {
  it('names the end, the steps and the fields that would be otherwise', () => {
    const { differences, wrote, isSameAsFailed } = compareItems(write({ a: 2 }), write({ a: 1 }), failed, ofItem);

    expect(differences).toEqual([
      { kind: 'outcome', was: 'failed', now: 'succeeded' },
      { kind: 'step', step: 'account', was: 'failed', now: 'passed' },
      { kind: 'writes', step: 'account', fields: ['a'] },
    ]);
    expect([...wrote.values()]).toEqual([{ a: 1 }]);
    expect(isSameAsFailed).toBe(false);
  });

  it('says where an item failed with what would be written again', () => {
    expect(compareItems(write({ a: 1 }), write({ a: 1 }), failed, ofItem).isSameAsFailed).toBe(true);
    expect(compareItems(write({ a: 1 }), undefined, failed, ofItem).isSameAsFailed).toBe(false);
    expect(compareItems(write({ a: 1 }, 'failed'), write({ a: 1 }, 'failed'), failed, ofItem).isSameAsFailed).toBe(
      false,
    );
  });

  it('names steps that are not come to any more, and of children only what the revision of the run tells', () => {
    const now: PreviewedItem = {
      outcome: 'failed',
      steps: [{ step: 'member', elements: ['a'], outcome: 'failed' }],
    };
    const then: PreviewedItem = { outcome: 'failed', steps: [{ step: 'member', elements: ['a'], outcome: 'passed' }] };
    const gone = [
      { kind: 'step', step: 'made', was: 'passed', now: 'not_reached' },
      { kind: 'step', step: 'account', was: 'failed', now: 'not_reached' },
    ];

    expect(compareItems(now, undefined, failed, () => false).differences).toEqual(gone);
    expect(compareItems(now, then, failed, () => false).differences).toEqual([
      { kind: 'step', step: 'member', elements: ['a'], was: 'passed', now: 'failed' },
      ...gone,
    ]);
  });

  it('finds the fields whose values differ, those of objects within by their paths', () => {
    expect(
      listDifferent({ a: { b: 1, c: null }, d: [1], e: 1 }, { a: { b: 2, c: null }, d: [1], f: { g: 1 } }),
    ).toEqual(['a.b', 'e', 'f']);
    expect(listDifferent({ x: null }, {})).toEqual(['x']);
  });
});
