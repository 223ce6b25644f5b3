import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/json.ts';
import { typeOfRecord } from '../json-schema-type.ts';
import { compileFormula } from '../compile-formula.ts';
import { FormulaError } from '../values/formula-error.ts';

const record = typeOfRecord({ type: 'object', properties: { id: { type: 'integer' } } });

/** The value, or the code of what went wrong. */
function evaluate(text: string, values: JsonObject = {}): Json | undefined {
  const compiled = compileFormula(text, { record });
  if (!compiled.ok) return compiled.problems[0]?.code;
  try {
    return compiled.formula.evaluate(values, { now: 0 });
  } catch (error) {
    if (error instanceof FormulaError) return error.code;
    throw error;
  }
}

describe('formula/functions/numbers', () => {
  it.each([
    ["'1.234.567,5', ','", 1_234_567.5],
    ["'1\u202f234\u202f567,5', ','", 1_234_567.5],
    ["'1 234', ','", 1234],
    ["\"1'234.50\", '.'", 1234.5],
    ["'12,34,567.8', '.'", 1_234_567.8],
    ["'-1234,5', ','", -1234.5],
    ["'+0,5', ','", 0.5],
  ])('parseNumber(%s) reads the notation of a country', (text, expected) => {
    expect(evaluate(`parseNumber(${text})`)).toBe(expected);
  });

  // A sign between thousands that stands elsewhere is most probably the decimal sign.
  it.each([
    "'12.34', ','",
    "'1.2.3', ','",
    "'1,23', '.'",
    "'5 5', '.'",
    "'1.234 567,5', ','",
    "'1,', ','",
    "',5', ','",
  ])('parseNumber(%s) refuses another notation', (text) => {
    expect(evaluate(`parseNumber(${text})`)).toBe('invalid_argument');
  });

  it.each([
    ["parseNumber('9.007.199.254.740.993', ',')", 'number_too_large'],
    ["parseNumber('0.12345678901234567890', '.')", 'number_too_large'],
    ["number(decimal('9007199254740993'))", 'number_too_large'],
    ["number(decimal('-9007199254740991'))", -9_007_199_254_740_991],
    ["number(decimalDivide(decimal('1'), 3, 20))", 1 / 3],
  ])('%s loses no digit before the point', (formula, expected) => {
    expect(evaluate(formula)).toBe(expected);
  });

  it.each([
    ["id == '9007199254740993'", true],
    ["'9007199254740995' != id", true],
    ["id in ['9007199254740993', '9007199254740995']", true],
    ['decimal(id) + 1', '9007199254740994'],
    ["id == '5'", 'type_mismatch'],
    ["id in ['5', '9007199254740993']", 'type_mismatch'],
  ])('%s takes a number that its schema declares for the text that a long one is', (formula, expected) => {
    expect(evaluate(formula, { id: '9007199254740993' })).toBe(expected);
  });

  it.each([
    ['round(0.49999999999999994)', 0],
    ['round(-0.49999999999999994)', 0],
    ['round(-2.5)', -3],
    ['round(4503599627370495.5)', 4_503_599_627_370_496],
    ['math.round(0.49999999999999994)', 0],
  ])('%s is %d', (formula, expected) => {
    expect(evaluate(formula)).toBe(expected);
  });

  it.each([
    ["parseDate('5 may 2026', 'd MMM yyyy')", '2026-05-05'],
    ["parseDate('5 Sept 2026', 'd MMM yyyy')", '2026-09-05'],
    ["parseDate('5 March 2026', 'd MMM yyyy')", '2026-03-05'],
    ["parseDate('5 marraskuu 2026', 'd MMM yyyy')", 'invalid_argument'],
    ["parseDate('5 Junk 2026', 'd MMMM yyyy')", 'invalid_argument'],
  ])('%s gives %s', (formula, expected) => {
    expect(evaluate(formula)).toBe(expected);
  });
});
