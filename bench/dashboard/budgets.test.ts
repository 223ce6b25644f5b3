import { describe, expect, it } from 'vitest';
import { type Figure, findMiddle, findPart, judge, toExitCode } from './budgets.ts';

const figure = (value: number, slowdown?: number): Figure => ({
  name: 'paint',
  value,
  max: 100,
  unit: 'ms',
  ...(slowdown === undefined ? {} : { slowdown }),
});

describe('bench/dashboard/budgets', () => {
  it('keeps what is within its budget, however busy the machine is', () => {
    expect([judge(figure(100, 1), false), judge(figure(100, 20), false), judge(figure(100), true)]).toEqual([
      'kept',
      'kept',
      'kept',
    ]);
  });

  it('misses what is over its budget by more than the machine is slower', () => {
    expect([judge(figure(101), false), judge(figure(301, 3), false), judge(figure(301, 3), true)]).toEqual([
      'missed',
      'missed',
      'missed',
    ]);
  });

  it('cannot judge what a busy machine may have delayed, unless it is lenient', () => {
    expect([judge(figure(250, 3), false), judge(figure(250, 3), true)]).toEqual(['unclear', 'kept']);
  });

  it('judges no delay of a machine that has no time at all', () => {
    expect([judge(figure(5000, 9), false), judge(figure(110, 9), true)]).toEqual(['unclear', 'unclear']);
  });

  it('exits with 1 for a budget that is missed, and with 75 where nothing is missed and something unclear', () => {
    expect([toExitCode(['kept']), toExitCode(['kept', 'unclear']), toExitCode(['unclear', 'missed'])]).toEqual([
      0, 75, 1,
    ]);
  });

  it('finds the middle and the 95th of a hundred', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);

    expect([findMiddle([3, 1, 2]), findMiddle([7]), findPart(values, 0.95)]).toEqual([2, 7, 95]);
  });

  it('finds that nothing was measured over every budget', () => {
    expect(judge(figure(findMiddle([])), false)).toBe('missed');
  });
});
