import { isJsonObject, type Json } from '../core/json.ts';
import type { Definition } from './definition.ts';

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

/** Where a run stands in its source; `null` before its first page, and past the last one. */
export function readSourceCursor(cursor: Json, { aggregate }: Pick<Definition, 'aggregate'>): Json {
  if (aggregate === undefined) return cursor;
  const place = readPlace(cursor);
  return place.phase === 'collect' ? place.at : null;
}

export function toCursor(place: Place): Json {
  return { ...place };
}
