import { describe, expect, it, onTestFinished } from 'vitest';
import type { ItemContext } from '../../../flow/index.ts';
import type { ItemRow } from '../item-rows.ts';
import { type Arrival, type CarriedItems, createCarriedItems } from './carried.ts';

const context = { record: { name: 'Ada' }, steps: {} } as unknown as ItemContext;

function toArrival(id: string, more: Partial<Arrival> = {}): Arrival {
  return { item: { id, seq: 1, change: 'created', before_id: null }, step: 'ticket', context, bytes: 100, ...more };
}

function toRow(id: string, more: Partial<ItemRow> = {}): ItemRow {
  return { id, seq: 1, change: 'created', before_id: null, step: 'ticket', ...more } as ItemRow;
}

/** What is kept of a segment, which is over with the test. */
function open(): CarriedItems {
  const carried = createCarriedItems();
  onTestFinished(() => carried.close());
  return carried;
}

describe('runs/items/moving/carried', () => {
  it('gives what an item carries to the step that it came to, once', () => {
    const carried = open();
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
    const carried = open();
    carried.put([toArrival('a')]);

    expect(carried.take(toRow('a', more))).toBeUndefined();
    expect(carried.take(toRow('a'))).toBeUndefined();
  });

  it('keeps what came last of an item', () => {
    const carried = open();
    carried.put([toArrival('a'), toArrival('a', { step: 'account' })]);

    expect(carried.has('ticket')).toBe(false);
    expect(carried.take(toRow('a', { step: 'account' }))).toBeDefined();
  });

  it('keeps 8 MiB for all segments together, and has room again for what was taken, or is over', () => {
    const [one, other] = [open(), open()];
    const bytes = 2 * 1024 * 1024;
    one.put(['a', 'b', 'c', 'd', 'e'].map((id) => toArrival(id, { bytes })));
    expect(one.take(toRow('e'))).toBeUndefined();

    other.put([toArrival('f', { bytes })]);
    expect(other.take(toRow('f'))).toBeUndefined();

    expect(one.take(toRow('a'))).toBeDefined();
    other.put([toArrival('f', { bytes })]);
    expect(other.take(toRow('f'))).toBeDefined();
    one.close();
    expect(one.has('ticket')).toBe(false);
    other.put(['g', 'h', 'i', 'j'].map((id) => toArrival(id, { bytes })));
    expect(other.take(toRow('j'))).toBeDefined();
  });
});
