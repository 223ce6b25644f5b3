import { type Meter, noMeter } from '../../core/telemetry/meter.ts';
import type { Counters } from '../../core/pure/counters.ts';
import type { Checkpoint, SegmentStore } from '../../engine/ports.ts';

/** Counts what a segment writes down, once it is written. */
export function observeStore(meter: Meter, store: SegmentStore): SegmentStore {
  if (meter === noMeter) return store;
  return {
    ...store,
    mark: async (epoch, pageSeq, marks, as) => {
      await store.mark(epoch, pageSeq, marks, as);
      // Marks of a page are no rows of the ledger.
      if (as === 'records') meter.count('hub_ledger_rows_total', { change: 'marked' }, marks.length);
    },
    checkpoint: async (epoch, pageSeq, change, leaseMs) => {
      const done = await store.checkpoint(epoch, pageSeq, change, leaseMs);
      countRecords(meter, change.counters);
      countRows(meter, change);
      return done;
    },
  };
}

function countRecords(meter: Meter, { read, ...outcomes }: Counters): void {
  meter.count('hub_records_read_total', {}, read);
  for (const outcome of ['created', 'updated', 'deleted', 'skipped', 'failed', 'deduplicated'] as const) {
    meter.count('hub_records_settled_total', { outcome }, outcomes[outcome]);
  }
}

function countRows(meter: Meter, { settled, unmarked, forgotten, deadLetters }: Checkpoint): void {
  meter.count('hub_ledger_rows_total', { change: 'settled' }, settled.length);
  meter.count('hub_ledger_rows_total', { change: 'unmarked' }, unmarked.length);
  meter.count('hub_ledger_rows_total', { change: 'invalidated' }, forgotten.length);
  meter.count('hub_dead_letters_total', {}, deadLetters.length);
}
