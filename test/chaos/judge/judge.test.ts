import { describe, expect, it } from 'vitest';
import type { Effect } from '../targets/journal.ts';
import type { FlowEvidence, SeenRun } from './evidence.ts';
import { judgeFlow, listMissed, sumUp } from './judge.ts';

const strike = { victim: 'worker', from: 10_000, at: 10_000 };

function write(ref: string, outcome: Effect['outcome'], at: number, rev = 1): Effect {
  return { at, flow: 'people', ref, outcome, ...(outcome === 'deleted' ? {} : { body: { ref, rev } }) };
}

function makeRun(change: Partial<SeenRun> = {}): SeenRun {
  const counters = { created: 2, updated: 0, deleted: 0, failed: 0 };
  return { id: 'run_1', orderedAt: 1000, endedAt: 20_000, status: 'succeeded', counters, ...change };
}

/** Two records, written once each and as they should be. */
function makeEvidence(change: Partial<FlowEvidence> = {}): FlowEvidence {
  return {
    flow: 'people',
    repeats: 'repeatable',
    pageSize: 2,
    expected: new Map(['a', 'b'].map((ref) => [ref, { ref, rev: 1 }])),
    effects: [write('a', 'created', 2000), write('b', 'created', 2001)],
    runs: [makeRun()],
    quiets: [],
    ...change,
  };
}

function judge(change: Partial<FlowEvidence>): string[] {
  return judgeFlow(makeEvidence(change), [strike]).map(({ kind, message }) => `${kind}: ${message}`);
}

const calm = makeEvidence().effects;

