import { describe, expect, it } from 'vitest';
import { createFrameReader, encodeFrame, type Frame } from './frames.ts';
import { frameBytesMax } from './limits.ts';

function readAll(chunks: readonly Buffer[]): Frame[] {
  const frames: Frame[] = [];
  const read = createFrameReader((frame) => frames.push(frame));
  for (const chunk of chunks) read(chunk);
  return frames;
}

describe('script-runner/frames', () => {
  const bytes = Buffer.concat([
    ...encodeFrame({ kind: 'first' }, Buffer.from('ünïcode')),
    ...encodeFrame({ kind: 'second' }),
    ...encodeFrame({ kind: 'third' }, Buffer.alloc(100_000, 'x')),
  ]);

  it.each([1, 3, 7, 8, 9, 50, 65_536, 1_000_000])('reads frames that come %i bytes at a time', (size) => {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    );

    const frames = readAll(chunks);

    expect(frames.map(({ header }) => header)).toEqual([{ kind: 'first' }, { kind: 'second' }, { kind: 'third' }]);
    expect(frames.map(({ body }) => body.length)).toEqual([9, 0, 100_000]);
    expect(frames[0]?.body.toString()).toBe('ünïcode');
  });

  it('refuses a frame that is too large before its bytes are there', () => {
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(10, 0);
    lengths.writeUInt32BE(frameBytesMax, 4);

    expect(() => readAll([lengths])).toThrow(RangeError);
    expect(() => encodeFrame({}, Buffer.alloc(frameBytesMax))).toThrow(RangeError);
  });

  it('refuses a header that is not JSON', () => {
    const [lengths, header] = encodeFrame({ a: 1 });
    header?.write('x');

    expect(() => readAll([lengths ?? Buffer.alloc(0), header ?? Buffer.alloc(0)])).toThrow(SyntaxError);
  });
});
