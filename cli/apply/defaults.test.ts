import { describe, expect, it } from 'vitest';
import { withoutFilledIn } from './defaults.ts';

const source = { connection_id: 'conn_1', object: 'people' };

describe('cli/apply/defaults', () => {
  it.each([
    ['a key that the file leaves to the hub', { source }, { source }],
    ['no key that the file names', { source: { ...source, key: ['code'] } }, { source: { ...source, key: ['id'] } }],
    ['nothing of what has no source', {}, { source: { ...source, key: ['id'] } }],
  ])('takes away %s', (_, wished, expected) => {
    expect(withoutFilledIn({ source: { ...source, key: ['id'] } }, wished)).toEqual(expected);
  });
});
