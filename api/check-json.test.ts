import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findForbidden } from './check-json.ts';

describe('api/check-json', () => {
  it('lets ordinary JSON pass', () => {
    const ordinary = fc
      .jsonValue({ maxDepth: 10 })
      .filter((value) => !/__proto__|constructor|prototype|\\u/.test(JSON.stringify(value)));

    fc.assert(fc.property(ordinary, (value) => findForbidden(value) === undefined));
  });

  it.each(['__proto__', 'constructor', 'prototype'])('finds the key %s wherever it is', (key) => {
    const value: unknown = JSON.parse(`[1, {"a": [{"${key}": null}]}]`);

    expect(findForbidden(value)?.code).toBe('forbidden_key');
  });

  it.each([
    ['NUL', 'a\0'],
    ['a high surrogate', 'a\ud800'],
    ['a low surrogate', '\udc00b'],
  ])('finds %s in values and keys', (_, text) => {
    expect(findForbidden({ a: [text] })?.code).toBe('invalid_text');
    expect(findForbidden({ [text]: 1 })?.code).toBe('invalid_text');
  });

  it.each(['1e400', '-1e400'])('finds the number %s, which nothing here can hold', (text) => {
    expect(findForbidden(JSON.parse(`{"a": [${text}]}`))?.code).toBe('number_too_large');
    expect(findForbidden(JSON.parse('{"a": [1e308, -1e308, 1e-400]}'))).toBeUndefined();
  });

  it('counts levels and keys', () => {
    const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)]);

    expect(findForbidden(nest(64))).toBeUndefined();
    expect(findForbidden(nest(65))?.code).toBe('too_deep');
    expect(findForbidden(Array.from({ length: 5000 }, () => ({ a: 1, b: 2 })))).toBeUndefined();
    expect(findForbidden(Array.from({ length: 5001 }, () => ({ a: 1, b: 2 })))?.code).toBe('too_many_keys');
  });
});
