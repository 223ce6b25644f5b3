import { describe, expect, it } from 'vitest';
import { judgeBars } from './bars.ts';

describe('bench/idle/bars', () => {
  it.each([
    [300, 300, [true, true]],
    [301, 120, [false, true]],
    [40, 300.1, [true, false]],
    [Number.NaN, Number.NaN, [false, false]],
  ])('holds %d ms and %d MB to their bars', (ms, mb, met) => {
    const judged = judgeBars({ connectors_cold_ms: ms, api_and_worker_rss_mb: mb });

    expect(judged.map((one) => one.met)).toEqual(met);
  });
});
