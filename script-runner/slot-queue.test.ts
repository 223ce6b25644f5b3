import { describe, expect, it } from 'vitest';
import { ScriptRunnerError } from '../core/scripts.ts';
import { createSlotQueue } from './slot-queue.ts';

const never = new AbortController().signal;

/** Lets everything happen that is only waiting for its microtask. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('script-runner/slot-queue', () => {
  it('lets organizations take turns, and each be served in order', async () => {
    const queue = createSlotQueue(1, 100);
    const served: string[] = [];
    const giveBacks: (() => void)[] = [];
    const ask = (orgId: string, name: string) =>
      void queue.take(orgId, never).then((release) => {
        served.push(name);
        giveBacks.push(release);
      });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) ask(name.slice(0, 1), name);

    for (let n = 0; n < 6; n += 1) {
      await settle();
      giveBacks[n]?.();
    }

    expect(served).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('serves no more at once than it has places', async () => {
    const queue = createSlotQueue(2, 100);
    let served = 0;
    for (let n = 0; n < 5; n += 1) void queue.take('org', never).then(() => (served += 1));

    await settle();

    expect(served).toBe(2);
  });

  it('counts a place that is given back twice once', async () => {
    const queue = createSlotQueue(1, 100);
    const release = await queue.take('org', never);
    release();
    release();
    let served = 0;
    for (let n = 0; n < 2; n += 1) void queue.take('org', never).then(() => (served += 1));

    await settle();

    expect(served).toBe(1);
  });

  it('refuses who comes when too many wait', async () => {
    const queue = createSlotQueue(1, 1);
    await queue.take('org', never);
    void queue.take('org', never);

    await expect(queue.take('other', never)).rejects.toThrow(ScriptRunnerError);
  });

  it('lets go of who gives up waiting', async () => {
    const queue = createSlotQueue(1, 1);
    const release = await queue.take('org', never);
    const giveUp = new AbortController();
    const waiting = queue.take('org', giveUp.signal);
    giveUp.abort(new Error('Enough.'));

    await expect(waiting).rejects.toThrow('Enough.');
    await expect(queue.take('org', giveUp.signal)).rejects.toThrow('Enough.');
    const next = queue.take('org', never);
    release();
    expect(await next).toBeTypeOf('function');
  });
});
