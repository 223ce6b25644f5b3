import { closeSync, openSync, readSync } from 'node:fs';

/** A line of a source. */
export interface SourceLine {
  source: string;
  line: number;
}

const recordBytes = 8;
const nameBytesMax = 512;

/**
 * The source line of each line of a bundled file, laid out to be read at one place: for each line the offset of a name and a
 * number, then the names. A source map says more, and would be kept in memory as a whole.
 */
export function packLines(lines: readonly (SourceLine | undefined)[]): Buffer {
  const offsets = new Map<string, number>();
  let end = lines.length * recordBytes;
  for (const { source } of lines.filter((line) => line !== undefined)) {
    if (offsets.has(source)) continue;
    offsets.set(source, end);
    end += Buffer.byteLength(source) + 1;
  }
  const table = Buffer.alloc(lines.length * recordBytes);
  for (const [at, line] of lines.entries()) {
    table.writeUInt32LE(line === undefined ? 0 : (offsets.get(line.source) ?? 0), at * recordBytes);
    table.writeUInt32LE(line?.line ?? 0, at * recordBytes + 4);
  }
  return Buffer.concat([table, Buffer.from([...offsets.keys()].map((source) => `${source}\n`).join(''))]);
}

/** @param line From 1. @returns `undefined` where the line comes from no source, or there is no such table. */
export function readLine(file: string, line: number): SourceLine | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return undefined;
  }
  try {
    const record = Buffer.alloc(recordBytes);
    if (readSync(descriptor, record, 0, recordBytes, (line - 1) * recordBytes) < recordBytes) return undefined;
    const sourceLine = record.readUInt32LE(4);
    if (sourceLine === 0) return undefined;
    const name = Buffer.alloc(nameBytesMax);
    const read = readSync(descriptor, name, 0, nameBytesMax, record.readUInt32LE(0));
    return { source: name.toString('utf8', 0, read).split('\n', 1)[0] ?? '', line: sourceLine };
  } finally {
    closeSync(descriptor);
  }
}
