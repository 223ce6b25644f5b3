import { isJsonObject, type Json } from '../core/json.ts';
import { nestsDeeper } from '../core/json/nests-deeper.ts';
import type { ScriptEntry, ScriptOutcome } from '../core/scripts.ts';
import { batchRecordsMax, batchTextMax, depthMax, recordTextMax } from './limits.ts';
import { describeFault } from './read-guest.ts';

/** A record as it crosses: the JSON text of its key and content. */
export interface WrittenEntry {
  /** Place in the page. */
  index: number;
  text: string;
}

/** @returns the entry's text, or why the script cannot be given the record. */
export function writeEntry({ key, record }: ScriptEntry): string | ScriptOutcome {
  if (nestsDeeper(record, depthMax)) return fail(`The record is nested deeper than ${depthMax} levels.`);
  const text = JSON.stringify([key, record]);
  return text.length > recordTextMax ? fail('The record is too large for a script.') : text;
}

/** Cuts a page into batches of a bounded number of records and characters. */
export function toBatches(entries: readonly WrittenEntry[]): WrittenEntry[][] {
  const batches: WrittenEntry[][] = [];
  let batch: WrittenEntry[] = [];
  let length = 0;
  for (const entry of entries) {
    if (batch.length === batchRecordsMax || (batch.length > 0 && length + entry.text.length > batchTextMax)) {
      batches.push(batch);
      batch = [];
      length = 0;
    }
    batch.push(entry);
    length += entry.text.length;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

export function toBody(entries: readonly WrittenEntry[]): Buffer {
  return Buffer.from(`[${entries.map(({ text }) => text).join(',')}]`);
}

/**
 * Reads the results of a batch, believing nothing.
 *
 * @returns `undefined` when they are not one usable result for each of so many records.
 */
export function readResults(body: Buffer, count: number): ScriptOutcome[] | undefined {
  const results = parseList(body);
  if (results?.length !== count) return undefined;
  const outcomes = results.map(toOutcome);
  return outcomes.every((outcome) => outcome !== undefined) ? outcomes : undefined;
}

function parseList(body: Buffer): Json[] | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function toOutcome(result: Json): ScriptOutcome | undefined {
  if (result === null) return { outcome: 'filtered' };
  if (isJsonObject(result)) {
    if (!nestsDeeper(result, depthMax)) return { outcome: 'record', record: result };
    return fail(`The script returned something that is nested deeper than ${depthMax} levels.`);
  }
  if (!Array.isArray(result)) return undefined;
  return fail(describeFault(result));
}

function fail(message: string): ScriptOutcome {
  return { outcome: 'failed', message };
}
