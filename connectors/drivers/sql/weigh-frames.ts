import type { Admitted } from '../shared/egress/limit-answers.ts';

/** A frame of a protocol: its bytes, with those that say so, and the memory that a library takes for it beside them. */
export interface Frame {
  bytes: number;
  weight: number;
}

/**
 * Weighs what a protocol sends by its frames, and lets all of it pass: a row of a few bytes becomes an object.
 *
 * @param headBytes How much of a frame `readFrame` looks at, from `at`.
 */
export function weighFrames(
  headBytes: number,
  readFrame: (bytes: Buffer, at: number) => Frame,
): (chunk: Buffer) => Admitted {
  let held: Buffer = Buffer.alloc(0);
  let ahead = 0;
  return (chunk) => {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let weight = chunk.length;
    let at = ahead;
    while (at + headBytes <= bytes.length) {
      const frame = readFrame(bytes, at);
      weight += frame.weight;
      at += frame.bytes;
    }
    ahead = Math.max(0, at - bytes.length);
    held = bytes.subarray(Math.min(at, bytes.length));
    return { pass: [chunk], weight };
  };
}
