import { FaultError } from '../../../kit/fault.ts';

const newline = 0x0a;
/** Most bytes of one block; a record larger than this is refused. */
const blockBytesMax = 16 * 1024 * 1024;

/** Bytes of whole records. */
export interface Block {
  bytes: Buffer;
  /** Lines outside quotes: records, but for empty lines. */
  records: number;
}

/**
 * Splits a stream of bytes into blocks of whole records, one record per line.
 *
 * Memory is bounded by the block and one chunk of the stream, however large the file is.
 */
export class BlockReader {
  readonly #chunks: AsyncIterator<Buffer, void>;
  readonly #quote: number | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #ended = false;

  /** @param quote Byte between whose pairs a line break belongs to a cell (CSV). */
  constructor(chunks: AsyncIterator<Buffer, void>, quote?: number) {
    this.#chunks = chunks;
    this.#quote = quote;
  }

  /**
   * Reads up to `recordsMax` records; fewer only at the end or when the block is full.
   *
   * @returns `undefined` at the end of the stream.
   * @throws {FaultError} `config` when one record does not fit into a block.
   */
  async next(recordsMax: number): Promise<Block | undefined> {
    const parts: Buffer[] = [];
    const scan: Scan = { records: 0, quoted: false, recordsMax, quote: this.#quote };
    let bytes = 0;
    while (scan.records < recordsMax) {
      const chunk = await this.#take();
      if (chunk === undefined) return this.#finish(parts, scan);
      const end = scanChunk(chunk, scan);
      if (end === undefined) {
        parts.push(chunk);
        bytes += chunk.length;
        if (bytes > blockBytesMax) throw new FaultError(tooLarge);
        continue;
      }
      parts.push(chunk.subarray(0, end));
      this.#rest = chunk.subarray(end);
    }
    return { bytes: Buffer.concat(parts), records: scan.records };
  }

  /** Skips bytes. @returns false when the stream ends first. */
  async skip(bytes: number, seen: (skipped: Buffer) => void): Promise<boolean> {
    let left = bytes;
    while (left > 0) {
      const chunk = await this.#take();
      if (chunk === undefined) return false;
      const skipped = chunk.subarray(0, left);
      seen(skipped);
      left -= skipped.length;
      this.#rest = chunk.subarray(skipped.length);
    }
    return true;
  }

  /** True at the end of the stream. May wait for the stream to find out. */
  async isAtEnd(): Promise<boolean> {
    if (this.#rest.length > 0) return false;
    const chunk = await this.#take();
    if (chunk !== undefined) this.#rest = chunk;
    return chunk === undefined;
  }

  #finish(parts: readonly Buffer[], scan: Scan): Block | undefined {
    const bytes = Buffer.concat(parts);
    if (bytes.length === 0) return undefined;
    const isOpenLine = bytes.at(-1) !== newline || scan.quoted;
    return { bytes, records: scan.records + (isOpenLine ? 1 : 0) };
  }

  async #take(): Promise<Buffer | undefined> {
    if (this.#rest.length > 0) {
      const rest = this.#rest;
      this.#rest = Buffer.alloc(0);
      return rest;
    }
    while (!this.#ended) {
      const { value, done } = await this.#chunks.next();
      if (done === true || value === undefined) this.#ended = true;
      else if (value.length > 0) return value;
    }
    return undefined;
  }
}

interface Scan {
  records: number;
  quoted: boolean;
  readonly recordsMax: number;
  readonly quote: number | undefined;
}

/** Counts records in a chunk. @returns where the last wanted one ends, or `undefined` when the chunk holds too few. */
function scanChunk(chunk: Buffer, scan: Scan): number | undefined {
  if (scan.quote === undefined) return scanLines(chunk, scan);
  let { quoted } = scan;
  for (let at = 0; at < chunk.length; at += 1) {
    const byte = chunk[at];
    if (byte === scan.quote) {
      quoted = !quoted;
    } else if (byte === newline && !quoted) {
      scan.records += 1;
      if (scan.records >= scan.recordsMax) return at + 1;
    }
  }
  scan.quoted = quoted;
  return undefined;
}

function scanLines(chunk: Buffer, scan: Scan): number | undefined {
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) {
    scan.records += 1;
    if (scan.records >= scan.recordsMax) return at + 1;
  }
  return undefined;
}

const tooLarge = {
  kind: 'config',
  message: 'A page of the file is larger than 16 MiB: lower page_size, or check the quotes of the file.',
} as const;
