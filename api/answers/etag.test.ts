import { describe, expect, it } from 'vitest';
import { hasAlready, parseIfMatch, toEntityTag } from './etag.ts';

describe('api/answers/etag', () => {
  it('names the version, and what is shown', () => {
    expect(toEntityTag('{"a":1}', 7)).toMatch(/^"7-[\w-]{16}"$/);
    expect(toEntityTag('{"a":1}', 7)).not.toBe(toEntityTag('{"a":2}', 7));
    expect(toEntityTag('{"a":1}')).toMatch(/^"[\w-]{16}"$/);
  });

  it.each([
    [undefined, undefined],
    ['*', '*'],
    ['"3"', [3]],
    ['"3-abc", "4-def"', [3, 4]],
    ['W/"3-abc"', []],
    ['"abc"', []],
    ['"99999999999999999999"', []],
  ])('reads If-Match %s as %j', (header, expected) => {
    expect(parseIfMatch(header)).toEqual(expected);
  });

  it.each(['', '3', '"3', 'W/3', '"3" "4"', '"3",'])('refuses If-Match %j', (header) => {
    expect(() => parseIfMatch(header)).toThrow('A header is not valid.');
  });

  it.each([
    [undefined, false],
    ['*', true],
    ['"1-a"', true],
    ['W/"1-a"', true],
    ['"2-a", "1-a"', true],
    ['"1-b"', false],
    ['nonsense', false],
  ])('compares If-None-Match %s: %s', (header, expected) => {
    expect(hasAlready(header, '"1-a"')).toBe(expected);
  });
});
