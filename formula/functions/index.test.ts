import { describe, expect, it } from 'vitest';
import { compileFormula } from '../compile-formula.ts';
import { macroEntries } from '../macros/index.ts';
import { functionFamilies } from './index.ts';

const entries = functionFamilies.flatMap(({ functions }) => functions);
const examples = [...entries, ...macroEntries].flatMap(({ name, examples: own }) =>
  own.map((one) => [name, one.formula, one] as const),
);

describe('formula/functions/index', () => {
  it.each(examples)('%s: %s', (_, formula, { result, record = {} }) => {
    const compiled = compileFormula(formula);
    if (!compiled.ok) throw new Error(compiled.problems[0]?.message);

    expect(compiled.formula.evaluate(record, { now: 0 }) ?? null).toEqual(result);
  });

  it.each([...entries, ...macroEntries].map((entry) => [entry.name, entry] as const))(
    '%s is documented',
    (name, entry) => {
      expect(entry.description).toMatch(/^[-A-Z0-9].*\.$/s);
      expect(entry.examples.some(({ formula }) => formula.includes(name))).toBe(true);
    },
  );

  it('has one entry for each name, and no function is called as a macro is', () => {
    const names = entries.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => macroEntries.some((macro) => macro.name === name))).toEqual([]);
  });
});
