import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileFormula } from '../../formula/index.ts';
import { checkProgram } from './check-program.ts';
import { program, record } from './programs.ts';

describe('test/formulas/fuzz', () => {
  it('gives a value or an error for any formula and record, the same twice', () => {
    const outcomes = new Map<string, number>();
    const shared = Object.getOwnPropertyNames(Object.prototype).join();
    fc.assert(
      fc.property(program, record, (text, value) => {
        const outcome = checkProgram(text, value);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }),
      { numRuns: 4000 },
    );

    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(shared);
    for (const outcome of ['value', 'error', 'refused']) expect(outcomes.get(outcome) ?? 0).toBeGreaterThan(100);
  });

  it('parses or refuses any text', () => {
    const pieces = fc.array(
      fc.constantFrom(...'()[]{}.,?:!-+*/%<>=&|`\'"\\\n aAbr0519_eEx'.split(''), 'in', '??', '"""', '//'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          pieces.map((parts) => parts.join('')),
        ),
        (text) => {
          expect(typeof compileFormula(text).ok).toBe('boolean');
        },
      ),
      { numRuns: 3000 },
    );
  });
});
