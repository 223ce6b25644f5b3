import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../core/json.ts';
import { compileGetter } from '../core/path-readers.ts';
import { formatPath, parsePath, type Path, type Segment } from '../core/paths.ts';
import { compileTarget } from './build-target.ts';

function toPath(text: string): Path {
  const parsed = parsePath(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.path;
}

function build(targets: Record<string, Json | undefined>): Json {
  const compiled = compileTarget(Object.keys(targets).map(toPath));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.build(Object.values(targets));
}

function findProblems(...texts: string[]) {
  const compiled = compileTarget(texts.map(toPath));
  return compiled.ok ? [] : compiled.problems.map(({ index, code }) => `${index} ${code}`);
}

describe('transforms/build-target', () => {
  it('builds nested objects and lists', () => {
    const built = build({
      'profile.login': 'ada',
      'emails[0].value': 'a@x.io',
      status: 'on',
      'emails[0].type': 'work',
    });

    expect(JSON.stringify(built)).toBe(
      '{"profile":{"login":"ada"},"emails":[{"value":"a@x.io","type":"work"}],"status":"on"}',
    );
  });

  it('leaves out what has no value, and what contains nothing else', () => {
    const built = build({ a: undefined, 'b.c': undefined, 'b.d[0].e': undefined, f: null });

    expect(built).toEqual({ f: null });
  });

  it.each([
    [
      [1, 2, 3],
      [1, 2, 3],
    ],
    [
      [undefined, 2, undefined],
      [null, 2],
    ],
    [
      [undefined, undefined, 3],
      [null, null, 3],
    ],
  ])('keeps the positions of a list: %j', (values, list) => {
    expect(build({ 'a[2]': values[2], 'a[0]': values[0], 'a[1]': values[1] })).toEqual({ a: list });
  });

  it('keeps the order of members whatever is missing', () => {
    const targets = { 'a.x': 1, b: 2, 'a.y': 3 };

    expect(JSON.stringify(build(targets))).toBe('{"a":{"x":1,"y":3},"b":2}');
    expect(JSON.stringify(build({ ...targets, 'a.x': undefined }))).toBe('{"a":{"y":3},"b":2}');
  });

  it.each([
    { texts: ['a', 'a'], problems: ['1 duplicate_target'] },
    { texts: ['a', '["a"]'], problems: ['1 duplicate_target'] },
    { texts: ['a.b', 'a.b'], problems: ['1 duplicate_target'] },
    { texts: ['a', 'a.b'], problems: ['1 overlapping_target'] },
    { texts: ['a.b', 'a'], problems: ['1 overlapping_target'] },
    { texts: ['a.b.c', 'x', 'a.b'], problems: ['2 overlapping_target'] },
    { texts: ['a[0]', 'a.b'], problems: ['1 overlapping_target'] },
    { texts: ['a.b', 'a[0]'], problems: ['1 overlapping_target'] },
    { texts: ['a[1]'], problems: ['0 list_gap'] },
    { texts: ['a[0]', 'a[2]'], problems: ['1 list_gap'] },
    { texts: ['a.b[0].c[1]'], problems: ['0 list_gap'] },
    { texts: ['a[999999999]'], problems: ['0 list_gap'] },
    { texts: ['[0]'], problems: ['0 invalid_target'] },
    {
      texts: ['__proto__.x', 'a.constructor', 'b.prototype.c'],
      problems: ['0 forbidden_name', '1 forbidden_name', '2 forbidden_name'],
    },
  ])('refuses $texts', ({ texts, problems }) => {
    expect(findProblems(...texts)).toEqual(problems);
  });

  it('puts every value where its path reads it, and nowhere else', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('a', 'b', 'toString', '0'));
    const paths = fc.array(fc.array<Segment>(fc.oneof(name, fc.nat(2)), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(paths, (all) => {
        const targets = all.map((segments) => toPath(formatPath(segments)));
        const compiled = compileTarget(targets);
        if (!compiled.ok) return;

        const built = compiled.build(targets.map((_, i) => i));

        for (const [i, target] of targets.entries()) expect(compileGetter(target)(built)).toBe(i);
        expect(Object.getPrototypeOf(built)).toBe(Object.prototype);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });
});
