import { describe, expect, it } from 'vitest';
import { compileReader } from '../../../../core/path-readers.ts';
import { readMatchText } from './match-text.ts';

describe('connectors/drivers/http/exchange/match-text', () => {
  it.each([
    [['a'], 'x'],
    [['n'], '7'],
    [['a', 'n'], '["x",7]'],
    [['a', 'none'], undefined],
    [['empty'], undefined],
  ])('makes one text of %j', (paths, text) => {
    expect(readMatchText({ a: 'x', n: 7, none: null, empty: '' }, paths.map(compileReader))).toBe(text);
  });
});
