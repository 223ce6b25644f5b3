import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { readOldCursor } from './old-cursors.ts';
import { partTally, type Phase, phases, type Position, type Tally, wholeTally } from './position.ts';

/**
 * Reads the cursor of a run, `{ phase, at }` with a tally where a later phase needs one; `null`, where every run begins,
 * is the beginning of the source. Cursors that earlier versions stored are read, too.
 */
export function readPosition(cursor: Json): Position {
  if (cursor === null) return { phase: 'read', at: null, tally: wholeTally };
  if (!isPosition(cursor)) return readOldCursor(cursor);
  const { phase, at = null, tally } = cursor;
  return { phase: toPhase(phase), at, tally: isJsonObject(tally) ? readTally(tally) : partTally };
}

/** Where a run stands in its source; `null` before its first page, and past the last one. */
export function readSourceCursor(cursor: Json): Json {
  const { phase, at } = readPosition(cursor);
  return phase === 'read' ? at : null;
}

const members: ReadonlySet<string> = new Set(['phase', 'at', 'tally']);

function isPosition(cursor: Json): cursor is JsonObject {
  if (!isJsonObject(cursor) || !('at' in cursor)) return false;
  return phases.some((phase) => phase === cursor['phase']) && Object.keys(cursor).every((name) => members.has(name));
}

function toPhase(name: Json | undefined): Phase {
  return phases.find((phase) => phase === name) ?? 'read';
}

function readTally({ whole, unidentified, waiting, size }: JsonObject): Tally {
  return {
    whole: whole === true,
    unidentified: typeof unidentified === 'number' ? unidentified : 0,
    waiting: typeof waiting === 'number' ? waiting : null,
    size: typeof size === 'number' ? size : 0,
  };
}
