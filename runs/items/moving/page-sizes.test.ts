import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../core/clock.ts';
import { createPageSizes } from './page-sizes.ts';

const bytesOfItem = 500;

/** @returns the sizes of pages that are read so many milliseconds after the ones before. */
function listSizes(afterMs: readonly number[], bytes = bytesOfItem): number[] {
  let now = 0;
  const clock: Clock = { ...systemClock, monotonic: () => now };
  const sizes = createPageSizes(clock);
  const listed = [sizes.first];
  for (const ms of afterMs) {
    now += ms;
    const size = listed.at(-1) ?? 0;
    listed.push(sizes.next(size, size * bytes));
  }
  return listed;
}

describe('runs/items/moving/page-sizes', () => {
  it('has larger pages while they are done within a second', () => {
    expect(listSizes([60_000, 100, 999, 100, 100])).toEqual([200, 200, 400, 800, 1000, 1000]);
  });

  it('keeps its size between one second and three, and has small pages again when they take longer', () => {
    expect(listSizes([0, 10, 10, 2000, 3001, 2000])).toEqual([200, 200, 400, 800, 800, 200, 200]);
  });

  it.each([
    [1024, 512],
    [256 * 1024, 200],
  ])('has no more items of %i bytes than fit into 512 KiB, but 200', (bytes, size) => {
    expect(listSizes([0, 10, 10, 10, 10], bytes).at(-1)).toBe(size);
  });
});
