import type { Rng } from './rng.ts';

export interface Scheduled {
  cancel(): void;
}

interface Entry {
  time: number;
  /** Random order among events of the same instant. */
  tie: number;
  action: (() => void) | undefined;
}

/**
 * Virtual time. Events run one at a time, in the order of their instants; code under test runs to its next wait
 * between two events, so that every interleaving of its waits is one order of events.
 */
export class Scheduler {
  #now = 0;
  #heap: Entry[] = [];
  #events = 0;
  /** Set by whatever may have woken code under test. */
  #woken = false;
  /** Work that has to come to rest before time goes on. */
  readonly #held = new Set<Promise<unknown>>();
  readonly #rng: Rng;

  constructor(rng: Rng) {
    this.#rng = rng;
  }

  get now(): number {
    return this.#now;
  }

  get events(): number {
    return this.#events;
  }

  at(delayMs: number, action: () => void): Scheduled {
    const entry: Entry = { time: this.#now + Math.max(0, delayMs), tie: this.#rng.next(), action };
    push(this.#heap, entry);
    return {
      cancel: () => {
        entry.action = undefined;
      },
    };
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.at(delayMs, () => {
        this.wake();
        resolve();
      });
    });
  }

  /** Says that waiting code was resumed: it gets its turn before the next event. */
  wake(): void {
    this.#woken = true;
  }

  /** Stops the time until some work is done that waits for nothing but itself. */
  hold<T>(work: Promise<T>): Promise<T> {
    this.#held.add(work);
    this.wake();
    return work.finally(() => {
      this.#held.delete(work);
      this.wake();
    });
  }

  /** Runs the next event. @returns false when there is none. */
  async step(): Promise<boolean> {
    for (;;) {
      const entry = pop(this.#heap);
      if (entry === undefined) return false;
      if (entry.action === undefined) continue;
      this.#now = Math.max(this.#now, entry.time);
      this.#events += 1;
      entry.action();
      while (this.#woken) {
        this.#woken = false;
        await Promise.allSettled(this.#held);
        await everythingElse();
      }
      return true;
    }
  }
}

/** Resolves when no promise reaction is left to run. */
export function everythingElse(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function before(a: Entry, b: Entry): boolean {
  return a.time === b.time ? a.tie < b.tie : a.time < b.time;
}

function push(heap: Entry[], entry: Entry): void {
  let index = heap.length;
  heap.push(entry);
  while (index > 0) {
    const up = (index - 1) >> 1;
    const parent = heap[up];
    if (parent === undefined || !before(entry, parent)) break;
    heap[index] = parent;
    index = up;
  }
  heap[index] = entry;
}

function pop(heap: Entry[]): Entry | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (top === undefined || last === undefined || heap.length === 0) return top;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    const leftEntry = heap[left];
    if (leftEntry === undefined) break;
    const rightEntry = heap[left + 1];
    const takesRight = rightEntry !== undefined && before(rightEntry, leftEntry);
    const child = takesRight ? rightEntry : leftEntry;
    if (!before(child, last)) break;
    heap[index] = child;
    index = takesRight ? left + 1 : left;
  }
  heap[index] = last;
  return top;
}
