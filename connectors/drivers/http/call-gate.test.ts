import { describe, expect, it } from 'vitest';
import { CallGate } from './call-gate.ts';

const { signal } = new AbortController();

/** Lets whatever is ready go on, so many times. */
async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** A vendor with a budget of calls, and callers that make many at once. */
async function play({ budget, callers, callsEach }: { budget: number; callers: number; callsEach: number }) {
  const gate = new CallGate();
  const seen = { left: budget, refused: 0, underWayMax: 0 };
  let underWay = 0;
  let paused = false;
  const call = async (n: number): Promise<void> => {
    const entered = await gate.enter(signal);
    // What the limiter does: it pauses as soon as an answer tells that nothing is left.
    if (paused) {
      gate.leave(entered);
      return;
    }
    underWay += 1;
    seen.underWayMax = Math.max(seen.underWayMax, underWay);
    await pass(n % 3);
    if (seen.left === 0) seen.refused += 1;
    else seen.left -= 1;
    const { left } = seen;
    // Answers overtake each other.
    await pass(n % 5);
    underWay -= 1;
    paused ||= left === 0;
    gate.leave(entered, { left });
  };
  const run = async (caller: number): Promise<void> => {
    for (let n = 0; n < callsEach; n += 1) await call(caller + n);
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => run(caller)));
  return seen;
}

describe('connectors/drivers/http/call-gate', () => {
  it('keeps callers within a budget that they learn of by their answers', async () => {
    expect(await play({ budget: 100, callers: 10, callsEach: 20 })).toEqual({ left: 0, refused: 0, underWayMax: 10 });
  });

  it('lets one call after the other ask where nothing is left', async () => {
    const gate = new CallGate();
    gate.leave(await gate.enter(signal), { left: 0 });
    const entered: number[] = [];

    const first = await gate.enter(signal);
    const second = gate.enter(signal).then((at) => entered.push(at));
    await pass(2);
    const before = entered.length;
    gate.leave(first);
    await second;

    expect([before, entered.length]).toEqual([0, 1]);
  });

  it('believes a newer answer that tells of more', async () => {
    const gate = new CallGate();
    gate.leave(await gate.enter(signal), { left: 1 });
    gate.leave(await gate.enter(signal), { left: 600 });

    const all = Promise.all(Array.from({ length: 5 }, () => gate.enter(signal)));

    await expect(all).resolves.toHaveLength(5);
  });

  it('gives a caller up that does not wait any more', async () => {
    const gate = new CallGate();
    gate.leave(await gate.enter(signal), { left: 0 });
    await gate.enter(signal);
    const waiting = new AbortController();

    const refused = gate.enter(waiting.signal);
    waiting.abort(new Error('given up'));

    await expect(refused).rejects.toThrow('given up');
  });
});
