import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { invalidRequest } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';

/** What one lookup table may hold. A run holds those of its definition in memory. */
export const lookupEntriesMax = 100_000;
export const lookupBytesMax = 4 * 1024 * 1024;

const key = z.string().min(1).max(600);

function isValue(value: Json): value is Exclude<Json, null> {
  return value !== null;
}

/** Entries as they are stored: values by the text of their keys. */
export const lookupEntries = z
  .record(key, freeJson.refine(isValue, messages.lookupEntryEmpty))
  .meta({ examples: [{ A: 'ACTIVE', T: 'SUSPENDED' }], description: 'Values by the text of their keys.' });

/** Entries to add or put in place of present ones. */
export const lookupEntriesPatch = z.record(key, freeJson).meta({
  examples: [{ L: 'ON_LEAVE', T: null }],
  description: 'Values by the text of their keys; null takes one away.',
});

/** Puts entries in place of present ones of their keys; null takes one away. */
export function mergeEntries(present: JsonObject, patch: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...present, ...patch }).filter(([, value]) => value !== null));
}

/**
 * Counts the entries that a table is to hold.
 *
 * @throws {HubError} `invalid_request` when they are too many, or too large together.
 */
export function countEntries(entries: JsonObject): number {
  const count = Object.keys(entries).length;
  const message =
    count > lookupEntriesMax
      ? messages.lookupEntriesTooMany({ max: lookupEntriesMax, count })
      : messages.lookupEntriesTooLarge({ bytesMax: lookupBytesMax });
  if (count <= lookupEntriesMax && Buffer.byteLength(JSON.stringify(entries)) <= lookupBytesMax) return count;
  throw invalidRequest(messages.lookupTableTooLarge, [{ path: 'entries', code: 'too_large', message }]);
}
