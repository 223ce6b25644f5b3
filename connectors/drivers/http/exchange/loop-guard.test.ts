import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LoopMemory, remember } from './loop-guard.ts';

/** Pages read until the guard stops the walk over `tail` positions into a circle of `length`. */
function walk(tail: number, length: number): number {
  let memory: LoopMemory = { pages: 0, mark: '' };
  for (let page = 0; ; page += 1) {
    const position = page < tail ? `tail ${page}` : `circle ${(page - tail) % length}`;
    const step = remember(memory, position);
    if (step.loops) return page;
    memory = step.memory;
  }
}

describe('connectors/drivers/http/exchange/loop-guard', () => {
  it('finds every circle within three rounds of it and its way in', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 200 }), (tail, length) => {
        expect(walk(tail, length)).toBeLessThanOrEqual(3 * (tail + length) + 1);
      }),
    );
  });

  it('does not stop a walk that goes on', () => {
    let memory: LoopMemory = { pages: 0, mark: '' };
    for (let page = 0; page < 3000; page += 1) {
      const step = remember(memory, page);
      expect(step.loops).toBe(false);
      memory = step.memory;
    }
  });

  it('stops a walk without end', () => {
    expect(remember({ pages: 1_000_000, mark: '' }, 'x').loops).toBe(true);
  });
});
