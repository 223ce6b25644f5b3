import { describe, expect, it } from 'vitest';
import { listLeaves, toCorrection } from './correction.ts';

const masked = {
  id: 'number',
  name: 'text(3)',
  active: 'boolean',
  home: { city: 'text(4)', zip: null },
  tags: ['text(1)'],
};

describe('web/model/runs/correction', () => {
  it('lists the single values of a record with what is known of them', () => {
    expect(listLeaves(masked).map(({ path, kind, words }) => [path.join('.'), kind, words])).toEqual([
      ['id', 'number', 'a number'],
      ['name', 'text', 'text of 3'],
      ['active', 'boolean', 'true or false'],
      ['home.city', 'text', 'text of 4'],
      ['home.zip', 'text', 'no value'],
    ]);
  });

  it('gives what was typed in the kinds of the record, where it belongs, and nothing else', () => {
    const leaves = listLeaves(masked);

    expect(toCorrection(leaves, ['7', '', 'false', '', '53111'])).toEqual({
      id: 7,
      active: false,
      home: { zip: '53111' },
    });
    expect(toCorrection(leaves, ['', '', '', '', ''])).toBeUndefined();
  });
});
