import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../core/explanations.ts';
import { boundExplanation } from './bound-explanation.ts';

const fields = Array.from({ length: 10 }, (_, n) => ({ to: `f${n}`, rule: 'mapping[0]', sources: [], steps: [] }));
const explanation: Explanation = { decided_by: 'mapping', message: 'x', fields };

describe('transforms/explain/bound-explanation', () => {
  it('leaves out the last fields that do not fit, and says how many', () => {
    const bounded = boundExplanation(explanation, JSON.stringify(fields[0]).length * 3);

    expect([bounded.fields, bounded.fields_omitted]).toEqual([fields.slice(0, 3), 7]);
  });

  it('leaves alone what fits, and what has no fields', () => {
    const { fields: _, ...none } = explanation;

    expect(boundExplanation(explanation, 100_000)).toBe(explanation);
    expect(boundExplanation(none, 0)).toBe(none);
  });
});
