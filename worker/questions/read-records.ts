import type { ConnectorSession } from '../../activities/index.ts';
import { answerBytesMax, type RequestResult } from '../../core/connection-requests.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import type { RecordSource } from '../../core/records.ts';
import { scrubRecord } from '../../core/scrub.ts';

/** Pages that are read at most, where what is looked for is not on the first. */
const pagesMax = 10;

interface Wanted {
  limit: number;
  session: Pick<ConnectorSession, 'createScrub'>;
  /** What of a record is shown. */
  show?: (record: JsonObject) => JsonObject;
  matches?: (shown: JsonObject) => boolean;
}

/** Reads one page, or some more while nothing was found, and hands out as much of it as an answer may hold. */
export async function readRecords(
  source: RecordSource,
  { limit, session, show = (record) => record, matches }: Wanted,
  signal: AbortSignal,
): Promise<RequestResult<'sample'>> {
  const records: JsonObject[] = [];
  let bytes = 0;
  let cursor: Json | undefined = null;
  for (let pages = 0; cursor !== undefined && pages < pagesMax; pages += 1) {
    const page = await source.readPage(cursor, signal);
    cursor = page.next;
    // After the call: what it put on the wire is known now.
    const scrub = session.createScrub();
    for (const record of page.records) {
      const shown = scrubRecord(show(record), scrub);
      if (matches?.(shown) === false) continue;
      bytes += Buffer.byteLength(JSON.stringify(shown));
      if (records.length >= limit || bytes > answerBytesMax) return { records, more: true };
      records.push(shown);
    }
    if (records.length > 0 && matches === undefined) break;
  }
  return { records, more: cursor !== undefined };
}
