import { isJsonObject, type Json } from '../core/json.ts';
import { partTally, type Position } from './position.ts';

/**
 * Reads cursors that versions before `{ phase, at }` stored, so that a run in progress goes on after an upgrade. Runs
 * last hours, but a failed one can be resumed as long as it is kept.
 *
 * There were four: the source's own; `{ stage }` of runs that remove what vanished, around any of the others; `{ phase }`
 * of runs with an aggregation; and another `{ phase }` of runs whose records refer to each other.
 */
export function readOldCursor(cursor: Json): Position {
  if (!isJsonObject(cursor)) return inSource(cursor);
  const { stage, at = null, after = null, counts = null, whole, unidentified } = cursor;
  const tally = { ...partTally, unidentified: toNumber(unidentified) };
  switch (stage) {
    case 'read': {
      const inner = at === null ? inSource(null) : readInner(at);
      const ofReading = { whole: whole === true, unidentified: toNumber(unidentified) };
      return { ...inner, tally: { ...inner.tally, ...ofReading } };
    }
    case 'judge':
      return { phase: 'judge', at: { after, counts }, tally: { ...tally, whole: true } };
    case 'remove':
      return { phase: 'remove', at: after, tally: { ...tally, whole: true } };
    default:
      return readInner(cursor);
  }
}

function readInner(cursor: Json): Position {
  if (!isJsonObject(cursor)) return inSource(cursor);
  const { phase, at = null, after = null, waiting, size, round, progress, last } = cursor;
  const isOnlyOf = (...names: string[]): boolean => Object.keys(cursor).every((name) => names.includes(name));
  if (phase === 'collect' && isOnlyOf('phase', 'at'))
    return { phase: 'read', at, tally: { ...partTally, whole: true } };
  if (phase === 'write' && isOnlyOf('phase', 'after')) {
    return { phase: 'groups', at: after, tally: { ...partTally, whole: true } };
  }
  if (phase === 'read' && typeof size === 'number') {
    const waits = typeof waiting === 'number' ? waiting : null;
    return { phase: 'read', at, tally: { ...partTally, waiting: waits, size } };
  }
  if (phase === 'refer' && typeof round === 'number' && typeof progress === 'number') {
    return { phase: 'references', at: { after, round, progress, last: last === true }, tally: partTally };
  }
  return inSource(cursor);
}

function inSource(at: Json): Position {
  return { phase: 'read', at, tally: partTally };
}

function toNumber(count: Json | undefined): number {
  return typeof count === 'number' ? count : 0;
}
