import type { JsonObject } from '../../../core/json.ts';
import type { RunEnvironment } from '../../../engine/run-environment.ts';
import { type Flow, type ItemContext, labelItem } from '../../../flow/index.ts';
import type { Sealer } from '../../../vault/index.ts';
import type { StoredItem } from '../item-rows.ts';
import { findDirectMoves } from '../moving/direct-moves.ts';
import type { FirstMoves, NewItem } from './new-item-statements.ts';
import { type ItemReader, toRootContext } from '../read-items.ts';

/** The change of a record that the ledger sees for the first time. */
const firstSeq = 1;

/**
 * Works out how far items get that are about to be made of records that nothing was before: up to their first effect, or to
 * their end. What they are made and moved with is one row, in one transaction.
 *
 * Items of other changes, and those that are to wait, to have children or to fail first, go on once they are there.
 */
export function findFirstMoves(
  { reader, flow, environment }: { reader: ItemReader; flow: Flow; environment: RunEnvironment },
  items: readonly (NewItem & { record: JsonObject })[],
  sealer: Sealer,
): FirstMoves {
  // The address at which an item is called back is counted by what it has taken so far, in the database.
  if (flow.callbacks.length > 0) return { moves: [], steps: [], arrivals: [] };
  const first = items
    .filter(({ seq }) => seq === firstSeq)
    .map((made) => ({ ...toFirst(reader, made), bytes: made.sealed.length }));
  return findDirectMoves(flow, environment, { items: first, sealer });
}

/** What an item is named for people that is about to be made, as if nothing was before it. */
export function labelNew(
  { reader, flow, environment }: { reader: ItemReader; flow: Flow; environment: RunEnvironment },
  made: Pick<NewItem, 'id' | 'key' | 'seq'> & { record: JsonObject },
): string | undefined {
  return flow.label === undefined ? undefined : labelItem(flow, toFirst(reader, made).context, environment);
}

function toFirst(
  reader: ItemReader,
  { id, key, seq, record }: Pick<NewItem, 'id' | 'key' | 'seq'> & { record: JsonObject },
): { item: StoredItem; context: ItemContext } {
  const item = toNew(id, key, seq);
  return { item, context: toRootContext(reader, item, { first: record, steps: {}, error: undefined, before: null }) };
}

function toNew(id: string, key: string, seq: number): StoredItem {
  return {
    id,
    key,
    seq,
    change: 'created',
    step: null,
    settled: null,
    before_id: null,
    parent_id: null,
    parent_step: null,
    child: null,
    subject: null,
    target_id: null,
    target_fingerprint: null,
    canceling: false,
    known: null,
    steps: [],
    before: null,
  };
}
