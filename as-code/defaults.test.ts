import { describe, expect, it } from 'vitest';
import { withoutFilledIn } from './defaults.ts';

const source = { connection_id: 'conn_1', object: 'people' };

describe('as-code/defaults', () => {
  it.each([
    ['a key that the file leaves to the hub', { source }, { source }],
    ['no key that the file names', { source: { ...source, key: ['code'] } }, { source: { ...source, key: ['id'] } }],
    ['nothing of what has no source', {}, { source: { ...source, key: ['id'] } }],
  ])('takes away %s', (_, wished, expected) => {
    expect(withoutFilledIn({ source: { ...source, key: ['id'] } }, wished)).toEqual(expected);
  });

  it('takes away ids of triggers that the file leaves to the hub', () => {
    const [first, second] = [{ type: 'webhook' }, { type: 'webhook', id: 'webhook-2' }];

    expect(withoutFilledIn({ triggers: [first, second] }, { triggers: [first, first] })).toEqual({
      triggers: [first, first],
    });
    expect(withoutFilledIn({ triggers: [first, second] }, { triggers: [first, second] })).toEqual({
      triggers: [first, second],
    });
  });
});
