import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { type Fault, FaultError } from '../../kit/fault.ts';
import { codeOf } from '../../kit/type-guards.ts';
import type { ResponseHeaders } from '../../kit/http/rate-signals.ts';

/** Maximum ratio of the decompressed to the received size of a body. */
const ratioMax = 100;
/** The ratio is not checked below this size: a small repetitive response is not an attack. */
const ratioFreeBytes = 1024 * 1024;

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Accepted encodings. Not `deflate`, because servers use it for two different formats.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.2
 */
export const acceptedEncodings = 'gzip, br, zstd';

/**
 * Gives a body's bytes, decompressed, chunk by chunk.
 *
 * @throws {FaultError} `config` when it exceeds `bytesMax`, or the maximum ratio of decompression.
 */
export async function* readChunks(
  raw: Readable,
  headers: ResponseHeaders,
  bytesMax: number,
): AsyncGenerator<Buffer, void> {
  const encoding = readEncoding(headers);
  const received = { bytes: 0 };
  const decoded = isPlain(encoding) ? raw : decompress(raw, encoding, received);
  let bytes = 0;
  try {
    for await (const chunk of decoded) {
      const buffer = toBuffer(chunk);
      bytes += buffer.length;
      if (bytes > bytesMax) throw new FaultError(tooLarge(bytesMax));
      if (decoded !== raw && bytes > ratioFreeBytes && bytes > received.bytes * ratioMax) throw new FaultError(bomb);
      yield buffer;
    }
  } catch (error) {
    // Servers declare a compression even for empty bodies, such as with 204.
    const isEmpty = decoded !== raw && received.bytes === 0 && codeOf(error) === 'Z_BUF_ERROR';
    if (!isEmpty) throw error;
  }
}

/** Reads a whole body. @throws {FaultError} as `readChunks`. */
export async function readWhole(raw: Readable, headers: ResponseHeaders, bytesMax: number): Promise<Buffer> {
  const isFresh = !raw.destroyed && !raw.readableEnded;
  if (isFresh && isPlain(readEncoding(headers))) return readPlain(raw, bytesMax);
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(raw, headers, bytesMax)) chunks.push(chunk);
  return join(chunks);
}

/** Most bodies: an iterator over them would cost as much as the rest of a small answer. */
function readPlain(raw: Readable, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    raw.on('data', (chunk: unknown) => {
      const buffer = toBuffer(chunk);
      bytes += buffer.length;
      chunks.push(buffer);
      if (bytes <= bytesMax) return;
      reject(new FaultError(tooLarge(bytesMax)));
      raw.destroy();
    });
    raw.once('end', () => resolve(join(chunks)));
    raw.once('error', reject);
    raw.once('close', () =>
      reject(Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })),
    );
  });
}

function join(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

function toBuffer(chunk: unknown): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
}

function readEncoding(headers: ResponseHeaders): string {
  return headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
}

function isPlain(encoding: string): boolean {
  return encoding === 'identity' || encoding === '';
}

function decompress(raw: Readable, encoding: string, received: { bytes: number }): NodeJS.ReadWriteStream {
  const create = decoders[encoding];
  if (create === undefined) {
    raw.destroy();
    throw new FaultError({ kind: 'unsupported', message: 'The response uses an unsupported compression.' });
  }
  raw.on('data', (chunk: Buffer) => {
    received.bytes += chunk.length;
  });
  // The error is reported by the last stream of the pipeline.
  return pipeline(raw, create(), () => undefined);
}

function tooLarge(bytesMax: number): Fault {
  const mebibytes = Math.round(bytesMax / 1024 / 1024);
  return {
    kind: 'config',
    message: `The answer is larger than ${mebibytes} MiB. Read it in pages, or as NDJSON or CSV.`,
    tooLarge: true,
  };
}

const bomb = {
  kind: 'config',
  message: `The answer grows to more than ${ratioMax} times its size when it is decompressed: refused.`,
} as const;
