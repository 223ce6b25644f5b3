import { isJsonObject, type Json } from '../core/json.ts';
import type { Definition } from './definition.ts';
import type { MissingCounts } from './removal.ts';

/**
 * Where a run with an aggregation stands: it reads its source to the end, then writes the groups in the order of their
 * keys. Both are pages of one stream, whose cursor says which.
 */
export type Place =
  | { phase: 'collect'; at: Json }
  /** @param after Key of the last group that is done; null before the first. */
  | { phase: 'write'; after: string | null };

/** Reads a cursor; `null`, where every run begins, is the beginning of the source. */
export function readPlace(cursor: Json): Place {
  if (!isJsonObject(cursor)) return { phase: 'collect', at: null };
  const { phase, at = null, after } = cursor;
  if (phase === 'write') return { phase, after: typeof after === 'string' ? after : null };
  return { phase: 'collect', at };
}

/** Where a run stands that removes what vanished: it reads, then judges what the reading missed, then removes it. */
export type SweepPlace =
  /**
   * @param whole The reading began at the beginning of the source: what it misses is missing.
   * @param unidentified Records so far that have no key.
   */
  | { stage: 'read'; at: Json; whole: boolean; unidentified: number }
  /**
   * @param after Source key of the last row that is judged; null before the first.
   * @param counts Of the rows that are judged.
   */
  | { stage: 'judge'; unidentified: number; after: string | null; counts: MissingCounts }
  /** @param after Source key of the last record that is done with; null before the first. */
  | { stage: 'remove'; after: string | null };

/** Reads a cursor. One that was kept for a plan that removes nothing stands in the middle of a reading of its own. */
export function readSweepPlace(cursor: Json): SweepPlace {
  if (cursor === null) return { stage: 'read', at: null, whole: true, unidentified: 0 };
  const { stage, at = null, whole, unidentified = 0, after: key, counts } = isJsonObject(cursor) ? cursor : {};
  const after = typeof key === 'string' ? key : null;
  const count = typeof unidentified === 'number' ? unidentified : 0;
  if (stage === 'read') return { stage, at, whole: whole === true, unidentified: count };
  if (stage === 'judge') return { stage, unidentified: count, after, counts: readCounts(counts) };
  if (stage === 'remove') return { stage, after };
  return { stage: 'read', at: cursor, whole: false, unidentified: 0 };
}

function readCounts(counts: Json | undefined): MissingCounts {
  const { known, missing, confirmed } = isJsonObject(counts) ? counts : {};
  const toNumber = (count: Json | undefined): number => (typeof count === 'number' ? count : 0);
  return { known: toNumber(known), missing: toNumber(missing), confirmed: toNumber(confirmed) };
}

/** Where a run stands whose records refer to others that it writes: it reads, then looks again at those that wait. */
export type ReferencePlace =
  /**
   * @param waiting Records that wait so far; `null` where earlier runs left some that nobody has counted.
   * @param size Characters of these as JSON.
   */
  | { phase: 'read'; at: Json; waiting: number | null; size: number }
  /**
   * @param after Source key of the last record that was looked at in this round; null before the first.
   * @param progress Records that this round could settle.
   * @param last What is not there by now stays unresolved.
   */
  | { phase: 'refer'; after: string | null; round: number; progress: number; last: boolean };

/** Reads a cursor; one of the source's own, where every reading begins, has nothing that waits. */
export function readReferencePlace(cursor: Json): ReferencePlace | undefined {
  const { phase, at = null, waiting, size, after, round, progress, last } = isJsonObject(cursor) ? cursor : {};
  if (phase === 'read' && typeof size === 'number') {
    return { phase, at, waiting: typeof waiting === 'number' ? waiting : null, size };
  }
  if (phase !== 'refer' || typeof round !== 'number' || typeof progress !== 'number') return undefined;
  return { phase, after: typeof after === 'string' ? after : null, round, progress, last: last === true };
}

/** Where a run stands in its source; `null` before its first page, and past the last one. */
export function readSourceCursor(cursor: Json, { aggregate, target }: Pick<Definition, 'aggregate' | 'target'>): Json {
  const swept = (target?.on_missing ?? 'ignore') === 'ignore' ? undefined : readSweepPlace(cursor);
  const inner = swept === undefined ? cursor : swept.stage === 'read' ? swept.at : null;
  if (aggregate !== undefined) {
    const place = readPlace(inner);
    return place.phase === 'collect' ? place.at : null;
  }
  const place = readReferencePlace(inner);
  return place === undefined ? inner : place.phase === 'read' ? place.at : null;
}

export function toCursor(place: Place | SweepPlace | ReferencePlace): Json {
  return 'counts' in place ? { ...place, counts: { ...place.counts } } : { ...place };
}
