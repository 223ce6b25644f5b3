import { describe, expect, it } from 'vitest';
import { runBoth } from './run-both.ts';

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to stop'))));

describe('start/processes/run-both', () => {
  it('gives both results', async () => {
    const results = await runBoth(
      new AbortController().signal,
      async () => 1,
      async () => 'two',
    );

    expect(results).toEqual([1, 'two']);
  });

  it('tells the other one to stop and throws what failed first', async () => {
    const failing = async () => {
      throw new Error('no disk');
    };

    await expect(runBoth(new AbortController().signal, untilAborted, failing)).rejects.toThrow('no disk');
  });

  it('passes on that the caller wants to stop', async () => {
    const caller = new AbortController();
    const works = runBoth(caller.signal, untilAborted, async () => 1);

    caller.abort();

    await expect(works).rejects.toThrow('told to stop');
  });
});
