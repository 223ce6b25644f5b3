import { describe, expect, it } from 'vitest';
import { canonicalJson } from './json.ts';

describe('core/json', () => {
  it('gives equal values equal text, whatever the order of their members', () => {
    const text = canonicalJson({ b: [{ d: 1, c: null }], a: 'x' });

    expect(text).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
    expect(canonicalJson({ a: 'x', b: [{ c: null, d: 1 }] })).toBe(text);
  });

  it('orders members by code units, not as numbers or by a language', () => {
    expect(canonicalJson({ é: 1, z: 2, Z: 3, '10': 4, '9': 5 })).toBe('{"10":4,"9":5,"Z":3,"z":2,"é":1}');
  });

  it('leaves out members that are undefined, and writes null for items that are', () => {
    expect(canonicalJson({ a: undefined, b: 1, c: undefined })).toBe('{"b":1}');
    expect(canonicalJson([undefined, {}])).toBe('[null,{}]');
    expect(canonicalJson(undefined)).toBe('null');
  });

  it('writes members that are named like those of every object', () => {
    expect(canonicalJson(JSON.parse('{"toString":2,"__proto__":{"b":1}}'))).toBe('{"__proto__":{"b":1},"toString":2}');
  });
});
