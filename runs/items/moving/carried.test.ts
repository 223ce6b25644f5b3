import { describe, expect, it } from 'vitest';
import type { ItemContext } from '../../../flow/index.ts';
import type { ItemRow } from '../item-rows.ts';
import { type Arrival, createCarriedItems } from './carried.ts';

const context = { record: { name: 'Ada' }, steps: {} } as unknown as ItemContext;

function toArrival(id: string, more: Partial<Arrival> = {}): Arrival {
  return { item: { id, seq: 1, change: 'created', before_id: null }, step: 'ticket', context, bytes: 100, ...more };
}

function toRow(id: string, more: Partial<ItemRow> = {}): ItemRow {
  return { id, seq: 1, change: 'created', before_id: null, step: 'ticket', ...more } as ItemRow;
}

describe('runs/items/moving/carried', () => {
  it('gives what an item carries to the step that it came to, once', () => {
    const carried = createCarriedItems();
    carried.put([toArrival('a')]);

    expect(carried.has('ticket')).toBe(true);
    expect(carried.take(toRow('a'))).toMatchObject({ context, bytes: 100 });
    expect(carried.take(toRow('a'))).toBeUndefined();
    expect(carried.has('ticket')).toBe(false);
  });

  it.each<[string, Partial<ItemRow>]>([
    ['at another step', { step: 'account' }],
    ['a change of a record, which carries the record before', { change: 'updated', before_id: 'z' }],
    ['behind another one', { before_id: 'z' }],
    ['of another change', { seq: 2 }],
  ])('gives nothing for an item that turned out to be %s', (_, more) => {
    const carried = createCarriedItems();
    carried.put([toArrival('a')]);

    expect(carried.take(toRow('a', more))).toBeUndefined();
    expect(carried.take(toRow('a'))).toBeUndefined();
  });

  it('keeps what came last of an item', () => {
    const carried = createCarriedItems();
    carried.put([toArrival('a'), toArrival('a', { step: 'account' })]);

    expect(carried.has('ticket')).toBe(false);
    expect(carried.take(toRow('a', { step: 'account' }))).toBeDefined();
  });

  it('keeps 16 MiB, and has room again for as much as was taken', () => {
    const carried = createCarriedItems();
    const bytes = 4 * 1024 * 1024;
    carried.put(['a', 'b', 'c', 'd', 'e'].map((id) => toArrival(id, { bytes })));

    expect(carried.take(toRow('e'))).toBeUndefined();
    expect(carried.take(toRow('a'))).toBeDefined();
    carried.put([toArrival('f', { bytes })]);
    expect(carried.take(toRow('f'))).toBeDefined();
  });
});
