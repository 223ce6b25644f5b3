import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/json.ts';
import { compileFormula, defaultLimits, FormulaError } from '../../formula/index.ts';

const environment = { now: 0 };

function evaluate(text: string, record: JsonObject = {}): Json | undefined {
  const compiled = compileFormula(text);
  if (!compiled.ok) throw new Error(compiled.problems[0]?.message);
  return compiled.formula.evaluate(record, environment);
}

function failure(text: string, record: JsonObject = {}): string | undefined {
  try {
    evaluate(text, record);
    return undefined;
  } catch (error) {
    return error instanceof FormulaError ? error.code : String(error);
  }
}

const hostile: JsonObject = JSON.parse('{"__proto__":{"x":1},"constructor":{"y":2},"o":{"a":1},"l":[1]}');
const long = 'a'.repeat(1_000_000);

describe('test/formulas/hostile', () => {
  it.each([
    ['a.`__proto__`', null],
    ['a.constructor', null],
    ['a["constructor"]["constructor"]', null],
    ['l.constructor', null],
    ['l.length', null],
    ['"text".dyn().length', null],
    ['dyn("text").constructor', null],
    ['o.toString', null],
    ['has(o.toString)', false],
    ['"toString" in o', false],
    ['get(o, "__proto__", 0)', 0],
    ['duration("1s").dyn().seconds', null],
    ['{"a": duration("1s")}.dyn().a.seconds', null],
    ['o.map(k, k)', ['a']],
    ['`__proto__`.x', 1],
    ['constructor.y', 2],
  ])('reaches no inherited member by %s', (formula, expected) => {
    expect(evaluate(formula, hostile) ?? null).toEqual(expected);
  });

  it.each(['{"__proto__": {"polluted": 1}}', '{"o": 1}.transformMapEntry(k, v, {"__proto__": {"polluted": v}})'])(
    'keeps a member called __proto__ as a member: %s',
    (formula) => {
      const result = evaluate(formula);

      expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
      expect(JSON.stringify(result)).toBe('{"__proto__":{"polluted":1}}');
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    },
  );

  it.each([
    ['matches(text, "^(a+)+$")', { text: `${'a'.repeat(5000)}!` }, false],
    ['matches(text, "(a|aa)+$")', { text: `${'a'.repeat(5000)}!` }, false],
    ['matches(text, "(x+x+)+y")', { text: 'x'.repeat(5000) }, false],
    ['replacePattern(text, "(a*)*b", "")', { text: 'a'.repeat(5000) }, 'a'.repeat(5000)],
  ])('ends the evil pattern of %s', (formula, record, expected) => {
    expect(evaluate(formula, record)).toBe(expected);
  });

  it.each([
    ['repeat("x", 1000000000)', 'too_large'],
    ['repeat(repeat("x", 1000), 1000000)', 'too_large'],
    ['padStart("", 1000000000, "x")', 'too_large'],
    ['replace(text, "", text)', 'too_large'],
    ['replace(text, "a", "0123456789")', 'too_large'],
    ['replacePattern(left(text, 500000), "a", "$0$0$0$0")', 'too_large'],
    ['[text, text].join(text)', 'too_large'],
    ['text + text', 'too_large'],
    ['range(1000000000)', 'too_large'],
    ['split(text, "").map(x, text)', 'fuel_exhausted'],
    ['range(1000).map(x, range(1000).map(y, range(1000)))', 'fuel_exhausted'],
    ['range(90000).all(x, range(90000).all(y, true))', 'fuel_exhausted'],
    ['range(1000).exists(x, lower(text) == "")', 'fuel_exhausted'],
    ['range(20000).distinct().map(x, {"a": x}).distinct()', 'fuel_exhausted'],
    ['formatNumber(1, 1000000000)', 'out_of_range'],
    ['decimal("9").times()', undefined],
  ])('ends %s', (formula, code) => {
    if (code === undefined) expect(compileFormula(formula).ok).toBe(false);
    else expect(failure(formula, { text: long })).toBe(code);
  });

  // The engine compares every place of the text with all of the part: a minute and more, where nobody pays.
  it.each([
    'contains(text, part)',
    'text.indexOf(part)',
    'text.indexOf(part, 1)',
    'text.lastIndexOf(part)',
    'text.lastIndexOf(part, 900000)',
    'size(split(text, part))',
    'size(text.split(part, 2))',
    'replace(text, part, "")',
    'replace(text, part, "", 1)',
    'before(text, part)',
    'after(text, part)',
  ])('ends %s, where a long part is nearly everywhere', (formula) => {
    const part = `${'a'.repeat(1000)}b${'a'.repeat(400_000)}`;

    expect(failure(formula, { text: long, part })).toBe('fuel_exhausted');
  });

  it('finds a short part of a long text', () => {
    expect(evaluate('contains(text, part)', { text: long, part: 'b'.repeat(100) })).toBe(false);
  });

  it('ends a value that doubles at every step, in the formula or at its end', () => {
    const doubling = (step: string, times: number): string =>
      Array.from({ length: times }, () => step).reduce((inner, one) => `[${inner}].map(x, ${one})[0]`, '"ab"');

    expect(failure(doubling('x + x', 40))).toBe('too_large');
    expect(failure(doubling('[x, x]', 40))).toBe('fuel_exhausted');
    expect(failure(`${doubling('[x, x]', 40)} == ${doubling('[x, x]', 40)}`)).toBe('fuel_exhausted');
    expect(failure(`toJson(${doubling('[x, x]', 40)})`)).toBe('fuel_exhausted');
    expect(failure('[decimal("9999999999")].map(x, x * x * x * x * x * x * x)')).toBe('number_too_large');
  });

  it.each(['(', '[', '-', '!', '{"a":', 'a.b(', 'a ? b : ', 'a[', '1 + '])('refuses a long row of %j', (piece) => {
    const compiled = compileFormula(piece.repeat(Math.floor(9000 / piece.length)));

    expect(compiled.ok).toBe(false);
  });

  it('refuses formulas that are too long or nested too deep', () => {
    expect(compileFormula('1'.repeat(10_001))).toMatchObject({ ok: false, problems: [{ code: 'too_long' }] });
    expect(compileFormula(`${'('.repeat(500)}1${')'.repeat(500)}`)).toMatchObject({
      ok: false,
      problems: [{ code: 'nested_too_deep' }],
    });
    expect(compileFormula(Array.from({ length: 500 }, () => '1').join('+'))).toMatchObject({
      ok: false,
      problems: [{ code: 'nested_too_deep' }],
    });
    expect(evaluate(Array.from({ length: 150 }, () => '1').join('+'))).toBe(150);
  });

  it('bears records that are nested deep', () => {
    const deep: JsonObject = JSON.parse(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`);

    expect(failure('a', deep)).toBe('too_large');
    expect(failure('a == a[0]', deep)).toBe('too_large');
    expect(failure('flatten(a, 1000000)', deep)).toBe('out_of_range');
    expect(evaluate('size(a)', deep)).toBe(1);
  });

  it('keeps the fuel of one record from the next', () => {
    const compiled = compileFormula('range(n).map(x, x + 1).size()');
    if (!compiled.ok) throw new Error('It compiles.');
    const small = { now: 0, limits: { ...defaultLimits, fuel: 1000 } };

    expect(() => compiled.formula.evaluate({ n: 900 }, small)).toThrow('too many steps');
    expect(compiled.formula.evaluate({ n: 100 }, small)).toBe(100);
    expect(compiled.formula.evaluate({ n: 900 }, environment)).toBe(900);
  });

  it('lets no condition hide that the fuel is used up', () => {
    expect(failure('range(90000).all(x, range(90000).all(y, true)) || true')).toBe('fuel_exhausted');
    expect(failure('[1].exists(z, range(90000).all(x, range(90000).all(y, true)))')).toBe('fuel_exhausted');
  });

  it('shows no value of the record in an error', () => {
    for (const formula of [
      'name + 1',
      'name > 1',
      '-name',
      'int(name)',
      'timestamp(name)',
      'date(name)',
      'name ? 1 : 2',
    ]) {
      expect(() => evaluate(formula, { name: 'Ada Lovelace' })).toThrow(/^(?!.*Ada).*\(line 1, column \d+\)\.$/);
    }
  });
});
