import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../core/json.ts';
import { compileGetter, formatPath, isWithin, parsePath, type Path, type Segment } from './paths.ts';

function parse(text: string): Path {
  const parsed = parsePath(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.path;
}

function read(text: string, record: JsonObject): Json | undefined {
  return compileGetter(parse(text))(record);
}

const segment = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.nat(999_999_999),
  fc.constantFrom('__proto__', '0'),
);
const segments = fc.array<Segment>(segment, { minLength: 1, maxLength: 6 });

describe('transforms/paths', () => {
  it.each<[string, Segment[]]>([
    ['login', ['login']],
    ['profile.login', ['profile', 'login']],
    ['emails[0].value', ['emails', 0, 'value']],
    ['["odd.name"].x', ['odd.name', 'x']],
    ['a["b\\"]"][12]', ['a', 'b"]', 12]],
    ['First Name', ['First Name']],
    ['items.0', ['items', '0']],
    ['@odata', ['@odata']],
    ['[""]', ['']],
    ['größe', ['größe']],
  ])('parses %s', (text, expected) => {
    expect(parse(text).segments).toEqual(expected);
  });

  it.each([
    ['', 0, 'a name'],
    ['a..b', 2, 'a name'],
    ['a.', 2, 'a name'],
    ['.a', 0, 'a name'],
    ['a[', 2, 'a list position'],
    ['a[-1]', 2, 'a list position'],
    ['a[01]', 2, 'a list position'],
    ['a[9999999999]', 2, 'a list position'],
    ['a[]', 2, 'a list position'],
    ['a["b]', 2, 'a list position or a quoted name'],
    ['a["\\x"]', 2, 'a quoted name'],
    ['a[0]b', 4, '`.` or `['],
    ['a]', 1, '`.` or `['],
    [' a', 0, 'outer spaces'],
    ['a\u0000', 1, '`.` or `['],
  ])('refuses %j and says where', (text, position, expected) => {
    const parsed = parsePath(text);

    expect(parsed).toMatchObject({ ok: false, position });
    expect(parsed.ok ? '' : parsed.message).toContain(expected);
  });

  it('parses what it formats back to the same segments', () => {
    fc.assert(
      fc.property(segments, (original) => {
        const path = parse(formatPath(original));

        expect(path.segments).toEqual(original);
        expect(path.text).toBe(formatPath(original));
      }),
    );
  });

  it('gives one text to all spellings of a path', () => {
    expect(parse('["a"]["b c"][0]').text).toBe('a.b c[0]');
  });

  it('never throws on any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof parsePath(text).ok === 'boolean'));
  });

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
    ['a.b', 'a', true],
    ['a', 'a', true],
    ['a', 'a.b', false],
    ['ab', 'a', false],
    ['a[0]', 'a["0"]', false],
  ])('says whether %s lies within %s', (inner, outer, expected) => {
    expect(isWithin(parse(inner), parse(outer))).toBe(expected);
  });
});

function leaves(value: Json, path: Segment[]): [Segment[], Json][] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [[path, value]] : [];
  const members: [Segment, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return members.flatMap(([name, member]) => leaves(member, [...path, name]));
}
