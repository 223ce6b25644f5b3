import { describe, expect, it } from 'vitest';
import { CallGate } from './call-gate.ts';

const { signal } = new AbortController();

/** Lets whatever is ready go on. */
async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A gate with a number of calls that want in at once. */
async function crowd(calls: number): Promise<{ gate: CallGate; entered: () => number }> {
  const gate = new CallGate();
  let entered = 0;
  for (let call = 0; call < calls; call += 1) void gate.enter(signal).then(() => (entered += 1));
  await settle();
  return { gate, entered: () => entered };
}

describe('connectors/kit/http/call-gate', () => {
  it('lets all calls pass while the vendor tells nothing', async () => {
    const { entered } = await crowd(20);

    expect(entered()).toBe(20);
  });

  it('has no more calls under way than are left', async () => {
    const gate = new CallGate();
    let underWay = 0;
    const enter = (): void => void gate.enter(signal).then(() => (underWay += 1));
    const leave = async (left: number): Promise<number> => {
      underWay -= 1;
      gate.leave({ left });
      await settle();
      return underWay;
    };
    enter();
    await settle();
    for (let call = 0; call < 10; call += 1) enter();
    await settle();

    // The first answers were sent before the calls behind them arrived.
    const seen = [await leave(9), await leave(3), await leave(2), await leave(1), await leave(0)];

    expect(seen).toEqual([10, 9, 8, 7, 6]);
    for (let call = 0; call < 10; call += 1) enter();
    expect([await leave(6), await leave(6), await leave(4)]).toEqual([6, 6, 4]);
  });

  it('lets one call after the other ask where nothing is left', async () => {
    const { gate } = await crowd(1);
    gate.leave({ left: 0 });

    await gate.enter(signal);
    const second = gate.enter(signal);
    gate.leave();

    await expect(second).resolves.toBeUndefined();
  });

  it('gives a caller up that does not wait any more', async () => {
    const { gate } = await crowd(2);
    gate.leave({ left: 1 });

    await expect(gate.enter(AbortSignal.abort(new Error('given up')))).rejects.toThrow('given up');
  });
});
