import type { Json } from '../../../../core/json.ts';
import { toUtf8 } from '../../shared/decode/text.ts';
import { type Fault, FaultError } from '../../../kit/fault.ts';
import type { Format } from '../../../kit/http/operations.ts';
import type { RequestPlan } from '../exchange/plan.ts';
import { BlockReader } from '../../shared/files/block-reader.ts';
import { readChunks, readWhole } from '../body.ts';
import { runBounded } from '../../shared/bounded.ts';
import type { HttpClient } from '../client.ts';
import type { OpenFile } from '../../shared/files/file.ts';
import { changed, openJsonFile } from '../../shared/files/json-file.ts';
import { type LinesFormat, type LinesPlace, openLinesFile, readPlace } from '../../shared/files/lines-file.ts';
import type { RawAnswer } from '../send.ts';

export type FileFormat = Exclude<Format, { kind: 'xml' }>;

/** What opening and reading a file needs of its source. */
export interface FileContext {
  client: HttpClient;
  /** Timeout of the head of the response, and of each read. The whole file has no timeout. */
  timeoutMs: number;
  /** Size limit of documents that are read as a whole. */
  maxResponseBytes: number;
}

/**
 * Opens a file at one of its cursors, or at its beginning for `null`.
 *
 * @throws {FaultError} the fault of the answer, or `cursor_expired` when the file has changed.
 * @throws the reason of `signal`.
 */
export async function openFile(
  context: FileContext,
  plan: RequestPlan,
  format: FileFormat,
  cursor: Json,
  signal: AbortSignal,
): Promise<OpenFile> {
  const life = new AbortController();
  const { timeoutMs } = context;
  const file = await runBounded(life, timeoutMs, signal, () =>
    format.kind === 'json'
      ? openWhole(context, plan, format, cursor, life.signal)
      : openLines(context.client, plan, format, cursor, life),
  );
  return {
    ...file,
    read: (recordsMax, readSignal) => runBounded(life, timeoutMs, readSignal, () => file.read(recordsMax)),
  };
}

async function openWhole(
  context: FileContext,
  plan: RequestPlan,
  format: Extract<Format, { kind: 'json' }>,
  cursor: Json,
  signal: AbortSignal,
): Promise<OpenFile> {
  const raw = await context.client.open(plan, signal);
  await refuse(context.client, raw);
  const bytes = await readWhole(raw.body, raw.headers, context.maxResponseBytes);
  return openJsonFile(toUtf8(bytes, raw.headers['content-type']), format, cursor);
}

async function openLines(
  client: HttpClient,
  plan: RequestPlan,
  format: LinesFormat,
  cursor: Json,
  life: AbortController,
): Promise<OpenFile> {
  const place = readPlace(cursor);
  // Uncompressed, so that positions are the same in every response and a range can be requested.
  const headers: Record<string, string> = { ...plan.headers, 'accept-encoding': 'identity' };
  if (place.at > 0 && place.tag !== undefined) {
    headers['range'] = `bytes=${place.at}-`;
    headers['if-range'] = place.tag;
  }
  const raw = await client.open({ ...plan, headers }, life.signal);
  if (raw.status === 416 || (raw.status === 206 && !isRestOf(raw, place))) throw new FaultError(changed);
  await refuse(client, raw);
  const quote = format.kind === 'csv' && format.quote !== null ? format.quote.charCodeAt(0) : undefined;
  return openLinesFile(
    {
      reader: new BlockReader(readChunks(raw.body, raw.headers, Number.POSITIVE_INFINITY), quote),
      isPartial: raw.status === 206,
      tag: readStrongTag(raw),
      close: () => life.abort(),
    },
    format,
    cursor,
  );
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
function readStrongTag({ headers }: RawAnswer): string | undefined {
  const tag = headers['etag'];
  const isPlain = headers['content-encoding'] === undefined || headers['content-encoding'] === 'identity';
  return tag?.startsWith('"') === true && isPlain ? tag : undefined;
}

/**
 * True when a partial response is the requested one. Checks its entity tag, since some systems support `Range` but not
 * `If-Range`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14.4
 */
function isRestOf(raw: RawAnswer, place: LinesPlace): boolean {
  return readStrongTag(raw) === place.tag && raw.headers['content-range']?.startsWith(`bytes ${place.at}-`) === true;
}

async function refuse(client: HttpClient, raw: RawAnswer): Promise<void> {
  if (raw.status >= 200 && raw.status < 300) return;
  const fault: Fault = (await client.judge(raw)) ?? {
    kind: 'unknown',
    message: 'The system gave an unexpected response.',
  };
  throw new FaultError(fault);
}
