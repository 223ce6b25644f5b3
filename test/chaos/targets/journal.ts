import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { z } from 'zod';

/** What a write did to a target. */
const outcomes = ['created', 'changed', 'same', 'deleted', 'absent', 'replayed'] as const;

/**
 * One write that reached a target, as the target itself noted it before it answered.
 *
 * `same`: the record held this content already. `replayed`: the target knew the idempotency key and did nothing.
 */
const entry = z.object({
  /** When it took effect, in milliseconds since 1970. */
  at: z.number(),
  flow: z.string(),
  /** Key of the source's record, whatever id the target gave. */
  ref: z.string(),
  outcome: z.enum(outcomes),
  /** The record's content afterwards; absent for a deletion. */
  body: z.record(z.string(), z.json()).optional(),
  /** The answer to it was withheld on purpose. */
  lost: z.boolean().optional(),
});

export type Effect = z.infer<typeof entry>;
export type Body = NonNullable<Effect['body']>;

/** A file of effects that outlives the process which writes it. */
export interface JournalWriter {
  append(effect: Effect): void;
}

export function openJournal(file: string): JournalWriter {
  const descriptor = openSync(file, 'a');
  return { append: (effect) => writeSync(descriptor, `${JSON.stringify(effect)}\n`) };
}

/** Reads a journal that another process goes on writing. */
export interface JournalReader {
  /** What was added since the last call. */
  next(): Effect[];
  close(): void;
}

const chunkBytes = 1 << 20;

export function readJournal(file: string): JournalReader {
  const descriptor = openSync(file, 'r');
  let offset = 0;
  let rest = Buffer.alloc(0);
  const chunk = Buffer.alloc(chunkBytes);
  const readLines = (): string[] => {
    for (;;) {
      const length = readSync(descriptor, chunk, 0, chunkBytes, offset);
      if (length === 0) break;
      offset += length;
      rest = Buffer.concat([rest, chunk.subarray(0, length)]);
    }
    // A line that is being written is left for the next call.
    const end = rest.lastIndexOf(0x0a) + 1;
    const lines = rest.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
    rest = Buffer.from(rest.subarray(end));
    return lines;
  };
  return {
    next: () => readLines().map((line) => entry.parse(JSON.parse(line))),
    close: () => closeSync(descriptor),
  };
}
