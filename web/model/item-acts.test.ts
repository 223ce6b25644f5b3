import { describe, expect, it } from 'vitest';
import type { FlowStep, Item } from '../../client/operations.data.ts';
import { listItemActs, listReachable, toRetry } from './item-acts.ts';

const item: Item = {
  id: 'item_1',
  integration_id: 'int_1',
  run_id: 'run_1',
  key: 'ann',
  seq: 1,
  change: 'created',
  status: 'parked',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
const transform = (id: string): FlowStep => ({ id, transform: { set: { a: '1' } } });

describe('web/model/item-acts', () => {
  it('offers of each item what the hub would do', () => {
    expect(listItemActs(item)).toEqual(['skip', 'move', 'cancel']);
    expect(listItemActs({ ...item, status: 'failed' })).toEqual(['retry', 'skip', 'move']);
    expect(listItemActs({ ...item, status: 'held' })).toEqual(['cancel']);
    expect(listItemActs({ ...item, status: 'succeeded' })).toEqual([]);
    expect(listItemActs({ ...item, canceling: true })).toEqual([]);
  });

  it('offers of a child only to skip its wait, and of the end of a run no other step', () => {
    const parent = { id: 'item_0', step: 'groups' };
    expect(listItemActs({ ...item, parent })).toEqual(['skip']);
    expect(listItemActs({ ...item, parent, status: 'failed' })).toEqual([]);
    expect(listItemActs({ ...item, child: 'finally', status: 'failed' })).toEqual(['retry']);
  });

  it('finds the steps that an item comes to itself, in branches too, and none of its children', () => {
    const steps: FlowStep[] = [
      { id: 'kind', condition: [{ when: 'true', steps: [transform('yes')] }], else: [transform('no')] },
      { id: 'each', for_each: 'record.groups', steps: [transform('child')] },
      { id: 'together', scope: [transform('part')], on_error: [transform('note')] },
      { id: 'digest', batch: { collect: 'record.id', steps: [transform('once')] } },
    ];

    expect(listReachable(steps).map(({ id }) => id)).toEqual([
      'kind',
      'yes',
      'no',
      'each',
      'together',
      'note',
      'digest',
    ]);
  });

  it('asks for each way as the API does', () => {
    expect(toRetry('again')).toEqual({});
    expect(toRetry('newest')).toEqual({ with: 'newest' });
    expect(toRetry('not_done')).toEqual({ assume: 'not_done' });
  });
});
