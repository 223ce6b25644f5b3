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

  it.each(['identity', 'gzip'])('refuses what is larger than it may be, in %s', async (encoding) => {
    const bytes = Buffer.alloc(2000, 'x');

    await expect(read(encoding === 'gzip' ? gzipSync(bytes) : bytes, encoding)).rejects.toThrow('larger than');
  });

  it.each([
    ['breaks off', (body: Readable) => body.destroy()],
    ['fails', (body: Readable) => body.destroy(new Error('reset'))],
  ])('fails where the answer %s, before or while it is read', async (_, end) => {
    const over = new Readable({ read: () => undefined });
    over.on('error', () => undefined);
    end(over);
    await expect(readWhole(over, {}, 1000)).rejects.toThrow();
    const body = new Readable({ read: () => undefined });
    body.push('hel');
    const reading = readWhole(body, {}, 1000);
    end(body);

    await expect(reading).rejects.toThrow();
  });

  it.each([
    ['ends early', gzipSync(text).subarray(0, 15)],
    ['is not compressed', Buffer.from(text)],
  ])('fails where the content %s', async (_, bytes) => {
    await expect(read(bytes, 'gzip')).rejects.toThrow();
  });
});