describe('test/chaos/judge/judge', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(judge({})).toEqual([]);
  });

  it.each<[string, Partial<FlowEvidence>, string[]]>([
    [
      'a record that is not there',
      { effects: calm.slice(1), runs: [makeRun({ counters: { created: 1, updated: 0, deleted: 0, failed: 0 } })] },
      ['lost: a is not in the target.'],
    ],
    [
      'a record that was deleted and should be there',
      {
        effects: [...calm, write('a', 'deleted', 2002)],
        runs: [makeRun({ counters: { created: 2, updated: 0, deleted: 1, failed: 0 } })],
      },
      ['lost: a is not in the target.'],
    ],
    [
      'a record that should have been removed',
      { expected: new Map([['a', { ref: 'a', rev: 1 }]]) },
      ['wrong: b is in the target for no reason.'],
    ],
    [
      'other content than was sent',
      { effects: [...calm, write('b', 'changed', 2002, 2)] },
      ['wrong: b is {"ref":"b","rev":2} instead of {"ref":"b","rev":1}.'],
    ],
    [
      'a write of somebody who was replaced, although it was put right',
      { effects: [...calm, write('b', 'changed', 3, 2), write('b', 'changed', 4, 1)] },
      ['wrong: b went back from 2 to 1.'],
    ],
    [
      'a record that was made twice',
      {
        effects: [...calm, write('a', 'created', 10_500)],
        runs: [makeRun({ counters: { created: 3, updated: 0, deleted: 0, failed: 0 } })],
      },
      ['doubled: a was created twice.'],
    ],
    [
      'an identical repeat without a fault before it',
      { effects: [...calm, write('a', 'same', 9000)] },
      ['doubled: a was written again (same) without a fault that explains it.'],
    ],
    [
      'an identical repeat where none may be',
      { repeats: 'strict', effects: [...calm, write('a', 'same', 10_500)] },
      ['doubled: a was written twice as {"ref":"a","rev":1}.'],
    ],
    [
      'more identical repeats than two pages after a fault',
      { effects: [...calm, ...Array.from({ length: 6 }, () => write('a', 'same', 10_500))] },
      Array<string>(2).fill('doubled: a was written again (same) without a fault that explains it.'),
    ],
    [
      'counters that are not those of the target',
      { runs: [makeRun({ counters: { created: 1, updated: 0, deleted: 0, failed: 0 } })] },
      ['wrong: Its runs count 1 created; the target, 2.'],
    ],
    [
      'a run that failed',
      { runs: [makeRun({ status: 'failed', error: 'auth_invalid: No.' })] },
      ['wrong: run_1 ended failed, 0 failed. auth_invalid: No.'],
    ],
    [
      'a write after the run was canceled',
      {
        effects: [...calm, write('a', 'changed', 20_500, 1)],
        quiets: [{ runId: 'run_1', from: 20_000, until: 23_000, counters: ['2', '2'] }],
      },
      ['late_write: a was written 500 ms after run_1 was canceled.'],
    ],
    [
      'counters that move after the run was canceled',
      { quiets: [{ runId: 'run_1', from: 20_000, until: 23_000, counters: ['1', '2'] }] },
      ['wrong: The counters of run_1 went from 1 to 2 after its end.'],
    ],
  ])('finds %s', (_, change, findings) => {
    expect(judge(change)).toEqual(findings);
  });

  it('takes the repetition of a creation whose answer was lost for what the hub knows of it, where repeating is harmless', () => {
    const runs = [makeRun({ counters: { created: 1, updated: 1, deleted: 0, failed: 0 } })];

    expect(judge({ runs })).toEqual([]);
    expect(judge({ runs, repeats: 'strict' })).toEqual(['wrong: Its runs count 1 created; the target, 2.']);
  });

  it('leaves to a run what it writes while another one that waited behind it is canceled', () => {
    const quiets = [{ runId: 'run_2', from: 20_000, until: 23_000, counters: ['0', '0'] as [string, string] }];
    const effects = [...calm, write('a', 'changed', 20_500, 1)];
    const counters = { created: 0, updated: 0, deleted: 0, failed: 0 };
    const canceled = makeRun({ id: 'run_2', counters, status: 'canceled', orderedAt: 19_000, endedAt: 20_000 });

    expect(judge({ effects, quiets, runs: [makeRun({ endedAt: 21_000 }), canceled] })).toEqual([]);
    expect(judge({ effects, quiets, runs: [makeRun({ endedAt: 20_200 }), canceled] })).toHaveLength(1);
  });

  it('finds a run that does not end', () => {
    const { endedAt: _, ...open } = makeRun({ status: 'queued' });

    expect(judge({ runs: [open] })).toEqual(['stuck: run_1 is still queued.']);
  });

  it.each<[string, readonly Effect[]]>([
    ['two pages of identical repeats after a fault', Array.from({ length: 4 }, () => write('a', 'same', 10_500))],
    ['a repeat after an answer that was lost', [{ ...write('a', 'same', 5000), lost: true }, write('a', 'same', 5001)]],
    ['requests that the target knew by their key', [write('a', 'replayed', 10_500)]],
  ])('allows %s', (_, effects) => {
    expect(judge({ effects: [...calm, ...effects] })).toEqual([]);
  });

  it('misses a bar for each kind of finding, and for work that rests too long', () => {
    const findings = (['lost', 'doubled', 'wrong', 'stuck', 'late_write'] as const).map((kind) => ({
      kind,
      flow: 'people',
      message: '',
    }));

    const good = sumUp([], { resumed: [1, 8, 15], kills: 3, seed: 1 });
    const slow = sumUp([], { resumed: [8.1, 8.1, 15.1], kills: 3, seed: 1 });

    expect(listMissed(good)).toEqual([]);
    expect(good).toMatchObject({ resumed_p50_s: 8, resumed_max_s: 15, kills: 3, seed: 1 });
    expect(listMissed(slow)).toEqual(['resumed_p50_s', 'resumed_max_s']);
    expect(listMissed(sumUp(findings, { resumed: [], kills: 0, seed: 1 }))).toEqual([
      'lost',
      'doubled',
      'wrong',
      'stuck',
      'late_writes',
    ]);
  });
});
