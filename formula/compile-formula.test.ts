import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../core/json.ts';
import { typeOfRecord } from './json-schema-type.ts';
import { describeType } from './value-type.ts';
import { compileFormula, type CompiledFormula, type Formula } from './compile-formula.ts';
import type { FormulaProblem } from './problem.ts';

const employee = typeOfRecord({
  type: 'object',
  properties: {
    email: { type: 'string' },
    age: { type: ['integer', 'null'] },
    active: { type: 'boolean' },
    address: { type: 'object', properties: { city: { type: 'string' } } },
    groups: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    custom: { type: 'object', additionalProperties: {}, properties: { size: { type: 'string' } } },
  },
});

function compile(text: string, record = employee): CompiledFormula {
  return compileFormula(text, { record });
}

function build(text: string): Formula {
  const compiled = compileFormula(text);
  if (!compiled.ok) throw new Error(compiled.problems[0]?.message);
  return compiled.formula;
}

function evaluate(text: string, record: JsonObject = {}): Json {
  return build(text).evaluate(record, { now: 0 }) ?? null;
}

function problemsOf(text: string): readonly FormulaProblem[] {
  const compiled = compile(text);
  return compiled.ok ? [] : compiled.problems;
}

const record: JsonObject = { a: { b: [{ c: 1 }, null] }, n: 5, s: 'text', z: null, list: [1, 2, 3] };

