/** Records that cross together: few crossings, and little to repeat when one of them breaks the batch. */
export const batchRecordsMax = 1000;

/** Text of a batch, in characters; a longer record goes alone. */
export const batchTextMax = 4 * 1024 * 1024;

/** Text of one record, before and after the script, in characters. A parsed one is several times as large. */
export const recordTextMax = 8 * 1024 * 1024;

/** Lists and objects may be nested so deep, before and after the script: as deep as in a target record. */
export const depthMax = 100;

/** Both parts of a frame together, in bytes: a record of `recordTextMax` characters takes at most three each. */
export const frameBytesMax = 32 * 1024 * 1024;

/** Results of a batch, in bytes: what is left of a frame beside its header, which holds console lines. */
export const resultBytesMax = frameBytesMax - 1024 * 1024;

/** What the QuickJS heap of a batch may hold. */
export const heapBytesMax = 64 * 1024 * 1024;

/** Linear memory of an instance, in pages of 64 KiB: 16 MiB to begin with, and the heap beside stack and data. */
export const memoryPages = { initial: 256, maximum: 1536 };

/** Of a thread's 4 MiB; QuickJS refuses deeper calls with an error of its own. */
export const stackBytesMax = 256 * 1024;

/** CPU time that 1,000 records may take where the script does not say. */
export const timeoutDefaultMs = 1000;

/** Even a single record gets this much. */
export const timeoutMinMs = 100;

/** Console lines of a batch, and characters of each. */
export const consoleLinesMax = 50;
export const consoleLineMax = 500;

/** CPU time in which a batch should end, by its share of 1,000 records. The interpreter stops it at the next look. */
export function toSoftLimitMs(records: number, timeoutMs = timeoutDefaultMs): number {
  return Math.max(timeoutMinMs, Math.ceil((timeoutMs * records) / batchRecordsMax));
}

/** When its thread is killed, since built-in functions do not look at the clock. */
export function toHardLimitMs(softLimitMs: number): number {
  return 2 * softLimitMs;
}
