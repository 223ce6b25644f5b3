import { frameBytesMax } from './limits.ts';

/**
 * What crosses the pipes between a process and its sandbox: two lengths (32 bits, big-endian), a JSON header, and a body
 * of bytes that is passed on as it is.
 */
export interface Frame {
  header: unknown;
  body: Buffer;
}

const lengthsBytes = 8;

/** @throws {RangeError} when it is larger than a frame may be. */
export function encodeFrame(header: object, body: Uint8Array = noBody): Buffer[] {
  const head = Buffer.from(JSON.stringify(header));
  checkLength(head.length + body.length);
  const lengths = Buffer.alloc(lengthsBytes);
  lengths.writeUInt32BE(head.length, 0);
  lengths.writeUInt32BE(body.length, 4);
  return [lengths, head, Buffer.from(body.buffer, body.byteOffset, body.length)];
}

const noBody = new Uint8Array();

/**
 * Cuts a stream of bytes into frames.
 *
 * @returns what takes the next bytes; it throws a `RangeError` or a `SyntaxError` where they are no frames.
 */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = lengthsBytes;
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    // Bytes are joined when enough are there, not with every chunk: a large frame comes in hundreds.
    while (held >= wanted) {
      const bytes = Buffer.concat(chunks);
      const { head, body } = readLengths(bytes);
      const frameBytes = lengthsBytes + head + body;
      const rest = held < frameBytes ? bytes : bytes.subarray(frameBytes);
      wanted = held < frameBytes ? frameBytes : lengthsBytes;
      chunks = [rest];
      if (rest === bytes) return;
      held = rest.length;
      onFrame(toFrame(bytes, frameBytes));
    }
  };
}

function toFrame(bytes: Buffer, end: number): Frame {
  const bodyAt = lengthsBytes + readLengths(bytes).head;
  const header: unknown = JSON.parse(bytes.toString('utf8', lengthsBytes, bodyAt));
  return { header, body: bytes.subarray(bodyAt, end) };
}

function readLengths(bytes: Buffer): { head: number; body: number } {
  const head = bytes.readUInt32BE(0);
  const body = bytes.readUInt32BE(4);
  checkLength(head + body);
  return { head, body };
}

function checkLength(length: number): void {
  if (length > frameBytesMax) throw new RangeError('A frame is larger than it may be.');
}
