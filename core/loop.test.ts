import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Loop, startLoop } from './loop.ts';

/** Counts iterations, and the most that were under way at once. */
function countIterations(tookMs: number) {
  const seen = { begun: 0, underWay: 0, atOnce: 0 };
  const iterate = async (): Promise<'idle'> => {
    seen.begun += 1;
    seen.underWay += 1;
    seen.atOnce = Math.max(seen.atOnce, seen.underWay);
    await sleep(tookMs);
    seen.underWay -= 1;
    return 'idle';
  };
  return { seen, iterate };
}

function keep(iterate: () => Promise<'idle'>, everyMs: number): Loop {
  const loop = startLoop(iterate, { everyMs, onError: () => undefined });
  onTestFinished(() => loop.stop());
  return loop;
}

describe('core/loop', () => {
  it('has the iterations that the clock begins follow each other', async () => {
    const { seen, iterate } = countIterations(5);
    for (let count = 0; count < 5; count += 1) keep(iterate, 40);
    await sleep(30);
    const atFirst = seen.begun;
    seen.atOnce = 0;
    await sleep(600);

    expect(atFirst).toBe(5);
    expect(seen.begun).toBeGreaterThan(15);
    expect(seen.atOnce).toBe(1);
  });

  it('keeps nobody waiting for long behind one that takes long, and not at all who is woken', async () => {
    let tookMs = 0;
    const slow = async (): Promise<'idle'> => {
      await sleep(tookMs);
      tookMs = 1500;
      return 'idle';
    };
    keep(slow, 10);
    const byTheClock = countIterations(0);
    const woken = countIterations(0);
    keep(byTheClock.iterate, 100);
    const loop = keep(woken.iterate, 100_000);
    await sleep(100);
    loop.wake();
    await sleep(40);
    const atOnce = woken.seen.begun;
    await sleep(900);

    expect(atOnce).toBe(2);
    expect(byTheClock.seen.begun).toBeGreaterThan(2);
  });
});
