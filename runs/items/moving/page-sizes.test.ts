import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../core/clock.ts';
import { systemClock } from '../../../core/clock.ts';
import { createPageSizes } from './page-sizes.ts';

const small = 1000;

function startClock(): { clock: Clock; pass: (ms: number) => void } {
  let now = 0;
  return { clock: { ...systemClock, monotonic: () => now }, pass: (ms) => (now += ms) };
}

describe('runs/items/moving/page-sizes', () => {
  it('has larger pages while they are done within a second', () => {
    const { clock, pass } = startClock();
    const size = createPageSizes(clock).of('ticket');
    const seen = [100, 100, 100, 100].map((ms) => {
      size.adapt(small);
      pass(ms);
      return size.value;
    });

    expect(seen).toEqual([200, 400, 800, 1000]);
  });

  it('keeps its size between one second and three, and has small pages again when they take longer', () => {
    const { clock, pass } = startClock();
    const size = createPageSizes(clock).of('ticket');
    const after = (ms: number): number => {
      pass(ms);
      size.adapt(small);
      return size.value;
    };
    size.adapt(small);

    expect([after(10), after(10), after(2000), after(3001), after(2000)]).toEqual([400, 800, 800, 200, 200]);
  });

  it('has no more items than fit into 4 MiB, but 200', () => {
    const { clock } = startClock();
    const sizes = createPageSizes(clock);
    const grow = (step: string, bytes: number): number => {
      for (let page = 0; page < 5; page += 1) sizes.of(step).adapt(bytes);
      return sizes.of(step).value;
    };

    expect(grow('some', 10 * 1024)).toBe(409);
    expect(grow('large', 256 * 1024)).toBe(200);
  });

  it('does not take the time between two readings for that of a page', () => {
    const { clock, pass } = startClock();
    const size = createPageSizes(clock).of('ticket');
    size.adapt(small);
    size.adapt(small);
    pass(60_000);
    size.begin();
    size.adapt(small);

    expect(size.value).toBe(400);
  });
});
