import { ConnectorError } from '../../../core/connector-error.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { nestsDeeper, recordDepthMax } from '../../../core/json/nests-deeper.ts';
import { messages } from '../../../core/messages.ts';
import type { RecordSource } from '../../../core/records.ts';
import { contextBytesMax, countBytes, type ListedRecords } from '../../../flow/index.ts';

/** Records that are read for one list at most: of a system that cannot filter, those are most of what it has. */
export const readMax = 10_000;
const pagesMax = 100;
/** Readings that begin again, since the system forgot where they were. */
const beginningsMax = 3;

interface Wanted {
  connectorId: string;
  limit: number;
  /** The fields that are wanted; `undefined` for a record that is not as asked. */
  pick(record: JsonObject): JsonObject | undefined;
}

/** What was read, and its size as JSON. */
export interface ReadList extends ListedRecords {
  bytes: number;
}

interface Progress {
  records: JsonObject[];
  bytes: number;
  /** Records so far, those included that are not as asked. */
  seen: number;
}

/**
 * Reads the first records of an object that are as asked, page by page, and no more of it than needed.
 *
 * Holds one page and what an item may carry: where that is more, nothing is read on, for the item fails in any case.
 *
 * @throws {ConnectorError} any kind.
 */
export async function readList(source: RecordSource, wanted: Wanted, signal: AbortSignal): Promise<ReadList> {
  for (let beginnings = 1; ; beginnings += 1) {
    const read = await readOnce(source, wanted, signal);
    if (!(read instanceof ConnectorError)) return read;
    if (beginnings === beginningsMax) throw read;
  }
}

/** @returns the error where the system does not know a place in the reading any more. */
async function readOnce(
  source: RecordSource,
  { connectorId, limit, pick }: Wanted,
  signal: AbortSignal,
): Promise<ReadList | ConnectorError> {
  const read: Progress = { records: [], bytes: 0, seen: 0 };
  let cursor: Json | undefined = null;
  for (let pages = 0; cursor !== undefined; pages += 1) {
    if (pages === pagesMax || read.seen >= readMax) return stop(source, cursor, read, signal);
    let page: Awaited<ReturnType<RecordSource['readPage']>>;
    try {
      page = await source.readPage(cursor, signal);
    } catch (error) {
      if (cursor !== null && error instanceof ConnectorError && error.kind === 'cursor_expired') return error;
      throw error;
    }
    cursor = page.next;
    for (const record of page.records) {
      read.seen += 1;
      const picked = pick(record);
      if (picked === undefined) continue;
      if (read.records.length === limit || read.bytes > contextBytesMax) return stop(source, cursor, read, signal);
      requireShallow(picked, connectorId);
      read.records.push(picked);
      read.bytes += countBytes(picked);
    }
  }
  return { records: read.records, bytes: read.bytes, isComplete: true };
}

/** Leaves the rest unread, and lets the system forget what it keeps for that. */
async function stop(
  source: RecordSource,
  cursor: Json | undefined,
  { records, bytes }: { records: readonly JsonObject[]; bytes: number },
  signal: AbortSignal,
): Promise<ReadList> {
  if (cursor !== undefined) await source.abandon?.(cursor, signal);
  return { records, bytes, isComplete: false };
}

function requireShallow(record: JsonObject, connectorId: string): void {
  if (!nestsDeeper(record, recordDepthMax)) return;
  const place = { connectorId, operation: 'list' };
  throw new ConnectorError('schema_drift', messages.recordTooDeep({ max: recordDepthMax }), place);
}
