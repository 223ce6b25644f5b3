import { getHeapStatistics } from 'node:v8';
import { type Fault, FaultError } from './fault.ts';
import type { Weight } from '../../core/json/weight.ts';

/**
 * Limits the memory for vendor data. It is checked before anything is parsed: a list of empty objects
 * takes 25 times the memory of its text, and a parser that exceeds the heap limit ends the process, even from another
 * thread.
 */

/** Shares of the heap: for one answer, and for everything together. */
const answerShare = 0.5;
const fullShare = 0.85;

/** What one answer on a socket may take, whatever the heap: pages are asked for by some megabytes. */
const socketAnswerBytes = 128 * 1024 * 1024;

/** An answer that still comes after this may take half as much: one without an end is noticed on slow networks, too. */
const slowAfterMs = 4000;

/** What is lighter is built without a look at the heap: all segments of a worker together hold few of them. */
const lightBytes = 4 * 1024 * 1024;

/** Different names of fields in an answer; V8 takes seconds for an object of some hundred thousand members. */
export const namesMax = 100_000;

/** Garbage is collected on purpose no more often than this. */
const collectEveryMs = 1000;

let collectedAt = -collectEveryMs;

/**
 * Ensures that there is enough memory for a parsed text.
 *
 * @throws {FaultError} `schema_drift` when no process like this one has that room; `transient` when this one has not at
 *   the moment.
 */
export function requireRoom({ bytes, names }: Weight): void {
  if (names > namesMax) throw new FaultError(tooManyNames);
  if (bytes > lightBytes) requireFree(bytes);
}

/** A partially received response. */
export interface PartOfAnswer {
  /** What all that came takes, as it came and as a library makes of it. */
  weight: number;
  /** How much of that the heap may not hold yet. */
  ahead: number;
  forMs: number;
}

/**
 * The same for an answer on a socket: however little has come, a library may have made much of it.
 *
 * @throws {FaultError} as `requireRoom`.
 */
export function requireRoomWhileReading({ weight, ahead, forMs }: PartOfAnswer): void {
  requireShare(weight, forMs > slowAfterMs ? socketAnswerBytes / 2 : socketAnswerBytes);
  requireHeap(ahead);
}

function requireFree(bytes: number): void {
  requireShare(bytes, Number.POSITIVE_INFINITY);
  requireHeap(bytes);
}

function requireShare(bytes: number, bytesMax: number): void {
  const share = Math.min(bytesMax, getHeapStatistics().heap_size_limit * answerShare);
  if (bytes > share) throw new FaultError(tooHeavy(share));
}

function requireHeap(bytes: number): void {
  const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics();
  if (used + bytes <= limit * fullShare) return;
  collect();
  if (getHeapStatistics().used_heap_size + bytes > limit * fullShare) throw new FaultError(noRoom);
}

/** The same for a text of so many bytes, before it is made of a body. */
export function requireRoomForText(bytes: number): void {
  requireRoom({ bytes, names: 0, values: 1 });
}

/** What a record of a page takes while it is mapped, compared and written, beside its own values. */
const recordBytes = 1000;

/** The same for what becomes of the records of a page, all at once. */
export function requireRoomForRecords(records: number): void {
  requireRoom({ bytes: records * recordBytes, names: 0, values: records });
}

/** Garbage counts as used until it is collected. Does nothing without `--expose-gc`. */
function collect(): void {
  if (performance.now() - collectedAt < collectEveryMs) return;
  globalThis.gc?.({ type: 'major', execution: 'sync' });
  collectedAt = performance.now();
}

function tooHeavy(bytesMax: number): Fault {
  const megabytes = Math.round(bytesMax / 1e6);
  return {
    kind: 'schema_drift',
    message: `The answer would take more than ${megabytes} MB of memory, which is what this worker has for one. Read it in smaller pages, or as NDJSON or CSV.`,
    tooLarge: true,
  };
}

const tooManyNames: Fault = {
  kind: 'schema_drift',
  message: `The answer has more than ${namesMax.toLocaleString('en')} different names of fields: no record may have so many.`,
};

const noRoom: Fault = {
  kind: 'transient',
  message: 'This worker has no memory for an answer of this size at the moment. It is read again.',
};
