import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readWhole } from './body.ts';

const text = 'hello hello hello';

async function read(bytes: Buffer, encoding: string): Promise<string> {
  const body = Readable.from(bytes.length === 0 ? [] : [bytes]);
  return (await readWhole(body, { 'content-encoding': encoding }, 1000)).toString();
}

describe('connectors/drivers/http/body', () => {
  it.each([
    ['gzip', gzipSync(text)],
    [' GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('undoes %s', async (encoding, bytes) => {
    expect(await read(bytes, encoding)).toBe(text);
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])('takes nothing for nothing, also in %s', async (encoding) => {
    expect(await read(Buffer.alloc(0), encoding)).toBe('');
  });

  it.each([
    ['ends early', gzipSync(text).subarray(0, 15)],
    ['is not compressed', Buffer.from(text)],
  ])('fails where the content %s', async (_, bytes) => {
    await expect(read(bytes, 'gzip')).rejects.toThrow();
  });
});
