import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockReader } from './block-reader.ts';

async function* toChunks(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer, void> {
  let start = 0;
  for (const cut of cuts) {
    yield bytes.subarray(start, Math.min(start + cut, bytes.length));
    start += cut;
  }
  await Promise.resolve();
  yield bytes.subarray(start);
}

async function readBlocks(bytes: Buffer, cuts: readonly number[], recordsMax: number, quote?: number) {
  const reader = new BlockReader(toChunks(bytes, cuts), quote);
  const blocks = [];
  for (let block = await reader.next(recordsMax); block !== undefined; block = await reader.next(recordsMax))
    blocks.push(block);
  return blocks;
}

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '"', ',', '\r'), maxLength: 6 });
const quoted = cell.map((text) => `"${text.replaceAll('"', '""')}"`);
const cuts = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 30 });

describe('connectors/drivers/shared/files/block-reader', () => {
  it('cuts between records only, wherever chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(quoted), cuts, fc.integer({ min: 1, max: 4 }), async (records, chunks, recordsMax) => {
        const bytes = Buffer.from(records.map((record) => `${record}\n`).join(''));

        const blocks = await readBlocks(bytes, chunks, recordsMax, 0x22);

        expect(Buffer.concat(blocks.map((block) => block.bytes))).toEqual(bytes);
        expect(blocks.map((block) => block.records)).toEqual(
          Array.from({ length: Math.ceil(records.length / recordsMax) }, (_, index) =>
            Math.min(recordsMax, records.length - index * recordsMax),
          ),
        );
      }),
    );
  });

  it('counts a last record without a line break', async () => {
    expect((await readBlocks(Buffer.from('a\nb'), [], 10)).map(({ records }) => records)).toEqual([2]);
  });

  it('refuses a record that fits into no block', async () => {
    const reader = new BlockReader(toChunks(Buffer.alloc(17 * 1024 * 1024, 'x'), []));

    await expect(reader.next(1)).rejects.toThrow('16 MiB');
  });

  it('passes over bytes and tells when there are too few', async () => {
    const seen: string[] = [];
    const reader = new BlockReader(toChunks(Buffer.from('ab\ncd\n'), [2, 2]));

    const isThere = await reader.skip(3, (bytes) => seen.push(bytes.toString()));
    const block = await reader.next(5);

    expect([isThere, seen.join(''), block?.bytes.toString()]).toEqual([true, 'ab\n', 'cd\n']);
    expect(await reader.skip(1, () => undefined)).toBe(false);
  });
});
