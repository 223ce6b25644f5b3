import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { Filter } from '../rules.ts';
import { compileFilterExplainer } from './index.ts';

const explain = (filter: Filter, record: JsonObject) =>
  compileFilterExplainer(filter, 'source.filter', {})(record, { now: 0 });

describe('transforms/explain/explain-filter', () => {
  it('tells what each part of a formula gave', () => {
    expect(explain('state == "A" && size(groups) > 1', { state: 'A', groups: ['x'] })).toEqual({
      rule: 'source.filter',
      sources: [
        { path: 'state', value: 'A' },
        { path: 'groups', value: ['x'] },
      ],
      steps: [
        { kind: 'expression', text: 'state == "A"', value: true },
        { kind: 'expression', text: 'size(groups)', value: 1 },
        { kind: 'expression', text: 'size(groups) > 1', value: false },
      ],
      value: false,
    });
  });

  it('tells which conditions of a tree hold', () => {
    const filter: Filter = {
      all: [
        { field: 'state', operator: 'equals', value: 'A' },
        { any: [{ field: 'email', operator: 'exists' }, { not: { field: 'age', operator: 'greater', value: 17 } }] },
      ],
    };

    expect(explain(filter, { state: 'A', age: 20 })).toEqual({
      rule: 'source.filter',
      sources: [{ path: 'state', value: 'A' }, { path: 'email' }, { path: 'age', value: 20 }],
      steps: [
        { kind: 'condition', text: 'state equals "A"', value: true },
        { kind: 'condition', text: 'email exists', value: false },
        { kind: 'condition', text: 'age greater 17', value: true },
        { kind: 'condition', text: 'not: age greater 17', value: false },
        { kind: 'condition', text: 'any of 2 conditions', value: false },
        { kind: 'condition', text: 'all of 2 conditions', value: false },
      ],
      value: false,
    });
  });

  it('tells where a formula cannot decide', () => {
    const { value, error } = explain('lower(state) == "a"', { state: 1 });

    expect([value, error?.code]).toEqual([undefined, 'filter_failed']);
  });
});
