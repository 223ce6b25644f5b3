import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../core/json.ts';
import { depthMax, toCanonical, unfit } from './canonical.ts';

describe('formula/canonical', () => {
  it('gives equal values the same text, whatever the order of their members', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const reversed = reverseMembers(JSON.parse(JSON.stringify(value)));

        const text = JSON.stringify(toCanonical(JSON.parse(JSON.stringify(value))));

        expect(JSON.stringify(toCanonical(reversed))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(canonicalJson(value));
      }),
    );
  });

  it('returns values in order as they are and changes none', () => {
    const ordered = { a: [1, { b: 2, c: { d: 3 } }], z: 'x' };
    const mixed = Object.freeze({ z: 1, a: Object.freeze([Object.freeze({ y: 1, x: 2 })]) });

    expect(toCanonical(ordered)).toBe(ordered);
    expect(JSON.stringify(toCanonical(mixed))).toBe('{"a":[{"x":2,"y":1}],"z":1}');
  });

  it.each([
    [{ a: { c: 1, b: 2 }, d: 1 }, '{"a":{"b":2,"c":1},"d":1}'],
    [{ a: 1, b: { z: 1, y: 1 }, c: 2 }, '{"a":1,"b":{"y":1,"z":1},"c":2}'],
    [[1, { b: 1, a: 2 }, 3], '[1,{"a":2,"b":1},3]'],
    [{ b: undefined, a: 1 }, '{"a":1}'],
    [{ a: 1, b: undefined, c: 2 }, '{"a":1,"c":2}'],
    [{ 10: 'a', 9: 'b', '-1': 'c' }, '{"9":"b","10":"a","-1":"c"}'],
  ])('orders %j', (value, text) => {
    expect(JSON.stringify(toCanonical(value))).toBe(text);
  });

  it('keeps a member called __proto__ as an own member', () => {
    const value = toCanonical(JSON.parse('{"z":1,"__proto__":{"polluted":true}}'));

    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":true},"z":1}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    [undefined],
    [Number.NaN],
    [Infinity],
    [1n],
    [Symbol('x')],
    [() => 1],
    [new Date(0)],
    [new Map()],
    [[{ a: 1n }]],
  ])('refuses %s, which is not JSON', (value) => {
    expect(toCanonical(value)).toBe(unfit);
  });

  it('refuses what is nested too deep', () => {
    expect(toCanonical(nest(depthMax))).not.toBe(unfit);
    expect(toCanonical(nest(depthMax + 1))).toBe(unfit);
    expect(toCanonical(nest(200_000))).toBe(unfit);
  });
});

function nest(levels: number): Json {
  let value: Json = 1;
  for (let i = 0; i < levels; i += 1) value = [value];
  return value;
}

function reverseMembers(value: Json): Json {
  if (Array.isArray(value)) return value.map(reverseMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reverseMembers(member)] as const);
  return Object.fromEntries(members.toReversed());
}
