import { createHash, type Hash } from 'node:crypto';
import type { Json, JsonObject } from '../../../../core/json.ts';
import { decodeHeader, decodeRows } from '../decode/csv.ts';
import { decodeNdjson } from '../decode/ndjson.ts';
import { toText } from '../decode/text.ts';
import { FaultError } from '../../../kit/fault.ts';
import type { Format } from '../../../kit/http/operations.ts';
import { toJsonObject } from '../../../kit/type-guards.ts';
import type { BlockReader } from './block-reader.ts';
import type { FilePage, OpenFile } from './file.ts';
import { changed } from './json-file.ts';

export type LinesFormat = Extract<Format, { kind: 'csv' | 'ndjson' }>;

/**
 * A position between two records of a file.
 *
 * It is bound to one content, identified by a strong entity tag, or else by a digest of all bytes before the position.
 */
export interface LinesPlace {
  /** Bytes before the position, decompressed. */
  at: number;
  /** Lines before the position. */
  lines: number;
  tag: string | undefined;
  digest: string | undefined;
  columns: string[] | undefined;
}

export function readPlace(cursor: Json): LinesPlace {
  const { at, lines, tag, digest, columns } = toJsonObject(cursor);
  return {
    at: typeof at === 'number' ? at : 0,
    lines: typeof lines === 'number' ? lines : 0,
    tag: typeof tag === 'string' ? tag : undefined,
    digest: typeof digest === 'string' ? digest : undefined,
    columns: Array.isArray(columns) ? columns.map(String) : undefined,
  };
}

function toCursor({ at, lines, tag, digest, columns }: LinesPlace): Json {
  return {
    at,
    lines,
    ...(tag === undefined ? {} : { tag }),
    ...(digest === undefined ? {} : { digest }),
    ...(columns === undefined ? {} : { columns }),
  };
}

/** The bytes of a file as they come. */
export interface LinesInput {
  reader: BlockReader;
  /** The bytes already start at the position (a range response). */
  isPartial: boolean;
  /** Strong entity tag of the whole file, if the system provides one for the uncompressed bytes. */
  tag: string | undefined;
  close(): void;
}

/**
 * Opens a file of lines at a stored position, skipping what was read before.
 *
 * @throws {FaultError} `cursor_expired` when the file has changed since the position was stored.
 */
export async function openLinesFile(input: LinesInput, format: LinesFormat, cursor: Json): Promise<OpenFile> {
  const place = readPlace(cursor);
  const digest = input.tag === undefined ? createHash('sha256') : undefined;
  if (place.at > 0 && !input.isPartial) await passOver(input, place, digest);
  const state = { ...place, tag: input.tag, digest: undefined };
  if (format.kind === 'csv' && state.columns === undefined) await readColumns(input, format, state, digest);
  return {
    read: (recordsMax) => readLines(input, format, state, digest, recordsMax),
    close: () => input.close(),
  };
}

async function passOver(input: LinesInput, place: LinesPlace, digest: Hash | undefined): Promise<void> {
  if (place.tag !== undefined && place.tag !== input.tag) throw new FaultError(changed);
  const isWhole = await input.reader.skip(place.at, (skipped) => digest?.update(skipped));
  if (!isWhole) throw new FaultError(changed);
  if (place.digest !== undefined && digest !== undefined && place.digest !== toText22(digest))
    throw new FaultError(changed);
  // Without the same kind of proof, the file cannot be recognized as unchanged.
  if (place.tag === undefined && digest === undefined) throw new FaultError(changed);
}

async function readColumns(
  input: LinesInput,
  format: Extract<LinesFormat, { kind: 'csv' }>,
  state: LinesPlace,
  digest: Hash | undefined,
): Promise<void> {
  if (format.columns !== undefined) {
    state.columns = format.columns;
    return;
  }
  // Lines before the header are empty.
  for (let line = ''; line.trim() === '';) {
    const header = await input.reader.next(1);
    if (header === undefined) return;
    digest?.update(header.bytes);
    state.at += header.bytes.length;
    state.lines += header.records;
    line = toText(header.bytes, format.encoding);
    if (line.trim() !== '') state.columns = decodeHeader(line, format);
  }
}

async function readLines(
  input: LinesInput,
  format: LinesFormat,
  state: LinesPlace,
  digest: Hash | undefined,
  recordsMax: number,
): Promise<FilePage> {
  const block = await input.reader.next(recordsMax);
  if (block === undefined) return { records: [], bytes: 0, next: undefined };
  digest?.update(block.bytes);
  const records = decodeBlock(block.bytes, format, state);
  state.at += block.bytes.length;
  state.lines += block.records;
  const isEnd = await input.reader.isAtEnd();
  const proof = { digest: digest === undefined ? undefined : toText22(digest) };
  return { records, bytes: block.bytes.length, next: isEnd ? undefined : toCursor({ ...state, ...proof }) };
}

function decodeBlock(bytes: Buffer, format: LinesFormat, state: LinesPlace): JsonObject[] {
  if (format.kind === 'ndjson') return decodeNdjson(toText(bytes), state.lines + 1);
  return decodeRows(toText(bytes, format.encoding), state.columns ?? [], format);
}

/** The digest so far; more can be added afterwards. */
function toText22(digest: Hash): string {
  return digest.copy().digest('base64url').slice(0, 22);
}
