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
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const received = { bytes: 0 };
  const decoded = encoding === 'identity' || encoding === '' ? raw : decompress(raw, encoding, received);
  let bytes = 0;
  try {
    for await (const chunk of decoded) {
      const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
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
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(raw, headers, bytesMax)) chunks.push(chunk);
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
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
