import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../core/json.ts';
import { planBatch } from './batches.ts';

function plan(bodies: readonly JsonObject[], matchOn = ['id']) {
  const effects = bodies.map((body) => ({
    effectId: '',
    operation: 'upsert' as const,
    sourceKey: '',
    targetId: undefined,
    body,
  }));
  const { groups, unmatched } = planBatch(effects, matchOn);
  return { groups: groups.map(({ indexes }) => indexes), unmatched: [...unmatched] };
}

describe('connectors/drivers/sql/postgres/batches', () => {
  it('makes one statement of records with the same columns', () => {
    expect(
      plan([
        { id: 1, a: 1 },
        { id: 2, a: null },
        { id: '3', a: {} },
      ]).groups,
    ).toEqual([[0, 1, 2]]);
  });

  it('keeps records with other columns apart', () => {
    expect(plan([{ id: 1, a: 1 }, { id: 2 }, { id: 3, a: 1 }, { id: 4 }]).groups).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });

  it('writes records of one key one after the other', () => {
    expect(plan([{ id: 1 }, { id: 2 }, { id: '1' }, { id: 1 }]).groups).toEqual([[0, 1], [2], [3]]);
  });

  it('keeps records of one key apart where several columns match', () => {
    expect(
      plan(
        [
          { a: 1, b: 1 },
          { a: 1, b: 2 },
          { a: 1, b: 1 },
        ],
        ['a', 'b'],
      ).groups,
    ).toEqual([[0, 1], [2]]);
  });

  it('leaves out records without a match value, by the column they lack', () => {
    expect(plan([{ a: 1 }, { id: null }, { id: 0 }])).toEqual({
      groups: [[2]],
      unmatched: [
        [0, 'id'],
        [1, 'id'],
      ],
    });
  });
});
