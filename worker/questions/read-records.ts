import type { ConnectorSession } from '../../connectors/drivers/shared/session.ts';
import { answerBytesMax, type RequestResult } from '../../core/connection-requests.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { nestsDeeper, recordDepthMax } from '../../core/json/nests-deeper.ts';
import type { RecordSource } from '../../core/records.ts';
import { scrubRecord } from '../../core/telemetry/scrub.ts';
import { messages } from '../../core/messages.ts';

/** Pages that are read at most, where what is looked for is not on the first. */
const pagesMax = 10;

interface Wanted {
  limit: number;
  session: Pick<ConnectorSession, 'createScrub'>;
  /** What of a record is shown. */
  show?: (record: JsonObject) => JsonObject;
  matches?: (shown: JsonObject) => boolean;
}

type Read = RequestResult<'sample'>;

/** Reads one page, or some more while nothing was found, and hands out as much of it as an answer may hold. */
export async function readRecords(
  source: RecordSource,
  { limit, session, show = (record) => record, matches }: Wanted,
  signal: AbortSignal,
): Promise<Read> {
  const records: JsonObject[] = [];
  const unshown: Read['unshown'] = [];
  let bytes = 0;
  let cursor: Json | undefined = null;
  for (let pages = 0; cursor !== undefined && pages < pagesMax; pages += 1) {
    const page = await source.readPage(cursor, signal);
    cursor = page.next;
    // After the call: what it put on the wire is known now.
    const scrub = session.createScrub();
    for (const record of page.records) {
      const at = records.length + unshown.length;
      if (at >= limit) return { records, unshown, more: true };
      if (nestsDeeper(record, recordDepthMax)) {
        unshown.push({ at, ...tooDeep });
        continue;
      }
      const shown = scrubRecord(show(record), scrub);
      if (matches?.(shown) === false) continue;
      const length = Buffer.byteLength(JSON.stringify(shown));
      if (length > answerBytesMax) {
        unshown.push({ at, ...tooLarge });
        continue;
      }
      bytes += length;
      if (bytes > answerBytesMax) return { records, unshown, more: true };
      records.push(shown);
    }
    if (records.length + unshown.length > 0 && matches === undefined) break;
  }
  return { records, unshown, more: cursor !== undefined };
}

const tooDeep = {
  code: 'too_deep',
  message: messages.recordTooDeep({ max: recordDepthMax }),
} as const;

const tooLarge = {
  code: 'too_large',
  message: messages.recordTooLarge({ bytesMax: answerBytesMax }),
} as const;
