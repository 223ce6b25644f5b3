import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { compileFormula } from './compile-formula.ts';
import { functionFamilies } from './functions/index.ts';
import { macroEntries } from './macros/index.ts';
import { type FormulaTrace, traceFormula } from './trace-formula.ts';

function trace(text: string, record: JsonObject = {}): FormulaTrace {
  const traced = traceFormula(text, {});
  if (traced === undefined) throw new Error(`${text} does not compile.`);
  return traced.trace(record, { now: 0 });
}

const stepsOf = (text: string, record?: JsonObject): unknown[] =>
  trace(text, record).steps.map((step) => [step.text, step.error?.code ?? step.value]);

describe('formula/trace-formula', () => {
  it('tells what each part gave, as it is written, in the order of their values', () => {
    expect(stepsOf('upper(first)  + (size( last ) > 3 ? lower(last) : "-")', { first: 'Ada', last: 'King' })).toEqual([
      ['upper(first)', 'ADA'],
      ['size( last )', 4],
      ['size( last ) > 3', true],
      ['lower(last)', 'king'],
      ['size( last ) > 3 ? lower(last) : "-"', 'king'],
    ]);
  });

  it('tells nothing of what was not needed, of paths, of constants, and of turns of loops', () => {
    expect(stepsOf('a.b == 1 || lower(a.c) == "x"', { a: { b: 1 } })).toEqual([['a.b == 1', true]]);
    expect(stepsOf('a.map(x, x + 1).sum() * 2', { a: [1, 2] })).toEqual([
      ['a.map(x, x + 1)', [2, 3]],
      ['a.map(x, x + 1).sum()', 5],
    ]);
  });

  it('tells where it fails, also where the failure does not count', () => {
    expect(stepsOf('1 / n > 1 || true', { n: 0 })).toEqual([
      ['1 / n', 'division_by_zero'],
      ['1 / n > 1', 'division_by_zero'],
    ]);
    expect(trace('lower(n) + "x"', { n: 1 }).error?.code).toBe('type_mismatch');
  });

  it('ends with so many steps, and shows values in their written form', () => {
    const long = Array.from({ length: 60 }, (_, n) => `size(v) + ${n}`).join(' + ');

    expect(trace(long, { v: 'x' }).steps).toHaveLength(50);
    expect(stepsOf('string(timestamp(v))', { v: '2026-01-01T01:00:00+01:00' })).toEqual([
      ['timestamp(v)', '2026-01-01T00:00:00Z'],
    ]);
  });

  const examples = [...functionFamilies.flatMap(({ functions }) => functions), ...macroEntries].flatMap((entry) =>
    entry.examples.map(({ formula, record = {} }) => [formula, record] as const),
  );

  it.each(examples)('gives the same as the formula itself: %s', (formula, record) => {
    const compiled = compileFormula(formula);

    expect(compiled.ok && compiled.formula.evaluate(record, { now: 0 })).toEqual(trace(formula, record).value);
  });
});
