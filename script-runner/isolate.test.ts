import { describe, expect, it } from 'vitest';
import { ScriptRunnerError, type ScriptOutcome } from '../core/scripts.ts';
import { type Attempt, isolate, newFailureCounts, UnfitScriptError } from './isolate.ts';

type Fate = 'fine' | 'slow' | 'deadly';

/** Attempts at records that are numbers, some of which break every batch that they are in. */
function attemptWith(fates: Record<number, Fate>) {
  const tried: number[][] = [];
  const attempt = (records: readonly number[]): Promise<Attempt> => {
    tried.push([...records]);
    const found = records.map((record) => fates[record] ?? 'fine');
    if (found.includes('deadly')) return Promise.resolve({ status: 'lost' });
    if (found.includes('slow')) return Promise.resolve({ status: 'broken', reason: 'time' });
    return Promise.resolve({ status: 'done', outcomes: records.map(toOutcome) });
  };
  return { attempt, tried };
}

function toOutcome(record: number): ScriptOutcome {
  return { outcome: 'record', record: { n: record } };
}

const records = Array.from({ length: 1000 }, (_, n) => n);

describe('script-runner/isolate', () => {
  it('takes one attempt where nothing breaks', async () => {
    const { attempt, tried } = attemptWith({});

    expect(await isolate(records, attempt, newFailureCounts())).toEqual(records.map(toOutcome));
    expect(tried).toHaveLength(1);
  });

  it.each([
    ['slow', [0]],
    ['slow', [999]],
    ['slow', [3, 4, 777]],
    ['deadly', [500]],
  ] as const)('blames exactly the %s records %j', async (fate, culprits) => {
    const { attempt } = attemptWith(Object.fromEntries(culprits.map((n) => [n, fate])));

    const outcomes = await isolate(records, attempt, newFailureCounts());

    expect(outcomes).toHaveLength(1000);
    const failed = outcomes.flatMap(({ outcome }, n) => (outcome === 'failed' ? [n] : []));
    expect(failed).toEqual(culprits);
    expect(outcomes.filter((_, n) => !failed.includes(n))).toEqual(
      records.filter((n) => !failed.includes(n)).map(toOutcome),
    );
  });

  it('repeats a batch that was lost for another reason, and blames nobody', async () => {
    const { attempt } = attemptWith({});
    let losses = 2;
    const flaky = (batch: readonly number[]): Promise<Attempt> =>
      losses-- > 0 ? Promise.resolve({ status: 'lost' }) : attempt(batch);

    expect(await isolate([1], flaky, newFailureCounts())).toEqual([toOutcome(1)]);
  });

  it('gives up a script that breaks on many records', async () => {
    const { attempt, tried } = attemptWith(Object.fromEntries(records.map((n) => [n, 'slow'])));

    await expect(isolate(records, attempt, newFailureCounts())).rejects.toThrow(UnfitScriptError);
    expect(tried.length).toBeLessThan(60);
  });

  it('gives up a script that no batch of several records bears', async () => {
    const attempt = (batch: readonly number[]): Promise<Attempt> =>
      Promise.resolve(
        batch.length > 1 ? { status: 'broken', reason: 'time' } : { status: 'done', outcomes: batch.map(toOutcome) },
      );

    await expect(isolate(records, attempt, newFailureCounts())).rejects.toThrow('too slow');
  });

  it('gives up when the sandbox is lost whatever it is given', async () => {
    const lost = (): Promise<Attempt> => Promise.resolve({ status: 'lost' });

    await expect(isolate(records, lost, newFailureCounts())).rejects.toThrow(ScriptRunnerError);
  });

  it('passes on that the script does not load', async () => {
    const unfit = (): Promise<Attempt> => Promise.resolve({ status: 'unfit', message: 'No.' });

    await expect(isolate(records, unfit, newFailureCounts())).rejects.toThrow('No.');
  });
});
