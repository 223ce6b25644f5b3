import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectAtRest } from './collect-at-rest.ts';

/** Of processor time, in microseconds, since the process began. */
let used = 0;
let collections = 0;
const { gc } = globalThis;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(process, 'cpuUsage').mockImplementation((since = { user: 0, system: 0 }) => ({
    user: used - since.user,
    system: 0,
  }));
  // A collection takes a fifth of a second.
  globalThis.gc = Object.assign(() => void ((collections += 1), (used += 200_000)), gc);
  [used, collections] = [0, 0];
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  globalThis.gc = gc;
});

function workFor(ms: number): void {
  used += ms * 1000;
  vi.advanceTimersByTime(3000);
}

describe('core/collect-at-rest', () => {
  it('collects once when work has ended: the collection itself counts as no work', () => {
    collectAtRest();
    workFor(2000);
    const atWork = collections;
    workFor(10);
    const atRest = collections;
    for (let look = 0; look < 5; look += 1) workFor(10);
    const later = collections;
    workFor(1000);
    workFor(10);

    expect([atWork, atRest, later, collections]).toEqual([0, 1, 1, 2]);
  });
});
