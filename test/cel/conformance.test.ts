import { describe, expect, it } from 'vitest';
import { listCases } from './cases.ts';
import { judge } from './judge.ts';
import { report } from './report.ts';
import { waivers } from './waivers.data.ts';

describe('test/cel/conformance', () => {
  it('passes every case of the specification that has no waiver, and waives none that passes', () => {
    const { passed, failed, needless } = report();

    expect(failed).toEqual([]);
    expect(needless).toEqual([]);
    expect(passed).toBeGreaterThanOrEqual(1348);
  });

  it('notices a wrong result, a missing error and a text that should not parse', () => {
    const [sum] = listCases().filter(({ id }) => id === 'integer_math/int64_math/add_positive_positive');
    const original = sum?.test.original;

    expect(sum && judge(sum)).toBeUndefined();
    for (const wrong of [{ value: { int64Value: '1' } }, { evalError: {} }]) {
      expect(
        judge({ id: '', kind: 'evaluate', test: { original: { expr: '', ...original, ...wrong } } }),
      ).toBeDefined();
    }
    expect(judge({ id: '', kind: 'parse', test: { original: { expr: '1 + 2' } } })).toBe('parses');
  });

  it('gives a reason for every waiver, each once', () => {
    const cases = waivers.flatMap(({ cases: ids }) => ids);

    expect(waivers.every(({ reason }) => /^.+\.$/.test(reason))).toBe(true);
    expect(new Set(cases).size).toBe(cases.length);
  });
});
