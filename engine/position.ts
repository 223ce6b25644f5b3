import type { Json, JsonObject } from '../core/json.ts';

/**
 * The phases of a run, in their order; a plan has those that it needs. What stands behind a phase sees all that the phase
 * did: groups are written when all records are read, and what is missing is judged when all groups are written.
 *
 * `read`: pages of the source. `groups`: pages of the groups that its records make. `references`: another look at records
 * that wait for others. `judge`: what a whole reading missed is counted. `remove`: what is missing is removed.
 */
export const phases = ['read', 'groups', 'references', 'judge', 'remove'] as const;

export type Phase = (typeof phases)[number];

/** What later phases need to know of the reading. */
export interface Tally {
  /** The reading began at the beginning of the source: what it misses is missing. */
  whole: boolean;
  /** Records so far that have no key. */
  unidentified: number;
  /** Records that wait for others so far; `null` where earlier runs left some that nobody has counted. */
  waiting: number | null;
  /** Characters of these as JSON. */
  size: number;
}

/** Where a run stands: the phase, and where in it. */
export interface Position {
  phase: Phase;
  /** Of `read` the source's own cursor, of others their own; `null` at their beginning. */
  at: Json;
  tally: Tally;
}

/** Of a reading that began somewhere, nothing is known. */
export const partTally: Tally = { whole: false, unidentified: 0, waiting: null, size: 0 };

export const wholeTally: Tally = { whole: true, unidentified: 0, waiting: 0, size: 0 };

/** Where a run begins that reads from a cursor of its source on. */
export function startAt(cursor: Json): Json {
  return cursor === null ? null : { phase: 'read', at: cursor };
}

/** @param isCounted A later phase needs the tally. */
export function toCursor({ phase, at, tally }: Position, isCounted: boolean): JsonObject {
  return { phase, at, ...(isCounted ? { tally: { ...tally } } : {}) };
}
