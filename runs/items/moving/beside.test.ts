import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { noCounters } from '../../../core/pure/counters.ts';
import type { OutwardStep } from '../../../flow/index.ts';
import type { StepResult } from '../carry-out.ts';
import { type Beside, carryOutBeside } from './beside.ts';

const done: StepResult = { status: 'done', counters: noCounters };
const waiting: StepResult = { status: 'waiting', counters: noCounters, retryAfterMs: 7 };

/** Only the ids of steps are looked at. */
function toStep(id: string): OutwardStep {
  return { id } as OutwardStep;
}

interface Scene {
  /** What each step does; one that is not named is done at once. */
  acts?: Record<string, (beside: Beside) => Promise<StepResult | undefined>>;
  systems?: Record<string, string>;
  along?: (beside: Beside) => Promise<void>;
  dueCount?: number;
}

async function play({ acts = {}, systems = {}, along, dueCount = 1 }: Scene): Promise<{
  result: StepResult | undefined;
  begun: string[];
}> {
  const begun: string[] = [];
  const result = await carryOutBeside({
    clock: systemClock,
    dueCount,
    first: toStep('ticket'),
    others: [toStep('account'), toStep('mail')],
    systemOf: ({ id }) => Promise.resolve(systems[id] ?? id),
    act: ({ id }, beside) => {
      begun.push(id);
      return acts[id]?.(beside) ?? Promise.resolve(done);
    },
    along,
  });
  return { result, begun };
}

function moved(...steps: string[]): ReadonlyMap<string, number> {
  return new Map(steps.map((step) => [step, 1]));
}

/** Resolves once the others were stopped. */
function untilStopped({ stop }: Beside): Promise<StepResult> {
  return new Promise((resolve) => {
    stop.addEventListener('abort', () => resolve({ status: 'more', counters: noCounters }), { once: true });
  });
}

describe('runs/items/moving/beside', () => {
  it('begins a step as items come to it, while the first one goes on', async () => {
    const order: string[] = [];
    const { begun } = await play({
      acts: {
        ticket: async ({ onMoved }) => {
          onMoved(moved('account'));
          await setImmediate();
          await setImmediate();
          order.push('ticket is over');
          return done;
        },
        account: () => {
          order.push('account begins');
          return Promise.resolve(done);
        },
      },
    });

    expect(begun).toEqual(['ticket', 'account']);
    expect(order).toEqual(['account begins', 'ticket is over']);
  });

  it('begins a step only when enough items are there for it', async () => {
    const { begun } = await play({
      dueCount: 3,
      acts: {
        ticket: async ({ onMoved }) => {
          onMoved(moved('account', 'mail'));
          onMoved(moved('account'));
          onMoved(moved('account'));
          await setImmediate();
          return done;
        },
      },
    });

    expect(begun).toEqual(['ticket', 'account']);
  });

  it('carries a step out again to which more items came meanwhile', async () => {
    let times = 0;
    const { begun } = await play({
      acts: {
        ticket: async ({ onMoved }) => {
          onMoved(moved('account'));
          await setImmediate();
          onMoved(moved('account'));
          return done;
        },
        account: async () => {
          times += 1;
          if (times === 1) await setImmediate().then(() => setImmediate());
          return done;
        },
      },
    });

    expect(begun).toEqual(['ticket', 'account', 'account']);
  });

  it('does not carry out two steps of one system at a time', async () => {
    const { begun } = await play({
      systems: { account: 'ticket' },
      acts: {
        ticket: async ({ onMoved }) => {
          onMoved(moved('account', 'mail'));
          await setImmediate();
          return done;
        },
      },
    });

    expect(begun).toEqual(['ticket', 'mail']);
  });

  it('lets the others go on when one has to wait, and tells the rest of the shortest wait', async () => {
    const { result, begun } = await play({
      acts: {
        ticket: async ({ onMoved, stop }) => {
          onMoved(moved('account', 'mail'));
          await sleep(20);
          onMoved(moved('account'));
          expect(stop.aborted).toBe(false);
          return done;
        },
        account: () => Promise.resolve({ ...waiting, retryAfterMs: 60_000 }),
        mail: () => Promise.resolve({ ...waiting, retryAfterMs: 30_000 }),
      },
    });

    expect(begun).toEqual(['ticket', 'account', 'mail']);
    expect(result).toMatchObject({ status: 'waiting' });
    const { retryAfterMs } = { retryAfterMs: 0, ...result };
    expect(retryAfterMs).toBeGreaterThan(20_000);
    expect(retryAfterMs).toBeLessThan(29_990);
  });

  it('ends the others when the run is canceled', async () => {
    const { result } = await play({
      acts: {
        ticket: (beside) => {
          beside.onMoved(moved('account'));
          return untilStopped(beside);
        },
        account: () => Promise.resolve({ status: 'canceled', counters: noCounters }),
      },
    });

    expect(result).toMatchObject({ status: 'canceled' });
  });

  it('ends the others when one fails, and throws that once they are over', async () => {
    const order: string[] = [];
    const playing = play({
      acts: {
        ticket: async (beside) => {
          beside.onMoved(moved('account'));
          const result = await untilStopped(beside);
          order.push('ticket is over');
          return result;
        },
        account: () => Promise.reject(new Error('The desk is closed.')),
      },
    });

    await expect(playing).rejects.toThrow('The desk is closed.');
    expect(order).toEqual(['ticket is over']);
  });

  it('does not begin a step again that is closed, or out of time', async () => {
    const { begun } = await play({
      acts: {
        ticket: async ({ onMoved }) => {
          onMoved(moved('account', 'mail'));
          await setImmediate().then(() => setImmediate());
          onMoved(moved('account', 'mail'));
          await setImmediate();
          return done;
        },
        account: () => Promise.resolve(undefined),
        mail: () => Promise.resolve({ status: 'more', counters: noCounters }),
      },
    });

    expect(begun).toEqual(['ticket', 'account', 'mail']);
  });

  it('takes up what is read beside it, and waits for that to end', async () => {
    let isRead = false;
    const { begun } = await play({
      along: async ({ onMoved }) => {
        await setImmediate();
        onMoved(moved('ticket'));
        isRead = true;
      },
    });

    expect(isRead).toBe(true);
    expect(begun).toEqual(['ticket', 'ticket']);
  });

  it('says whether a step is the only one left', async () => {
    const alone: boolean[] = [];
    await play({
      acts: {
        ticket: async ({ onMoved, isAlone }) => {
          alone.push(isAlone());
          onMoved(moved('account'));
          alone.push(isAlone());
          await setImmediate().then(() => setImmediate());
          alone.push(isAlone());
          return done;
        },
      },
    });

    expect(alone).toEqual([true, false, true]);
  });
});
