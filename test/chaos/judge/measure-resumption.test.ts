import { describe, expect, it } from 'vitest';
import { measureResumption, type Timeline, toPercentile } from './measure-resumption.ts';

const strike = { at: 10_000 };

function makeTimeline(effects: number[], change: Partial<Timeline> = {}): Timeline {
  return { flow: 'people', runs: [{ orderedAt: 5000 }], effects, losses: [], ...change };
}

describe('test/chaos/judge/measure-resumption', () => {
  it.each<[string, Timeline[], unknown]>([
    ['the next write', [makeTimeline([9900, 16_500])], { seconds: 6.5, flow: 'people' }],
    [
      'the end of a silence that began a moment after the strike, when memory was written',
      [makeTimeline([9900, 10_050, 10_400, 19_000, 19_050])],
      { seconds: 9, flow: 'people' },
    ],
    [
      'no silence that began long after',
      [makeTimeline([10_100, 10_900, 11_800, 12_700, 13_500, 30_000])],
      { seconds: 0.1, flow: 'people' },
    ],
    [
      'the end of the run, where nothing was left to write',
      [makeTimeline([9900], { runs: [{ orderedAt: 5000, endedAt: 12_000 }] })],
      { seconds: 2, flow: 'people' },
    ],
    [
      'the slowest of those at work',
      [makeTimeline([10_100, 14_000]), makeTimeline([18_000], { flow: 'other' })],
      { seconds: 8, flow: 'other' },
    ],
    ['nothing yet while one still rests', [makeTimeline([18_000]), makeTimeline([9000])], 'at_rest'],
    ['nothing yet while its silence may still come', [makeTimeline([10_100])], 'at_rest'],
    ['nothing of a run that was over', [makeTimeline([], { runs: [{ orderedAt: 1, endedAt: 9999 }] })], 'idle'],
    ['nothing of a run that was ordered later', [makeTimeline([], { runs: [{ orderedAt: 10_001 }] })], 'idle'],
    ['nothing of a flow that waits for a lost answer', [makeTimeline([], { losses: [9000] })], 'idle'],
  ])('measures %s', (_, timelines, measured) => {
    expect(measureResumption(strike, timelines)).toEqual(measured);
  });

  it('takes percentiles by rank', () => {
    expect([toPercentile([3, 1, 2], 0.5), toPercentile([3, 1, 2], 1), toPercentile([], 0.5)]).toEqual([2, 3, 0]);
  });
});
