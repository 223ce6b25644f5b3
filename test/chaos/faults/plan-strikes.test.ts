import { describe, expect, it } from 'vitest';
import { planStrikes, victims } from './plan-strikes.ts';

describe('test/chaos/faults/plan-strikes', () => {
  it('plans the same for the same seed, and another for another', () => {
    expect(planStrikes(1, 30)).toEqual(planStrikes(1, 30));
    expect(planStrikes(2, 30)).not.toEqual(planStrikes(1, 30));
  });

  it.each([1, 2, 3])('hits each at least once with seed %i, as often as it is told to', (seed) => {
    const plan = planStrikes(seed, 30);

    expect(plan).toHaveLength(30);
    expect(new Set(plan.map(({ victim }) => victim))).toEqual(new Set(victims));
  });

  it('hits with few kills what work depends on, and nobody but those named', () => {
    expect(planStrikes(1, 2).every(({ victim }) => !victim.startsWith('frozen'))).toBe(true);
    expect(planStrikes(1, 3, ['api']).map(({ victim }) => victim)).toEqual(['api', 'api', 'api']);
  });

  it('lets those stand still that are not killed', () => {
    for (const { victim, frozenMs } of planStrikes(1, 60)) expect(frozenMs > 0).toBe(victim.startsWith('frozen'));
  });
});