describe('formula/compile-formula', () => {
  it.each<[string, Json]>([
    ['5 / 2', 2.5],
    ['0.1 + 0.2', 0.1 + 0.2],
    ['decimal("0.1") + decimal("0.2") == decimal("0.3")', true],
    ['-7 % 3', -1],
    ['1 + 2 * 3 - 4', 3],
    ['"a" + "b" + s', 'abtext'],
    ['[1] + [2]', [1, 2]],
    ['n > 3 ? "big" : "small"', 'big'],
    ['2 in list && !(9 in list)', true],
    ['"b" in a', true],
    ['list.map(x, x * n)', [5, 10, 15]],
    ['list.map(x, x > 1, x * 10)', [20, 30]],
    ['list.filter(x, x > 1).sortBy(x, -x)', [3, 2]],
    ['{"x": 1, "y": 2}.transformMap(k, v, k + string(v))', { x: 'x1', y: 'y2' }],
    ['list.groupBy(x, x > 1 ? "many" : "one")', { one: [1], many: [2, 3] }],
    ['cel.bind(x, n * 2, x + x)', 20],
    ['list.exists(i, x, i == 2 && x == 3)', true],
    ['list.all(x, list.exists(y, y == x))', true],
    ['.n + list.map(n, n)[2]', 8],
  ])('evaluates %s', (formula, expected) => {
    expect(evaluate(formula, record)).toEqual(expected);
  });

  it.each<[string, Json]>([
    ['a.b[0].c', 1],
    ['a.b[1].c', null],
    ['a.b[7].c.d', null],
    ['missing.x.y[0]', null],
    ['list[1 + 1]', 3],
    ['list[9 - 1]', null],
    ['list[-1]', null],
    ['z ?? missing ?? "other"', 'other'],
    ['missing ?? 0 > 1', false],
    ['missing + 1', null],
    ['missing > 1', null],
    ['!(missing > 1)', null],
    ['missing > 1 && false', false],
    ['missing > 1 || true', true],
    ['missing > 1 ? "yes" : "no"', 'no'],
    ['missing == null && z == missing', true],
    ['missing != 1', true],
    ['lower(missing)', null],
    ['missing.map(x, x)', null],
    ['list.filter(x, missing)', []],
    ['[missing, 1]', [null, 1]],
    ['{"a": missing}', { a: null }],
    ['has(a.b) && has(z) && !has(a.x) && !has(missing.x)', true],
    ['1 / 0 > 1 || true', true],
    ['[0, 1].exists(x, 1 / x == 1)', true],
  ])('lets what is missing pass: %s', (formula, expected) => {
    expect(evaluate(formula, record)).toEqual(expected);
  });

  it('tells a missing field from a null one at its end only', () => {
    expect(build('missing').evaluate(record, { now: 0 })).toBeUndefined();
    expect(build('z').evaluate(record, { now: 0 })).toBeNull();
  });

  it.each([
    ['n + "x"', 'type_mismatch'],
    ['dyn(n) + dyn("x")', 'type_mismatch'],
    ['n / 0', 'division_by_zero'],
    ['big + 1', 'number_too_large'],
    ['big - big', 'number_too_large'],
    ['9007199254740991 + 1', 'number_too_large'],
    ['string(big)', 'number_too_large'],
    ['s > 1', 'type_mismatch'],
    ['s && true', 'type_mismatch'],
    ['list.map(x, x + s)', 'type_mismatch'],
    ['n.map(x, x)', 'type_mismatch'],
    ['s.substring(9)', 'out_of_range'],
    ['timestamp(s)', 'invalid_argument'],
  ])('fails for a record: %s', (formula, code) => {
    expect(() => evaluate(formula, { ...record, big: 2 ** 60 })).toThrow(expect.objectContaining({ code }));
  });

  it('says where in the formula a record fails, at the innermost place', () => {
    expect(() => evaluate('s +\n  lower(n)', record)).toThrow(
      '`lower` does not accept (number); call it as lower(value: text) → text (line 2, column 3).',
    );
  });

  it.each([
    ['emial', 'unknown_field', 'Unknown field `emial` (line 1, column 1). Did you mean `email`?'],
    ['address.citty', 'unknown_field', 'Unknown field `citty` (line 1, column 9). Did you mean `city`?'],
    ['groups.map(g, g.nmae)', 'unknown_field', 'Unknown field `nmae` (line 1, column 17). Did you mean `name`?'],
    ['lowr(email)', 'unknown_function', 'Unknown function `lowr` (line 1, column 1). Did you mean `lower`?'],
    ['email.city', 'type_mismatch', 'Expected an object before this member, found text (line 1, column 7).'],
    ['age == "7"', 'type_mismatch', 'number and text are never equal (line 1, column 5).'],
    ['email < 3', 'type_mismatch', 'text and number are without an order (line 1, column 7).'],
    ['email && active', 'type_mismatch', 'Expected a condition, found text (line 1, column 1).'],
    ['3 in email', 'type_mismatch', 'number and text are never true (line 1, column 3).'],
    ['groups.map(1, 2)', 'wrong_arguments', undefined],
    ['has(email + email)', 'wrong_arguments', undefined],
    ['lower(email, 1)', 'wrong_arguments', undefined],
    ['1 +', 'syntax', 'Expected a value, found the end (line 1, column 4).'],
    ['(1', 'syntax', 'Expected `)`, found the end (line 1, column 3).'],
    ['1 2', 'syntax', 'Expected an operator or the end, found a number (line 1, column 3).'],
    ['"a', 'syntax', 'The text that starts here has no closing " (line 1, column 1).'],
    ['package', 'unsupported', undefined],
    ["hmacSha256(email, 'key')", 'invalid_argument', undefined],
    ["email.hmacSha256('k' + 'ey')", 'invalid_argument', undefined],
  ])('refuses %s', (formula, code, message) => {
    const [problem] = problemsOf(formula);

    expect(problem?.code).toBe(code);
    if (message !== undefined) expect(problem?.message).toBe(message);
  });

  it('gives the place by line, column and offset, and all problems of the types together', () => {
    expect(problemsOf('emial +\n  adress.city')).toMatchObject([
      { position: { offset: 0, line: 1, column: 1 }, suggestion: 'email' },
      { position: { offset: 10, line: 2, column: 3 }, suggestion: 'address' },
    ]);
  });

  it('warns of an unknown field where others are allowed, if a known one is near', () => {
    const compiled = compile('custom.siz + custom.colour');

    expect(compiled.ok && compiled.formula.warnings.map(({ message }) => message)).toEqual([
      'Unknown field `siz` (line 1, column 8). Did you mean `size`?',
    ]);
  });

  it.each([
    ['email', 'text'],
    ['age * 2', 'number'],
    ['age > 2', 'boolean'],
    ['groups.map(g, g.name)', 'list of text'],
    ['groups[0].name ?? "x"', 'text'],
    ['first(groups).name', 'text'],
    ['active ? email : null', 'text'],
    ['active ? email : age', 'any value'],
    ['custom.other', 'any value'],
    ['now() - duration("1h")', 'timestamp'],
    ['{"a": 1}.a', 'number'],
    ['decimal("1") * age', 'decimal'],
  ])('knows the type of %s: %s', (formula, type) => {
    const compiled = compile(formula);

    expect(compiled.ok && describeType(compiled.formula.type)).toBe(type);
  });

  it.each([
    ['a.b[0].c + a["x y"].z', ['a.b[0].c', 'a.x y.z']],
    ['list.map(x, x.y + b)', ['list', 'b']],
    ['has(a.b) ? a.c : 1', ['a.b', 'a.c']],
    ['1 + 2', []],
  ])('lists the paths that %s reads', (formula, paths) => {
    expect(build(formula).reads).toEqual(paths);
  });

  it('takes the time of the run for now', () => {
    const now = Date.UTC(2026, 10, 21, 11, 35);
    const formula = build('[now(), today("Asia/Tokyo"), [1].map(x, now())[0] == now()]');

    expect(formula.evaluate({}, { now })).toEqual(['2026-11-21T11:35:00Z', '2026-11-21', true]);
    expect(formula.usesClock).toBe(true);
    expect(build('timestamp("2026-11-21T11:35:00Z")').usesClock).toBe(false);
  });

  it('works calls of constants out once, unless they fail', () => {
    expect(build('false ? timestamp("nonsense") : 1').evaluate({}, { now: 0 })).toBe(1);
    expect(evaluate('range(3)[1] + size("abc")')).toBe(4);
  });
});
