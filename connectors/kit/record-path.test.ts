import { describe, expect, it } from 'vitest';
import { compileReader, parsePath, readMatchText } from './record-path.ts';

describe('connectors/kit/record-path', () => {
  it.each([
    ['a', ['a']],
    ['a.b-c d', ['a', 'b-c d']],
    ['a[0].b', ['a', 0, 'b']],
    ['["odd.name"].x', ['odd.name', 'x']],
    ['$', []],
  ])('parses %s', (text, segments) => {
    expect(parsePath(text)).toEqual(segments);
  });

  it.each(['', '.', '.a', 'a.', 'a..b', 'a[', 'a[x]', '[01]', 'a[0]b', 'a"b'])('refuses %j', (text) => {
    expect(parsePath(text)).toBeUndefined();
  });

  it.each([
    ['a.b', 1],
    ['list[1]', 'y'],
    ['list.length', undefined],
    ['toString', undefined],
    ['a.b.c', undefined],
    ['none', null],
  ])('reads %s', (path, value) => {
    expect(compileReader(path)({ a: { b: 1 }, list: ['x', 'y'], none: null })).toBe(value);
  });

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
