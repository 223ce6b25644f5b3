import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPath, isWithin, parsePath, parseValuePath, type Path, type Segment } from './paths.ts';

function parse(text: string): Path {
  const parsed = parsePath(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.path;
}

const segment = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.nat(999_999_999),
  fc.constantFrom('__proto__', '0'),
);
const segments = fc.array<Segment>(segment, { minLength: 1, maxLength: 6 });

describe('core/paths', () => {
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

  it.each([
    ['a', ['a']],
    ['a.b-c d', ['a', 'b-c d']],
    ['a[0].b', ['a', 0, 'b']],
    ['["odd.name"].x', ['odd.name', 'x']],
    ['$', []],
    [' a ', [' a ']],
    ['["\\d"]', ['\\d']],
  ])('parses %s into any value', (text, expected) => {
    expect(parseValuePath(text)).toEqual(expected);
  });

  it.each(['', '.', '.a', 'a.', 'a..b', 'a[', 'a[x]', '[01]', 'a[0]b', 'a"b'])(
    'takes %j for no path into a value',
    (text) => {
      expect(parseValuePath(text)).toBeUndefined();
    },
  );

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
