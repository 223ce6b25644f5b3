import { describe, expect, it } from 'vitest';
import type { Effect } from '../targets/journal.ts';
import type { Decision, JoinersEvidence, Said } from './evidence.ts';
import { newJoiner, places } from './joiners.ts';
import { judgeJoiners } from './judge-joiners.ts';

/** One that is taken, and one whose badge is refused: both have pieces. */
const [taken, refused, rejected] = [newJoiner(2), newJoiner(4), newJoiner(1)];

function write(flow: string, ref: string, at: number, more: Partial<Effect> = {}): Effect {
  return { flow, ref, at, outcome: 'created', body: { ref }, ...more };
}

function writeUpToWaits(id: string, pieces: string[]): Effect[] {
  return [
    write(places.orders, id, 1000),
    ...pieces.map((piece) => write(places.pieces, `${id}/${piece}`, 1100)),
    write(places.people, id, 1200, { body: { ref: id, rev: pieces.length } }),
    write(places.notes, id, 2100),
  ];
}

const calm: readonly Effect[] = [
  ...writeUpToWaits(taken.id, taken.parts),
  write(places.accounts, taken.id, 5000),
  write(places.badges, taken.id, 5010),
  write(places.mails, taken.id, 5020, {
    body: { ref: taken.id, pieces: taken.parts.map((part) => `${taken.id}/${part}`), comment: 'a', answer: 2 },
  }),
  ...writeUpToWaits(refused.id, refused.parts),
  write(places.accounts, refused.id, 5000),
  write(places.accounts, refused.id, 5010, { outcome: 'deleted' }),
  ...writeUpToWaits(rejected.id, rejected.parts),
];

const approve: Decision = { decision: 'approve', comment: 'a' };
const reject: Decision = { decision: 'reject', comment: 'b' };
const say = <T>(sent: T[], of = sent.slice(0, 1)): Said<T> => ({ sent, taken: of, at: 3000 });

function makeEvidence(change: Partial<JoinersEvidence> = {}): JoinersEvidence {
  return {
    joiners: [taken, refused, rejected],
    effects: calm,
    decisions: new Map([
      [taken.id, say([approve, reject])],
      [refused.id, say([approve], [])],
      [rejected.id, say([reject])],
    ]),
    decided: new Map([
      [taken.id, [approve]],
      [refused.id, [approve]],
      [rejected.id, [reject]],
    ]),
    answers: new Map([taken, refused, rejected].map(({ id }) => [id, say([1, 2], id === taken.id ? [2] : [])])),
    items: [
      { key: taken.id, status: 'succeeded' },
      { key: refused.id, status: 'failed' },
      { key: rejected.id, status: 'skipped' },
    ],
    openRuns: [],
    ...change,
  };
}

const without = (flow: string, ref: string): Effect[] =>
  calm.filter((effect) => effect.flow !== flow || effect.ref !== ref);
const changed = (flow: string, ref: string, change: Partial<Effect>): Effect[] =>
  calm.map((effect) => (effect.flow === flow && effect.ref === ref ? { ...effect, ...change } : effect));

describe('test/chaos/joiners/judge-joiners', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(judgeJoiners(makeEvidence())).toEqual([]);
  });

  it('takes what changed nothing for no effect', () => {
    const repeats: Effect[] = [
      write(places.orders, taken.id, 9000, { outcome: 'replayed' }),
      write(places.people, taken.id, 9000, { outcome: 'same' }),
      write(places.accounts, 'accounts-1', 9000, { outcome: 'absent' }),
    ];

    expect(judgeJoiners(makeEvidence({ effects: [...calm, ...repeats] }))).toEqual([]);
  });

  it.each<[string, Partial<JoinersEvidence>, string]>([
    ['an effect that is missing', { effects: without(places.badges, taken.id) }, 'lost'],
    ['an element that is missing', { effects: without(places.pieces, `${taken.id}/part0`) }, 'lost'],
    ['an undo that is missing', { effects: calm.filter(({ outcome }) => outcome !== 'deleted') }, 'lost'],
    ['a run that does not end', { openRuns: ['run_1'] }, 'lost'],
    ['an item that is missing', { items: makeEvidence().items.slice(1) }, 'lost'],
    [
      'an item that ended otherwise',
      { items: [{ key: taken.id, status: 'skipped' }, ...makeEvidence().items.slice(1)] },
      'lost',
    ],
    ['nobody asked', { decisions: new Map([...makeEvidence().decisions].slice(1)) }, 'lost'],
    ['an effect that happened twice', { effects: [...calm, write(places.orders, taken.id, 9000)] }, 'doubled'],
    [
      'two items of one record',
      { items: [...makeEvidence().items, { key: taken.id, status: 'succeeded' }] },
      'doubled',
    ],
    ['an effect behind a rejection', { effects: [...calm, write(places.accounts, rejected.id, 9000)] }, 'doubled'],
    [
      'an undo of what did not fail',
      { effects: [...calm, write(places.accounts, taken.id, 9000, { outcome: 'deleted' })] },
      'doubled',
    ],
    ['a write for no reason', { effects: [...calm, write(places.orders, 'x', 9000)] }, 'doubled'],
    [
      'a join of fewer elements',
      { effects: changed(places.people, taken.id, { body: { ref: taken.id, rev: 1 } }) },
      'joins_wrong',
    ],
    [
      'a join before its last element',
      { effects: changed(places.pieces, `${taken.id}/part1`, { at: 1300 }) },
      'joins_wrong',
    ],
    ['a join before its last branch', { effects: changed(places.notes, refused.id, { at: 5005 }) }, 'joins_wrong'],
    [
      'a second join',
      { effects: [...calm, write(places.people, taken.id, 9000, { outcome: 'changed' })] },
      'joins_wrong',
    ],
    [
      'two decisions that were taken',
      { decisions: new Map([...makeEvidence().decisions, [taken.id, say([approve, reject], [approve, reject])]]) },
      'decisions_wrong',
    ],
    [
      'a decision other than was taken',
      { decided: new Map([...makeEvidence().decided, [taken.id, [{ ...approve, comment: 'c' }]]]) },
      'decisions_wrong',
    ],
    [
      'two answers that were taken',
      { answers: new Map([...makeEvidence().answers, [taken.id, say([1, 2], [2, 1])]]) },
      'decisions_wrong',
    ],
    [
      'an answer that was not taken',
      { answers: new Map([...makeEvidence().answers, [taken.id, say([1, 2], [1])]]) },
      'decisions_wrong',
    ],
    ['a wait that ended early', { effects: changed(places.notes, taken.id, { at: 1900 }) }, 'decisions_wrong'],
    [
      'a wait that was cut short',
      { answers: new Map([...makeEvidence().answers, [taken.id, { ...say([1, 2], [2]), at: 4500 }]]) },
      'decisions_wrong',
    ],
  ])('finds %s', (_, change, kind) => {
    expect(judgeJoiners(makeEvidence(change)).map((finding) => finding.kind)).toContain(kind);
  });
});
