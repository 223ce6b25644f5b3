import type { ItemContext } from '../../../flow/index.ts';
import type { ItemRow } from '../item-rows.ts';

/** What an item carries that has come to a step, as the step reads it. */
export interface Carried {
  context: ItemContext;
  /** Of what is stored of it, about. */
  bytes: number;
}

/** An item at its next step. */
export interface Arrival extends Carried {
  item: Pick<ItemRow, 'id' | 'seq' | 'change' | 'before_id'>;
  step: string;
}

/**
 * What items carry that have come to their next step in this segment, until that step reads them. What is stored of them is
 * sealed: to read and to open it costs as much as the step.
 */
export interface CarriedItems {
  /** Something is kept of an item that comes to the step. */
  has(step: string): boolean;
  /** Notes what has been committed. */
  put(arrivals: readonly Arrival[]): void;
  /** Gives what is kept of an item, once: what it carries when it is there another time may be something else. */
  take(item: ItemRow): Carried | undefined;
  /** The segment is over: nothing is kept any more. */
  close(): void;
}

/** What comes when so much is kept is read as it is stored: values take several times what their text does. */
const bytesMax = 8 * 1024 * 1024;
const countMax = 20_000;

/** Of this process, in which segments of many runs are at work. */
const all = { bytes: 0, count: 0 };

export function createCarriedItems(): CarriedItems {
  const kept = new Map<string, Arrival>();
  const steps = new Map<string, number>();
  const drop = (arrival: Arrival): void => {
    kept.delete(arrival.item.id);
    all.bytes -= arrival.bytes;
    all.count -= 1;
    steps.set(arrival.step, (steps.get(arrival.step) ?? 0) - 1);
  };
  return {
    has: (step) => (steps.get(step) ?? 0) > 0,
    put: (arrivals) => {
      for (const arrival of arrivals) {
        const before = kept.get(arrival.item.id);
        if (before !== undefined) drop(before);
        if (all.count >= countMax || all.bytes + arrival.bytes > bytesMax) continue;
        kept.set(arrival.item.id, arrival);
        all.bytes += arrival.bytes;
        all.count += 1;
        steps.set(arrival.step, (steps.get(arrival.step) ?? 0) + 1);
      }
    },
    take: ({ id, step, seq, change, before_id: beforeId }) => {
      const found = kept.get(id);
      if (found === undefined) return undefined;
      drop(found);
      const { item } = found;
      // Whether a record is new shows when its item is made: it may be a change by then, which carries the record before.
      const isSame = found.step === step && item.seq === seq && item.change === change && item.before_id === beforeId;
      return isSame ? found : undefined;
    },
    close: () => {
      for (const arrival of kept.values()) drop(arrival);
    },
  };
}
