import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findForbidden } from './check-json.ts';

describe('api/requests/check-json', () => {
  it('lets ordinary JSON pass', () => {
    const ordinary = fc
      .jsonValue({ maxDepth: 10 })
      .filter((value) => !/__proto__|constructor|prototype|\\u/.test(JSON.stringify(value)));

    fc.assert(fc.property(ordinary, (value) => findForbidden(value) === undefined));
  });

  it.each(['__proto__', 'constructor', 'prototype'])('finds the key %s wherever it is', (key) => {
    const value: unknown = JSON.parse(`[1, {"a": [{"${key}": null}]}]`);

    expect(findForbidden(value)).toMatchObject({ code: 'forbidden_key', path: `[1].a[0].${key}` });
  });

  it.each([
    ['NUL', 'a\0'],
    ['a high surrogate', 'a\ud800'],
    ['a low surrogate', '\udc00b'],
  ])('finds %s in values and keys', (_, text) => {
    expect(findForbidden({ a: [0, text] })).toMatchObject({ code: 'invalid_text', path: 'a[1]' });
    expect(findForbidden({ a: { [text]: 1 } })).toMatchObject({ code: 'invalid_text', path: 'a' });
  });

  it.each(['1e400', '-1e400'])('finds the number %s, which nothing here can hold', (text) => {
    expect(findForbidden(JSON.parse(`{"a": [{"b": 0}, {"b": ${text}}]}`))).toMatchObject({
      code: 'number_too_large',
      path: 'a[1].b',
    });
    expect(findForbidden(JSON.parse('[1e308, -1e308, 5e-324, 1e-400]'))).toBeUndefined();
  });

  it('counts levels and keys', () => {
    const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)]);

    expect(findForbidden(nest(64))).toBeUndefined();
    expect(findForbidden(nest(65))?.code).toBe('too_deep');
    expect(findForbidden(Array.from({ length: 5000 }, () => ({ a: 1, b: 2 })))).toBeUndefined();
    expect(findForbidden(Array.from({ length: 5001 }, () => ({ a: 1, b: 2 })))?.code).toBe('too_many_keys');
  });
});
