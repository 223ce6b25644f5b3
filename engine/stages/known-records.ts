import type { JsonObject } from '../../core/json.ts';

interface Known {
  /** `null` where there is none. */
  record: JsonObject | null;
  size: number;
}

/** What an entry takes besides its record, about. */
const entrySize = 100;

/** Records that a run has found, by what they were found by: the least recently used go when there are too many. */
export class KnownRecords {
  readonly #sizeMax: number;
  readonly #records = new Map<string, Known>();
  #size = 0;

  /** @param sizeMax Characters of the records as JSON, and of what they were found by. */
  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  /** @returns `null` where it is known that there is none, `undefined` where nothing is known. */
  get(value: string): JsonObject | null | undefined {
    const known = this.#records.get(value);
    if (known === undefined) return undefined;
    // Re-inserting keeps the most recently used ones at the end.
    this.#records.delete(value);
    this.#records.set(value, known);
    return known.record;
  }

  add(value: string, record: JsonObject | null): void {
    const size = entrySize + value.length + (record === null ? 0 : JSON.stringify(record).length);
    this.#drop(value);
    this.#records.set(value, { record, size });
    this.#size += size;
    for (const oldest of this.#records.keys()) {
      if (this.#size <= this.#sizeMax) break;
      this.#drop(oldest);
    }
  }

  #drop(value: string): void {
    this.#size -= this.#records.get(value)?.size ?? 0;
    this.#records.delete(value);
  }
}
