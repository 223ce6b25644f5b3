import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from './json.ts';
import { compileGetter, compileReader } from './path-readers.ts';
import { formatPath, parsePath, type Segment } from './paths.ts';

function read(text: string, record: JsonObject): Json | undefined {
  const parsed = parsePath(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return compileGetter(parsed.path)(record);
}

describe('core/path-readers', () => {
  const record: JsonObject = { a: { b: [{ c: 1 }, null] }, n: null, s: 'text', list: ['x'] };

  it.each<[string, Json | undefined]>([
    ['a.b[0].c', 1],
    ['a.b[1]', null],
    ['a.b[1].c', null],
    ['a.b[2]', undefined],
    ['a.b[2].c', undefined],
    ['n', null],
    ['n.x', null],
    ['n.x.y[0]', null],
    ['missing', undefined],
    ['missing.x', undefined],
    ['s.length', undefined],
    ['s[0]', undefined],
    ['list.length', undefined],
    ['list.0', undefined],
    ['a[0]', undefined],
    ['[0]', undefined],
  ])('reads %s', (text, expected) => {
    expect(read(text, record)).toEqual(expected);
  });

  it.each(['__proto__', 'constructor', 'toString', 'a.constructor', 'a.__proto__.polluted', 'hasOwnProperty.call'])(
    'finds no inherited member at %s',
    (text) => {
      expect(read(text, record)).toBeUndefined();
    },
  );

  it('reads own members that have the name of an inherited one', () => {
    const hostile: JsonObject = JSON.parse('{"__proto__":{"x":1},"constructor":{"y":[2]},"toString":3}');

    expect(read('__proto__.x', hostile)).toBe(1);
    expect(read('constructor.y[0]', hostile)).toBe(2);
    expect(read('toString', hostile)).toBe(3);
  });

  it('reads every leaf of any record at its own path', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const anyRecord: JsonObject = JSON.parse(JSON.stringify(value));

        for (const [path, leaf] of leaves(anyRecord, [])) expect(read(formatPath(path), anyRecord)).toEqual(leaf);
      }),
    );
  });

  it.each([
    ['a.b', 1],
    ['none.x', undefined],
    ['list[1]', 'y'],
    ['list.length', undefined],
    ['toString', undefined],
    ['a.b.c', undefined],
    ['none', null],
  ])('reads %s of any value', (path, value) => {
    expect(compileReader(path)({ a: { b: 1 }, list: ['x', 'y'], none: null })).toBe(value);
  });

  it('reads the value itself, and positions of a list that is one', () => {
    expect([compileReader('$')(['x']), compileReader('[0]')(['x']), compileReader('a')('text')]).toEqual([
      ['x'],
      'x',
      undefined,
    ]);
  });

  it('refuses what is no path', () => {
    expect(() => compileReader('a..b')).toThrow(TypeError);
  });
});

function leaves(value: Json, path: Segment[]): [Segment[], Json][] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [[path, value]] : [];
  const members: [Segment, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return members.flatMap(([name, member]) => leaves(member, [...path, name]));
}
